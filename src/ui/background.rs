//! The terminal's background: the question for it (OSC 11) and the answer read. Not here: picking the answer out of
//! what is typed (`app::input`), which calls this.

/// Asks for the background colour. Terminals that do not know it stay silent.
pub const QUERY: &str = "\x1b]11;?\x1b\\";

/// Light or dark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Background {
    /// Dark text on light ground.
    Light,
    /// Light text on dark ground.
    Dark,
}

/// Reads `11;rgb:RRRR/GGGG/BBBB` (one to four digits each, also `rgba`), the terminal's answer without its frame.
pub fn ground(text: &str) -> Option<Background> {
    let colours = text.strip_prefix("11;rgb")?;
    let colours = colours.strip_prefix('a').unwrap_or(colours).strip_prefix(':')?;
    let mut parts = colours.split('/').map(|part| {
        let max = 16f64.powi(i32::try_from(part.len()).ok()?) - 1.0;
        u32::from_str_radix(part, 16).ok().map(|value| f64::from(value) / max)
    });
    let (r, g, b) = (parts.next()??, parts.next()??, parts.next()??);
    let luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    Some(if luminance > 0.5 { Background::Light } else { Background::Dark })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_tells_light_from_dark() {
        assert_eq!(ground("11;rgb:1e1e/1e1e/2e2e"), Some(Background::Dark));
        assert_eq!(ground("11;rgb:ffff/ffff/ffff"), Some(Background::Light));
        assert_eq!(ground("11;rgba:ff/ff/f0/ff"), Some(Background::Light));
        assert_eq!(ground("11;rgb:f/f/f"), Some(Background::Light));
    }

    #[test]
    fn what_is_no_answer_tells_nothing() {
        for text in ["", "11;", "11;rgb:", "11;rgb:ff/ff", "11;rgb:zz/zz/zz", "10;rgb:ff/ff/ff", "11;rgb://", "11;?"] {
            assert_eq!(ground(text), None, "{text}");
        }
    }
}

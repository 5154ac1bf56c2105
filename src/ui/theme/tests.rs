//! Every theme of ours can be read: on every ground, at every depth.

use ratatui::style::{Color, Modifier};

use super::*;

fn rgb(colour: Option<Color>) -> Option<Rgb> {
    match colour {
        Some(Color::Rgb(r, g, b)) => Some(Rgb(r, g, b)),
        Some(Color::Indexed(number)) => Some(indexed_rgb(number)),
        _ => None,
    }
}

fn grounds() -> impl Iterator<Item = Option<Tint>> {
    std::iter::once(None).chain(Tint::ALL.into_iter().map(Some))
}

#[test]
fn text_and_comments_can_be_read_on_every_ground_of_every_theme() {
    for scheme in Scheme::built_in() {
        for depth in [Depth::True, Depth::Indexed] {
            let theme = Theme::new(&scheme, scheme.ground, depth);
            for (tone, tint) in Tone::ALL.into_iter().flat_map(|tone| grounds().map(move |tint| (tone, tint))) {
                let style = theme.code(tone, tint);
                let ground = rgb(style.bg).unwrap_or(scheme.background);
                let contrast = rgb(style.fg).unwrap().contrast(ground);
                let least = if tone == Tone::Comment { 3.0 } else { 4.5 };
                assert!(contrast >= least, "{} {depth:?} {tone:?} {tint:?}: {contrast:.2}", scheme.name);
            }
        }
    }
}

#[test]
fn what_is_written_in_our_themes_is_what_is_seen_on_plain_and_changed_lines() {
    // The words that changed may lift a colour; whole lines must not need it.
    for scheme in Scheme::built_in() {
        let theme = Theme::new(&scheme, scheme.ground, Depth::True);
        for tone in Tone::ALL {
            for tint in [None, Some(Tint::Added), Some(Tint::Removed)] {
                let Rgb(r, g, b) = scheme.tone(tone).colour;
                assert_eq!(theme.code(tone, tint).fg, Some(Color::Rgb(r, g, b)), "{} {tone:?} {tint:?}", scheme.name);
            }
        }
    }
}

#[test]
fn the_cursor_line_bars_and_files_keep_their_text_legible() {
    for scheme in Scheme::built_in() {
        for ink in [Ink::Bar, Ink::File, Ink::Selected] {
            let ground = scheme.ink(ink);
            assert!(scheme.text.contrast(ground) >= 4.5, "{} {ink:?}", scheme.name);
        }
        for tone in Tone::ALL {
            let contrast = scheme.tone(tone).colour.contrast(scheme.ink(Ink::Selected));
            assert!(contrast >= 3.0, "{} {tone:?} on the cursor's line: {contrast:.2}", scheme.name);
        }
    }
}

#[test]
fn grounds_can_be_told_apart_at_every_depth() {
    for scheme in Scheme::built_in() {
        for depth in [Depth::True, Depth::Indexed] {
            let theme = Theme::new(&scheme, scheme.ground, depth);
            let ground = |tint: Tint| rgb(theme.code(Tone::Text, Some(tint)).bg).unwrap();
            for (line, word) in [(Tint::Added, Tint::AddedWord), (Tint::Removed, Tint::RemovedWord)] {
                assert_ne!(ground(line), ground(word), "{} {depth:?} {line:?}", scheme.name);
            }
            // With few colours the lines themselves may stay quiet: the gutter tells the sides apart.
            assert_ne!(ground(Tint::AddedGutter), ground(Tint::RemovedGutter), "{} {depth:?}", scheme.name);
            let hue = |Rgb(r, g, _): Rgb| i32::from(g) - i32::from(r);
            assert!(hue(ground(Tint::AddedWord)) > 0 && hue(ground(Tint::RemovedWord)) < 0, "{}", scheme.name);
            assert!(hue(ground(Tint::AddedGutter)) > 0 && hue(ground(Tint::RemovedGutter)) < 0, "{}", scheme.name);
            assert!(depth == Depth::Indexed || hue(ground(Tint::Added)) > 0 && hue(ground(Tint::Removed)) < 0);
        }
    }
}

#[test]
fn without_colour_there_is_no_colour_and_sides_and_words_still_differ() {
    let theme = Theme::new(&Scheme::plain(Background::Dark), Background::Light, Depth::Mono);
    let is_colourless = |style: Style| [style.fg, style.bg].iter().all(|c| matches!(c, None | Some(Color::Reset)));
    for tone in Tone::ALL {
        assert!(grounds().all(|tint| is_colourless(theme.code(tone, tint))), "{tone:?}");
    }
    assert!(Ink::ALL.into_iter().all(|ink| is_colourless(theme.ink(ink))));
    assert!(Severity::ALL.into_iter().all(|severity| is_colourless(theme.severity(severity))));
    assert!(is_colourless(theme.screen()));
    let sets: Vec<Modifier> = [Tint::Added, Tint::AddedWord, Tint::Removed, Tint::RemovedWord]
        .map(|tint| theme.code(Tone::Text, Some(tint)).add_modifier)
        .to_vec();
    assert!(sets.iter().enumerate().all(|(at, set)| !sets[..at].contains(set)), "{sets:?}");
}

#[test]
fn sixteen_colours_use_names_only() {
    let theme = Theme::new(&Scheme::plain(Background::Dark), Background::Dark, Depth::Ansi);
    for (tone, tint) in Tone::ALL.into_iter().flat_map(|tone| grounds().map(move |tint| (tone, tint))) {
        let style = theme.code(tone, tint);
        let is_name = |colour: Option<Color>| !matches!(colour, Some(Color::Rgb(..) | Color::Indexed(_)));
        assert!(is_name(style.fg) && is_name(style.bg), "{tone:?} {tint:?}");
    }
}

#[test]
fn a_theme_for_the_other_ground_brings_its_own() {
    let dark = Scheme::plain(Background::Dark);
    assert_eq!(Theme::new(&dark, Background::Dark, Depth::True).screen(), Style::default());
    assert!(Theme::new(&dark, Background::Light, Depth::True).screen().bg.is_some());
}

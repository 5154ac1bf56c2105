//! `O`: more about the finding under the cursor. Says who would be asked and what that costs, and asks first. Not here: how
//! it is shown (`ui::elaboration`).

use crate::{
    core::{
        model::{FindingId, TaskState, Time, Usage},
        plan::Estimate,
    },
    session::{Msg, Session},
    ui::{
        Ui, agents,
        question::Question,
        state::{CardId, Mode},
    },
};

use super::normal::tell;

/// Asks the person.
pub(super) fn ask(ui: &mut Ui, session: &Session, id: &FindingId, at: Time) {
    let known = session.elaboration(id).map(|more| more.state);
    if let Some(TaskState::Queued | TaskState::Running) = known {
        ui.say(format!("it is being told · {}, then {}, cancels it", ui.key("view-agents"), ui.key("drawer")));
        return;
    }
    let (planned, estimate) = match session.elaboration_estimate(id) {
        Ok(found) => found,
        Err(why) => {
            ui.say(why);
            return;
        }
    };
    let who = planned.who.as_deref().unwrap_or_default();
    let again = if known.is_some() { " again" } else { "" };
    let words = format!("Ask {who}{again} for more about {id}? {} Nothing of it is posted.", cost(who, &estimate));
    // It streams into the card: that is open.
    ui.diff.cards.insert(CardId::Finding(id.clone()), true);
    let then = vec![tell(Msg::Elaborate(id.clone(), at))];
    ui.mode = Mode::Ask(Box::new(Question::new(words, "ask", then)));
}

fn cost(who: &str, estimate: &Estimate) -> String {
    if who.starts_with("cmd:") {
        return "It is a command: what it uses up is not known.".to_owned();
    }
    let usage = Usage { input: estimate.input, output: estimate.output, is_estimated: true, ..Usage::default() };
    let price = estimate.cost_usd.map_or("no price is known".to_owned(), |cost| format!("${cost:.4}"));
    format!("About {} tokens, {price}.", agents::tokens(usage).trim_end_matches('*'))
}

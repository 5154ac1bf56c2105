//! Arguments of `prr inbox`. Not here: what it does. Called by `args`, `commands`.

use super::args::PlanOutput;

/// `prr inbox`.
#[derive(Debug, Clone, PartialEq, Eq, Default, clap::Args)]
pub struct InboxArgs {
    /// The form of the list. Without it a terminal gets the list to choose from, anything else text.
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub output: Option<PlanOutput>,
    /// Ask this host; otherwise the one of this repository, or GH_HOST, or github.com. The list is then printed.
    #[arg(long, value_name = "HOST")]
    pub host: Option<String>,
    /// Touch no network.
    #[arg(long)]
    pub offline: bool,
}

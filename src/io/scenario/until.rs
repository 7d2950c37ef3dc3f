//! How closely figures are to be known before a run has enough members.

use super::keys::Keys;
use crate::model::{Invalid, Section};
use crate::sampling::plan::Plan;
use crate::statistics::{FIRST_LOOK, Statistic, Wanted, Width};

/// The name of the table.
pub(super) const KEY: &str = "until";

/// What a scenario may say of it, for `gyrosweep list`.
pub(super) const UNTIL: &str = "statistic = \"mean\" | \"std\" | \"quantile\" | \"probability\", of (a column of an output, or the name of a \
                        [[probability]]), at (the share of a quantile, as 0.95), and half_width (of its 95 % interval, in the unit of the column) or \
                        relative (that half width as a part of the figure, as 0.01). A run then has as many members as all of these need: it is \
                        looked after 1024, 2048, 4096 members and so on, and the members of [plan] are the most that there can be. Each look has intervals of \
                        the level 1 - 0.05/looks, so that all of them together are wrong as rarely as one. The plan is of kind random, or sobol or halton with \
                        replicates = 16 or another power of two; a std needs replicates. Results are those of a run with as many members; the manifest says \
                        what was wanted and what is known";

/// Reads every `[[until]]`.
pub(super) fn read(root: &Keys<'_>, plan: &Plan, kind: &str) -> Result<Vec<Wanted>, Invalid> {
    let sections = root.tables(KEY)?;
    if let Some(section) = sections.first() {
        check_plan(section, root, (plan, kind))?;
    }
    sections.into_iter().map(|section| wanted(section, plan)).collect()
}

/// Fails where members of the plan have no intervals, or do not go on.
fn check_plan(section: &Keys<'_>, root: &Keys<'_>, (plan, kind): (&Plan, &str)) -> Result<(), Invalid> {
    const ACCEPTED: &str = "kind = \"random\", or kind = \"sobol\" or \"halton\" with replicates = 16";
    let refused = |message: String| Err(section.invalid("statistic", message));
    if plan.arrangement().is_none() && matches!(kind, "sobol" | "halton") {
        let message =
            format!("members of the plan {kind:?} are spread evenly, and have no intervals without replicates");
        return Err(root.invalid("plan", format!("{message}, which [[until]] needs; accepted: {ACCEPTED}")));
    }
    if !matches!(kind, "random" | "sobol" | "halton") {
        let why = match kind {
            "latin_hypercube" => "are others where they are more",
            "grid" | "table" | "one" | "one_at_a_time" => "are listed",
            _ => "are rows of mixtures",
        };
        return refused(format!("the members of the plan {kind:?} {why}; accepted: {ACCEPTED}"));
    }
    if let Some(of) = plan.arrangement().filter(|of| !FIRST_LOOK.is_multiple_of(of.replicates)) {
        let message =
            format!("{} replicates do not divide {FIRST_LOOK} members; accepted: a power of two", of.replicates);
        return Err(root.invalid("plan.replicates", message));
    }
    if plan.members() < FIRST_LOOK {
        let message = format!(
            "the plan has {} members, and the first look is after {FIRST_LOOK}; accepted: members = {FIRST_LOOK} or more, the most that there \
             can be",
            plan.members()
        );
        return refused(message);
    }
    Ok(())
}

/// Reads what is wanted of a figure.
fn wanted(mut section: Keys<'_>, plan: &Plan) -> Result<Wanted, Invalid> {
    section.know(&["statistic", "of", "at", "half_width", "relative"])?;
    let name = section.choice("statistic", &Statistic::NAMES)?;
    if !section.has("statistic") {
        return Err(section.missing(
            "statistic",
            "this key is needed and missing: which figure is to be known; accepted: mean, std, quantile, probability",
        ));
    }
    if name != "quantile" && section.has("at") {
        return Err(section.invalid("at", format!("a {name} is of no share; accepted: with statistic = \"quantile\"")));
    }
    let statistic = match name {
        "mean" => Statistic::Mean,
        "probability" => Statistic::Probability,
        "std" if plan.arrangement().is_some() => Statistic::Std,
        "std" => {
            let message = "a std of random members has no interval; accepted: kind = \"sobol\" or \"halton\" with replicates = 16 in [plan]";
            return Err(section.invalid("statistic", message.into()));
        }
        _ if !section.has("at") => {
            return Err(
                section.missing("at", "this key is needed and missing: the share below the quantile, as at = 0.95")
            );
        }
        _ => {
            let at = section.constant("at")?;
            if !(at > 0.0 && at < 1.0) {
                return Err(section.invalid("at", format!("found {at:?}; accepted: a share between 0 and 1, as 0.95")));
            }
            Statistic::Quantile(at)
        }
    };
    let of = section.text("of")?;
    let width = match (section.has("half_width"), section.has("relative")) {
        (true, true) => {
            return Err(section.invalid("relative", "half_width is there, too; accepted: one of them".into()));
        }
        (false, false) => {
            return Err(section.missing("half_width", "this key is needed and missing: how closely the figure is to be known; or relative = 0.01, a part of it"));
        }
        (is_half, _) => {
            let key = if is_half { "half_width" } else { "relative" };
            let width = section.constant(key)?;
            if !(width > 0.0 && width.is_finite()) {
                return Err(section.invalid(key, format!("found {width:?}; accepted: a number above 0")));
            }
            if is_half { Width::Half(width) } else { Width::Relative(width) }
        }
    };
    section.finish()?;
    Ok(Wanted { statistic, of, width })
}

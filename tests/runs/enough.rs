//! Runs that end when figures are known closely enough: `[[until]]`.

use super::extended::{FUNCTION, files, rewrite};
use super::indices::with;
use crate::common::{place::Place, refusal};

const RANDOM: &str = "kind = \"random\"\nmembers = 50000\nseed = 2";
const SOBOL: &str = "kind = \"sobol\"\nmembers = 50000\nreplicates = 16";

/// A scenario with these lines of the plan that runs until so much is known.
fn until(plan: &str, wanted: &[&str]) -> String {
    let tables: Vec<String> = wanted.iter().map(|wanted| format!("[[until]]\n{wanted}\n")).collect();
    with(FUNCTION, plan) + &tables.concat()
}

fn run(place: &Place, folder: &str, arguments: &[&str]) -> String {
    let output = place.output(&[&["run", "top.toml", "--out", folder, "--backend", "cpu"], arguments].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn members_are_as_many_as_all_figures_need() {
    let mean = "statistic = \"mean\"\nof = \"y\"\nhalf_width = 0.025";
    let quantile = "statistic = \"quantile\"\nof = \"y\"\nat = 0.95\nhalf_width = 0.04";
    let probability = "statistic = \"probability\"\nof = \"P(y > 3)\"\nrelative = 0.05";
    let std = "statistic = \"std\"\nof = \"y\"\nrelative = 0.002";
    for (plan, wanted) in [(RANDOM, vec![mean, quantile, probability]), (SOBOL, vec![mean, quantile, probability, std])]
    {
        let place = Place::new(&until(plan, &wanted));
        run(&place, "found", &["--chunk", "300"]);
        let manifest = place.manifest("found");
        // a power of two, and figures that half as many members did not tell
        let members = manifest.members;
        assert!(members.is_power_of_two() && (2048..32768).contains(&members), "{members}");
        assert_eq!(manifest.until.len(), wanted.len());
        for record in &manifest.until {
            let interval = record.interval.as_ref().unwrap();
            // six looks: 1024 to 32768
            assert!((interval.level - (1.0 - 0.05 / 6.0)).abs() < 1e-15);
            let half = 0.5 * (interval.upper - interval.lower);
            let most = record.half_width.unwrap_or_else(|| record.relative.unwrap() * record.estimate.unwrap());
            assert!(record.met && half <= most, "{record:?}");
        }
        let fewer = place.output(&["run", "top.toml", "--out", "fewer", "--members", &(members / 2).to_string()]);
        assert!(String::from_utf8_lossy(&fewer.stdout).contains("are not enough"));
        // what was run is a run of as many members
        assert!(!std::fs::read_to_string(place.path().join("found/scenario.toml")).unwrap().contains("until"));
        rewrite(&place, &with(FUNCTION, &plan.replace("50000", &members.to_string())));
        run(&place, "whole", &[]);
        assert!(files(&place, "found") == files(&place, "whole"), "{plan}");
        // a run that was stopped on the way goes on: what it had come to is one of fewer members
        run(&place, "again", &["--members", "2048"]);
        rewrite(&place, &until(plan, &wanted));
        run(&place, "again", &["--resume"]);
        assert!(files(&place, "again") == files(&place, "whole"), "{plan}");
        assert_eq!(place.manifest("again").until, manifest.until);
    }
}

/// The mean of a normal column needs n = (t s / h)^2 members.
#[test]
fn as_many_are_enough_as_the_closed_form_says() {
    for (half_width, expected) in [("0.014", 1024 << 2), ("0.01", 1024 << 3), ("0.0065", 1024 << 4)] {
        let text = "[parameters]\na = 0.0\n[[output]]\nname = \"y\"\nquantity = \"expression\"\nexpression = \"a\"\n\
                    [plan.vary]\na = { normal = [0, 0.3] }\n[plan]\nkind = \"random\"\nmembers = 40000\n[[until]]\n\
                    statistic = \"mean\"\nof = \"y\"\nhalf_width = "
            .to_string();
        let place = Place::new(&(text + half_width + "\n"));
        run(&place, "found", &[]);
        // six looks at 1 - 0.05/6: 2.638 standard errors
        let needed = (2.638 * 0.3 / half_width.parse::<f64>().unwrap()).powi(2);
        assert!((0.55..0.95).contains(&(needed / expected as f64)), "{needed} {expected}");
        assert_eq!(place.manifest("found").members, expected);
    }
}

#[test]
fn what_cannot_be_known_closely_is_told() {
    let mean = "statistic = \"mean\"\nof = \"y\"\nhalf_width = 1e-9";
    let place = Place::new(&until(&RANDOM.replace("50000", "3000"), &[mean]));
    let told = run(&place, "found", &[]);
    assert!(told.contains("after 1,024 members the mean of y is known to +- ") && told.contains("952 more"), "{told}");
    assert!(told.contains("3,000 members, the most that there can be, are not enough:"), "{told}");
    let manifest = place.manifest("found");
    assert_eq!((manifest.members, manifest.complete, manifest.until[0].met), (3000, true, false));
    // one member, or those of an option, are run as they are
    run(&place, "one", &["--member", "7"]);
    for (arguments, part) in [
        (["--shard", "1/2"].as_slice(), "--shard: [[until]] decides by the table of all before"),
        (&["--statistics"], "--statistics: [[until]] decides by the table of all before"),
        (&["--members", "1000"], "the plan has 1000 members, and the first look is after 1024"),
    ] {
        let output = place.output(&[&["run", "top.toml", "--out", "refused"], arguments].concat());
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && error.contains(part), "{error}");
    }
    for (plan, wanted, part) in [
        (
            RANDOM,
            "statistic = \"mean\"\nof = \"z\"\nhalf_width = 1",
            "until[0].of: there is no output \"z\"; accepted: y, P(y > 3)",
        ),
        (RANDOM, "statistic = \"std\"\nof = \"y\"\nhalf_width = 1", "a std of random members has no interval"),
        (
            RANDOM,
            "statistic = \"mean\"\nof = \"y\"\nhalf_width = 0",
            "until[0].half_width: found 0.0; accepted: a number above 0",
        ),
        (
            RANDOM,
            "statistic = \"mean\"\nof = \"y\"\nrelative = -1",
            "until[0].relative: found -1.0; accepted: a number above 0",
        ),
        (RANDOM, "statistic = \"mean\"\nof = \"y\"", "until[0].half_width: this key is needed and missing"),
        (RANDOM, "of = \"y\"\nhalf_width = 1", "until[0].statistic: this key is needed and missing"),
        (RANDOM, "statistic = \"median\"\nof = \"y\"\nhalf_width = 1", "accepted: mean, std, quantile, probability"),
        (RANDOM, "statistic = \"quantile\"\nof = \"y\"\nhalf_width = 1", "until[0].at: this key is needed and missing"),
        (
            RANDOM,
            "statistic = \"quantile\"\nof = \"y\"\nat = 1\nhalf_width = 1",
            "until[0].at: found 1.0; accepted: a share between 0 and 1",
        ),
        (RANDOM, "statistic = \"mean\"\nof = \"y\"\nat = 0.5\nhalf_width = 1", "until[0].at: a mean is of no share"),
        (RANDOM, "statistic = \"mean\"\nof = \"y\"\nrelative = 1\nhalf_width = 1", "half_width is there, too"),
        (
            "kind = \"sobol\"\nmembers = 2048",
            "statistic = \"mean\"\nof = \"y\"\nhalf_width = 1",
            "have no intervals without replicates",
        ),
        (
            "kind = \"halton\"\nmembers = 2000\nreplicates = 10",
            "statistic = \"mean\"\nof = \"y\"\nhalf_width = 1",
            "10 replicates do not divide 1024",
        ),
        (
            "kind = \"latin_hypercube\"\nmembers = 2048",
            "statistic = \"mean\"\nof = \"y\"\nhalf_width = 1",
            "are others where they are more",
        ),
        (
            "kind = \"saltelli\"\nrows = 2048",
            "statistic = \"mean\"\nof = \"y\"\nhalf_width = 1",
            "are rows of mixtures",
        ),
    ] {
        let text = until(plan, &[wanted]);
        let error = if part.contains("no output") {
            rewrite(&place, &text);
            String::from_utf8_lossy(&place.output(&["run", "top.toml", "--out", "refused"]).stderr).into_owned()
        } else {
            refusal(&text)
        };
        assert!(error.contains(part), "{error}");
    }
    let grid = with(FUNCTION, "kind = \"grid\"")
        .replace("{ normal = [1, 0.2] }", "[1, 2]")
        .replace("{ uniform = [1, 3] }", "[1, 2]");
    let error = refusal(&(grid + "[[until]]\nstatistic = \"mean\"\nof = \"y\"\nhalf_width = 1\n"));
    assert!(error.contains("the members of the plan \"grid\" are listed; accepted: kind = \"random\""), "{error}");
}

/// Members that are all the same, and replicates that all have as many rare ones, tell nothing of what others would be.
#[test]
fn a_spread_that_is_none_is_not_close() {
    for (plan, threshold) in [
        ("kind = \"random\"\nmembers = 4096\nseed = 2", 0.99985),
        ("kind = \"sobol\"\nmembers = 4096\nreplicates = 16", 0.9998),
    ] {
        let scenario = format!(
            "[parameters]\na = 0.5\n[[output]]\nname = \"y\"\nquantity = \"expression\"\nexpression = \"where(a - {threshold}, 1000, 0)\"\n\
             [[probability]]\nname = \"rare\"\nof = \"y > 1\"\n[plan.vary]\na = {{ uniform = [0, 1] }}\n[plan]\n{plan}\n\
             [[until]]\nstatistic = \"mean\"\nof = \"y\"\nhalf_width = 1e-3\n"
        );
        let place = Place::new(&scenario);
        let told = run(&place, "found", &[]);
        let manifest = place.manifest("found");
        assert_eq!((manifest.members, manifest.until[0].met), (4096, false), "{told}");
        // the mean of a condition is its probability, of which Wilson's interval tells something
        rewrite(&place, &scenario.replace("of = \"y\"\nhalf_width = 1e-3", "of = \"rare\"\nhalf_width = 2e-3"));
        run(&place, "rare", &[]);
        let manifest = place.manifest("rare");
        let interval = manifest.until[0].interval.as_ref().unwrap();
        let exact = 1.0 - threshold;
        assert!(interval.lower <= exact && exact <= interval.upper && interval.lower < interval.upper, "{interval:?}");
    }
}

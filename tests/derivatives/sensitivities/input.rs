//! What a scenario may ask for, and what it is told where it may not.

use super::*;

fn said(section: &str) -> String {
    refusal(&(top("joint", "integrator = \"rkmk4\"\nstep = 1e-3", "") + section))
}

#[test]
fn parameters_are_named() {
    assert!(
        said("[sensitivity]\nparameters = [\"mas\"]\n").contains("sensitivity.parameters: unknown parameter \"mas\"")
    );
    let near = said("[sensitivity]\nparameters = [\"Jxy\"]\n");
    assert!(near.contains("did you mean"), "{near}");
    assert!(said("[sensitivity]\nparameters = [\"m\", \"m\"]\n").contains("\"m\" comes twice"));
    assert!(said("[sensitivity]\nparameters = \"some\"\n").contains("accepted: \"all\", or names in brackets"));
    assert!(said("[sensitivity]\nparameters = []\n").contains("found no names; accepted: \"all\", or some of m, Xy"));
    assert!(
        said("[sensitivity]\nparameters = \"all\"\nparameter = 1\n").contains("sensitivity.parameter: unknown key")
    );
    assert!(said("[sensitivity]\n").contains("parameters"));
}

#[test]
fn samples_have_derivatives_by_the_direct_method() {
    let section = "[sensitivity]\nparameters = [\"m\"]\nmethod = \"adjoint\"\n";
    let found = said(&format!("[sampling]\nevery = 0.05\n{section}"));
    assert!(found.contains("sensitivity.method") && found.contains("accepted: method = \"direct\""), "{found}");
}

#[test]
fn a_parameter_that_nothing_depends_on_has_zeros() {
    let text = top("joint", "integrator = \"rkmk4\"\nstep = 1e-3", "")
        .replace("[gravity]", "idle = { default = 2.0 }\n[gravity]");
    let (s, chunk) = differentiated(&text);
    let [said] = &s.advice()[..] else { panic!("{:?}", s.advice()) };
    assert!(said.contains("nothing depends on the parameter \"idle\""), "{said}");
    assert_eq!(value(&s, &chunk, "d(x.x)/d(idle)"), 0.0);
    assert_ne!(value(&s, &chunk, "d(x.x)/d(m)"), 0.0);
}

#[test]
fn an_output_without_a_derivative_leaves_the_others() {
    let edge = "[[output]]\nname = \"edge\"\nquantity = \"expression\"\nexpression = \"sqrt(abs(idle - 2))\"\n";
    let text = top("joint", "integrator = \"rkmk4\"\nstep = 1e-3", edge)
        .replace("[gravity]", "idle = { default = 2.0 }\n[gravity]");
    let (s, chunk) = differentiated(&text);
    assert_eq!(chunk.outcomes, [Outcome::Completed]);
    assert_eq!(value(&s, &chunk, "edge"), 0.0);
    assert!(value(&s, &chunk, "d(edge)/d(idle)").is_nan());
    assert_eq!(value(&s, &chunk, "d(x.x)/d(idle)"), 0.0);
    assert_ne!(value(&s, &chunk, "d(x.x)/d(m)"), 0.0);
    let backwards = parse(&(text + "[sensitivity]\nparameters = \"all\"\nmethod = \"adjoint\"\n"));
    let chunk = run_on(&CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("threads"), &backwards);
    assert!(value(&backwards, &chunk, "d(edge)/d(idle)").is_nan());
}

#[test]
fn members_that_make_no_mechanism_are_outcomes() {
    let plan = "[plan]\nkind = \"grid\"\n[plan.vary]\nm = [-1.0, -2.0, -3.0, -4.0, -5.0]\n[sensitivity]\nparameters = \"all\"\n";
    let s = parse(&top("absolute", "integrator = \"generalized_alpha\"\nstep = 1e-3", plan));
    let chunk = run_on(&CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("threads"), &s);
    assert_eq!(chunk.outcomes, [Outcome::Invalid; 5]);
    assert!(chunk.outputs.as_slice().iter().all(|y| y.is_nan()));
}

use super::*;

fn code(solution: Solution) -> f64 {
    solution.code()
}

/// Checks a step of one equation of motion, of a scale of one, and one constraint on a coordinate of one.
fn check(newton: &Newton, residual: [f64; 2], compared: f64, solves: f64, rounding: f64) -> [f64; 2] {
    let kept = Progress { compared, rounding, before: 9.0, solves, status: code(Solution::Sought) };
    let Progress { compared, status, .. } = newton.check((&residual, 1), 1.0, &[1.0], kept);
    [compared, status]
}

#[test]
fn a_step_is_solved_after_one_solution_at_least() {
    let newton = Newton { criterion: Criterion::Residual, relative: 1e-8, absolute: 1e-10, ..Newton::default() };
    let check = |norm: f64, first: f64, solves: f64| check(&newton, [norm, 0.0], first, solves, 0.0);
    assert_eq!(check(0.0, 0.0, 0.0), [0.0, code(Solution::Sought)]);
    assert_eq!(check(0.0, 0.0, 1.0)[1], code(Solution::Found));
    assert_eq!(check(3.0, 2.0, 1.0), [3.0, code(Solution::Sought)]);
    assert_eq!(check(3.0, 2.0, 2.0), [2.0, code(Solution::Sought)]);
    assert_eq!(check(1e-8, 2.0, 2.0)[1], code(Solution::Found));
    assert_eq!(check(1e-10, 1e-5, 2.0)[1], code(Solution::Found));
    assert_eq!(check(3e-8, 2.0, 25.0)[1], code(Solution::Diverged));
    for bad in [f64::NAN, f64::INFINITY] {
        assert_eq!(check(bad, 2.0, 1.0)[1], code(Solution::Diverged), "{bad}");
    }
    // what is settled stays so
    let kept = Progress { compared: 2.0, rounding: 0.0, before: 1.0, solves: 3.0, status: code(Solution::Found) };
    assert_eq!(newton.check((&[5.0], 1), 1.0, &[1.0], kept).status, code(Solution::Found));
}

#[test]
fn forces_and_constraints_are_judged_each_in_its_unit() {
    let newton = Newton::default();
    let is_found = |newton: &Newton, residual| check(newton, residual, 1e6, 1.0, 0.0)[1] == code(Solution::Found);
    assert!(is_found(&newton, [0.9e-7, 0.9e-13]));
    assert!(!is_found(&newton, [1.1e-7, 0.0]) && !is_found(&newton, [0.0, 1.1e-13]));
    let loose = Newton { absolute: 1e-3, ..newton };
    assert!(is_found(&loose, [0.9e-3, 0.9e-3]) && !is_found(&loose, [1.1e-3, 0.0]));
    // not before the first solution
    assert_eq!(check(&newton, [0.0; 2], 1e6, 0.0, 0.0)[1], code(Solution::Sought));
}

#[test]
fn a_step_is_solved_where_rounding_alone_is_left() {
    let unit = 32.0 * f64::EPSILON;
    for criterion in [Criterion::Balance, Criterion::Residual, Criterion::Increment] {
        let newton = Newton { criterion, relative: 1e-13, ..Newton::default() };
        let after = |newton: &Newton, solves, residual| check(newton, residual, 2.0, solves, 3.0)[1];
        assert_eq!(after(&newton, 1.0, [2.9, 0.9 * unit]), code(Solution::Found), "{criterion:?}");
        assert_eq!(after(&newton, 1.0, [3.1, 0.9 * unit]), code(Solution::Sought), "{criterion:?}");
        assert_eq!(after(&newton, 1.0, [2.9, 1e-12]), code(Solution::Sought), "{criterion:?}");
        assert_eq!(after(&newton, 0.0, [0.0, 0.0]), code(Solution::Sought), "{criterion:?}");
        // what still falls, from 3, is no rounding
        assert_eq!(after(&newton, 1.0, [0.2, 0.0]), code(Solution::Sought), "{criterion:?}");
        let quasi = Newton { refresh: Refresh::Quasi, ..newton };
        assert_eq!(after(&quasi, 1.0, [2.6, 0.0]), code(Solution::Sought), "{criterion:?}");
        assert_eq!(after(&quasi, 1.0, [2.8, 0.0]), code(Solution::Found), "{criterion:?}");
    }
}

#[test]
fn sizes_of_terms_do_not_cancel() {
    let rows: [Row<f64>; 2] = [vec![(0, 3.0), (1, -4.0)], vec![(1, 24.0)]];
    assert_eq!(size_of_terms(&rows, &[1.0, 1.0]), 25.0);
    // the second column belongs to a multiplier where there is one equation of motion
    assert_eq!(rounding(&rows[..1], &[&[2.0], &[]]), 6.0 * 32.0 * f64::EPSILON);
}

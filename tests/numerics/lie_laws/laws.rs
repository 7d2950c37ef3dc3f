//! The laws of groups, of their exponential map and of its derivatives.

use super::points::{Region, length, points};
use super::{
    Both, EPS, Family, Matrices, Motions, Number, Poses, Quaternions, Report, Translations, Vectors, algebra,
    components, parts,
};
use gyrosweep::lie::LieGroup;
use gyrosweep::num::{Dual, Real};
use std::f64::consts::PI;

/// The step of central differences: the truncation h^2 and the rounding EPS/h are both about 1e-10.
const STEP: f64 = 1e-5;

/// The limit of central differences: third derivatives up to about ten, six roundings over the step.
const DIFFERENCE: f64 = 2e-9;

type First = Dual<f64, 1>;
type Second = Dual<First, 1>;

/// `value` + e1 `first` + e2 `second`, where e1^2 = e2^2 = 0; the product e1 e2 holds the mixed
/// second derivative.
fn mixed(value: f64, first: f64, second: f64) -> Second {
    Dual { re: Dual { re: value, eps: [first] }, eps: [Dual { re: second, eps: [0.0] }] }
}

fn largest(numbers: &[f64]) -> f64 {
    numbers.iter().fold(1.0, |m, c| m.max(c.abs()))
}

/// The axioms of a group and those of its exponential map, in numbers R.
fn algebraic_laws<F: Family, R: Number>(report: &mut Report) {
    let points = points::<F>();
    let entries = |g: F::Of<R>| parts(&F::entries(g));
    let one = F::Of::<R>::identity();
    for (i, p) in points.iter().enumerate() {
        let (b, c) = (&points[(7 * i + 3) % points.len()], &points[(11 * i + 5) % points.len()]);
        let (g, h, k) = (p.element::<F, R>(), b.element::<F, R>(), c.element::<F, R>());
        // Entries are at most one (rotations) or twenty (translations); their derivatives at most
        // a few. Sixteen roundings of the largest entry for a product of three, which has three terms
        // in each of two products of matrices, and as many again for the conversion to matrices.
        let limit = |entries: &[f64]| 32.0 * EPS * largest(entries);

        let (left, right) = (entries(g.compose(h).compose(k)), entries(g.compose(h.compose(k))));
        report.close("(g h) k = g (h k)", p, &left, &right, limit(&left));
        let e = entries(g);
        report.close("1 g = g", p, &entries(one.compose(g)), &e, limit(&e));
        report.close("g 1 = g", p, &entries(g.compose(one)), &e, limit(&e));
        let neutral = entries(one);
        report.close("g^-1 g = 1", p, &entries(g.inverse().compose(g)), &neutral, limit(&e));
        report.close("g g^-1 = 1", p, &entries(g.compose(g.inverse())), &neutral, limit(&e));
        let inverse = entries(h.inverse().compose(g.inverse()));
        report.close("(g h)^-1 = h^-1 g^-1", p, &entries(g.compose(h).inverse()), &inverse, limit(&inverse));

        let v: Vec<R> = p.seeded();
        let times = |s: f64| F::Of::exp(algebra::<F, R>(&v.iter().map(|c| c.scale(s)).collect::<Vec<_>>()));
        report.close("exp(-v) = exp(v)^-1", p, &entries(times(-1.0)), &entries(g.inverse()), limit(&e));
        for (s, t) in [(0.25, 0.5), (0.75, 0.25), (0.3, -0.9), (0.5, 0.5)] {
            let sum = entries(times(s + t));
            let composed = entries(times(s).compose(times(t)));
            report.close("exp((s + t) v) = exp(s v) exp(t v)", p, &composed, &sum, limit(&sum));
        }

        for element in [g, g.compose(h), g.compose(h).compose(k)] {
            let log = element.log();
            let (back, e) = (entries(F::Of::exp(log)), entries(element));
            report.close("exp(log(g)) = g", p, &back, &e, limit(&e));
            let values: Vec<f64> = components::<F, R>(log).iter().map(|c| c.parts()[0]).collect();
            for (block, is_rotation) in values.chunks(3).zip(F::rotations()) {
                // pi and the components are rounded
                assert!(!is_rotation || length(block) <= PI * (1.0 + 2.0 * EPS), "|log| = {}", length(block));
            }
        }
        if p.is_short::<F>() {
            let log = components::<F, R>(g.log());
            for (block, expected) in log.chunks(3).zip(v.chunks(3)) {
                let values = |c: &[R]| c.iter().map(|c| c.parts()[0]).collect::<Vec<_>>();
                let derivatives = |c: &[R]| c.iter().flat_map(|c| c.parts()[1..].to_vec()).collect::<Vec<_>>();
                // relative to the length of the vector, however small: eight roundings from v to g
                // and eight back
                let limit = 16.0 * EPS * length(&values(expected));
                report.close("log(exp(v)) = v", p, &values(block), &values(expected), limit);
                // derivatives of order one, of T and T^-1 at up to half a turn
                let (left, right) = (derivatives(block), derivatives(expected));
                report.close("log(exp(v)) = v, derivatives", p, &left, &right, 32.0 * EPS);
            }
        }
    }
}

/// Dual numbers carry the values of the plain ones, bit for bit.
fn duals_carry_the_value<F: Family>() {
    for p in points::<F>() {
        let (g, dual) = (p.element::<F, f64>(), p.element::<F, Dual<f64, 2>>());
        let pairs = [
            (F::entries(g.compose(g)), F::entries(dual.compose(dual))),
            (components::<F, f64>(g.log()), components::<F, Dual<f64, 2>>(dual.log())),
        ];
        for (plain, dual) in pairs {
            let values: Vec<u64> = dual.iter().map(|d| d.re.to_bits()).collect();
            assert_eq!(plain.iter().map(|x| x.to_bits()).collect::<Vec<_>>(), values, "{:?}", p.v);
        }
    }
}

fn add(v: &[f64], s: f64, w: &[f64]) -> Vec<f64> {
    v.iter().zip(w).map(|(v, w)| v + s * w).collect()
}

fn central_difference(f: impl Fn(f64) -> Vec<f64>) -> Vec<f64> {
    f(STEP).iter().zip(f(-STEP)).map(|(above, below)| (above - below) / (2.0 * STEP)).collect()
}

fn derivative(numbers: &[First]) -> Vec<f64> {
    numbers.iter().map(|n| n.eps[0]).collect()
}

/// v + t w at t = 0, with its derivative with respect to t.
fn line(v: &[f64], w: &[f64]) -> Vec<First> {
    v.iter().zip(w).map(|(v, w)| Dual { re: *v, eps: [*w] }).collect()
}

/// The operators of a group on vectors of components.
struct Operators<F>(std::marker::PhantomData<F>);

impl<F: Family> Operators<F> {
    fn tangent<R: Real>(v: &[R], w: &[R]) -> Vec<R> {
        components::<F, R>(F::Of::tangent(algebra::<F, R>(v), algebra::<F, R>(w)))
    }
    fn inverse<R: Real>(v: &[R], w: &[R]) -> Vec<R> {
        components::<F, R>(F::Of::tangent_inverse(algebra::<F, R>(v), algebra::<F, R>(w)))
    }
    fn tangent_derivative<R: Real>(v: &[R], w: &[R], d: &[R]) -> Vec<R> {
        let [v, w, d] = [v, w, d].map(algebra::<F, R>);
        components::<F, R>(F::Of::tangent_derivative(v, w, d))
    }
    fn inverse_derivative<R: Real>(v: &[R], w: &[R], d: &[R]) -> Vec<R> {
        let [v, w, d] = [v, w, d].map(algebra::<F, R>);
        components::<F, R>(F::Of::tangent_inverse_derivative(v, w, d))
    }
}

fn constants<R: Real>(v: &[f64]) -> Vec<R> {
    v.iter().map(|c| R::constant(*c)).collect()
}

/// T and T^-1 as inverse operators and as derivatives of exp and log, three ways.
fn tangent_laws<F: Family>(report: &mut Report) {
    type Ops<F> = Operators<F>;
    for p in &points::<F>() {
        let (v, w) = (&p.v[..], &p.w[..]);
        let (t, inverse) = (Ops::<F>::tangent(v, w), Ops::<F>::inverse(v, w));
        // T and its argument are of order one: sixteen roundings. T^-1 is as large as the condition
        // number; close to 2 pi, T takes back what T^-1 magnifies, but not what was rounded between.
        let limit = 16.0 * EPS * p.condition::<F>();
        report.close("T T^-1 = 1", p, &Ops::<F>::tangent(v, &inverse), w, limit);
        report.close("T^-1 T = 1", p, &Ops::<F>::inverse(v, &t), w, limit);
        report.close("T(v) v = v", p, &Ops::<F>::tangent(v, v), v, 16.0 * EPS * largest(v));
        report.close("T(v)^-1 v = v", p, &Ops::<F>::inverse(v, v), v, limit * largest(v));

        // T is the derivative of exp: t -> log(exp(v)^-1 exp(v + t w)). Near the identity log is
        // exact to rounding: of three maps, each with derivatives of order one
        let g = p.element::<F, f64>();
        let constant = F::Of::<First>::exp(algebra::<F, First>(&constants(v)));
        let moved = F::Of::<First>::exp(algebra::<F, First>(&line(v, w)));
        let dual = derivative(&components::<F, First>(constant.inverse().compose(moved).log()));
        report.close("T = derivative of exp, dual", p, &t, &dual, 64.0 * EPS);
        let difference = central_difference(|s| {
            let moved = F::Of::<f64>::exp(algebra::<F, f64>(&add(v, s, w)));
            components::<F, f64>(g.inverse().compose(moved).log())
        });
        report.close("T = derivative of exp, difference", p, &t, &difference, DIFFERENCE);

        // T^-1 is the derivative of log: t -> log(g exp(t w)), at v = log(g) with |v| <= pi
        let step = F::Of::<First>::exp(algebra::<F, First>(&line(&vec![0.0; w.len()], w)));
        let log = components::<F, First>(constant.compose(step).log());
        let at: Vec<f64> = log.iter().map(|c| c.re).collect();
        let inverse = Ops::<F>::inverse(&at, w);
        report.close("T^-1 = derivative of log, dual", p, &inverse, &derivative(&log), 64.0 * EPS);
        let smooth = at.chunks(3).zip(F::rotations()).all(|(c, rotation)| !rotation || length(c) < PI - 1e-3);
        if smooth {
            let difference = central_difference(|s| {
                let step = F::Of::<f64>::exp(algebra::<F, f64>(&add(&vec![0.0; w.len()], s, w)));
                components::<F, f64>(g.compose(step).log())
            });
            report.close("T^-1 = derivative of log, difference", p, &inverse, &difference, DIFFERENCE);
        }
    }
}

/// The derivatives of T and T^-1, three ways.
fn derivative_laws<F: Family>(report: &mut Report) {
    type Ops<F> = Operators<F>;
    for p in &points::<F>() {
        let (v, w, d) = (&p.v[..], &p.w[..], &p.d[..]);
        let fixed: Vec<First> = constants(w);
        let condition = p.condition::<F>();

        let analytic = Ops::<F>::tangent_derivative(v, w, d);
        let dual = derivative(&Ops::<F>::tangent(&line(v, d), &fixed));
        // T'' is at most of order ten, by |psi| <= 2 pi: four roundings of that
        report.close("T', dual", p, &analytic, &dual, 64.0 * EPS);
        let difference = central_difference(|s| Ops::<F>::tangent(&add(v, s, d), w));
        report.close("T', difference", p, &analytic, &difference, DIFFERENCE);

        let analytic = Ops::<F>::inverse_derivative(v, w, d);
        let dual = derivative(&Ops::<F>::inverse(&line(v, d), &fixed));
        // as large as the square of the condition number; both sides know 2 pi - |psi| from the same
        // rounded sine, so its relative error is not counted again
        report.close("(T^-1)', dual", p, &analytic, &dual, 16.0 * EPS * condition.powi(2));
        if !p.rotations::<F>().any(|(r, _)| r == Region::FullTurn) {
            let difference = central_difference(|s| Ops::<F>::inverse(&add(v, s, d), w));
            // the third derivative of 1/x^2 is 24/x^5 with x = 2 pi - |psi|; f3 has such a pole
            let limit = DIFFERENCE * (condition / (2.0 * PI)).max(1.0).powi(5);
            report.close("(T^-1)', difference", p, &analytic, &difference, limit);
        }
    }
}

/// Second derivatives where |psi| has none: at the identity and close to it.
fn second_derivative_laws<F: Family>(report: &mut Report) {
    type Ops<F> = Operators<F>;
    use Region::*;
    for p in &points::<F>() {
        if !p.rotations::<F>().any(|(r, _)| [Identity, Tiny, Small].contains(&r)) || !p.is_short::<F>() {
            continue;
        }
        let (v, w, d) = (&p.v[..], &p.w[..], &p.d[..]);
        let zero = vec![0.0; v.len()];
        let nested = |v: &[f64], first: &[f64], second: &[f64]| -> Vec<Second> {
            (0..v.len()).map(|i| mixed(v[i], first[i], second[i])).collect()
        };
        let part = |n: &[Second]| -> Vec<f64> { n.iter().map(|n| n.eps[0].eps[0]).collect() };
        let exp = |v: &[Second]| F::Of::<Second>::exp(algebra::<F, Second>(v));
        let log = |g: F::Of<Second>| components::<F, Second>(g.log());

        // log(exp(v)) = v is linear. Second derivatives of both maps are of order one; but where another
        // factor is near pi, dual numbers differentiate a polynomial of degree n = 7 at the end of its
        // interval, where an error of half a rounding may grow by n^2 for each derivative (Markov)
        let round_trip = part(&log(exp(&nested(v, w, d))));
        report.close("log(exp(v))'' = 0", p, &round_trip, &zero, 512.0 * EPS);
        // log(exp(e1 w) exp(e2 d)) = e1 w + e2 d + e1 e2 [w, d]/2 + ...; T(v) d = d - [v, d]/2 + ...
        let product = exp(&nested(&zero, w, &zero)).compose(exp(&nested(&zero, &zero, d)));
        let bracket: Vec<f64> = Ops::<F>::tangent_derivative(&zero, d, w).iter().map(|c| -c).collect();
        report.close("Baker, Campbell, Hausdorff", p, &part(&log(product)), &bracket, 16.0 * EPS);

        // T'' and (T^-1)'' against differences of the first derivatives
        let fixed: Vec<Second> = constants(&p.w);
        let e: Vec<f64> = w.iter().rev().map(|c| 0.7 - c).collect();
        let second = part(&Ops::<F>::tangent(&nested(v, d, &e), &fixed));
        let difference = central_difference(|s| Ops::<F>::tangent_derivative(&add(v, s, &e), w, d));
        report.close("T'', difference", p, &second, &difference, DIFFERENCE);
        let second = part(&Ops::<F>::inverse(&nested(v, d, &e), &fixed));
        let difference = central_difference(|s| Ops::<F>::inverse_derivative(&add(v, s, &e), w, d));
        report.close("(T^-1)'', difference", p, &second, &difference, DIFFERENCE);
    }
}

/// All laws of a group.
fn laws<F: Family>() {
    let mut report = Report::of::<F>();
    algebraic_laws::<F, f64>(&mut report);
    algebraic_laws::<F, Dual<f64, 2>>(&mut report);
    duals_carry_the_value::<F>();
    tangent_laws::<F>(&mut report);
    derivative_laws::<F>(&mut report);
    second_derivative_laws::<F>(&mut report);
    report.print::<F>();
}

macro_rules! groups {
    ($($name:ident: $family:ty;)*) => {
        $(#[test]
        fn $name() {
            laws::<$family>();
        })*
    };
}

groups! {
    translations: Translations;
    unit_quaternions: Quaternions;
    rotation_matrices: Matrices;
    rotation_vectors: Vectors;
    motions: Motions;
    poses_by_quaternions: Poses<Quaternions>;
    poses_by_matrices: Poses<Matrices>;
    poses_by_vectors: Poses<Vectors>;
    a_product_of_three: Both<Quaternions, Both<Translations, Matrices>>;
    a_product_of_a_product: Both<Both<Vectors, Quaternions>, Translations>;
}

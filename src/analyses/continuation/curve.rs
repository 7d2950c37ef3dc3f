//! How points of a curve are found, and compared.

/// A curve of solutions. Increments and directions are numbers in the frame of a point, the parameter that changes among them.
pub(in crate::analyses) trait Curve {
    /// A solution, which knows its direction.
    type Point: Clone;
    /// The reason why nothing more is found.
    type Stop;

    /// Returns how many ways of measuring increments there are, each of which a step has to look short in; the first measures lengths.
    fn metrics(&self) -> usize;

    /// Returns the product of increments in a metric.
    fn product(&self, metric: usize, a: &[f64], b: &[f64]) -> f64;

    /// Returns the direction of the curve at a point, of the length 1.
    fn direction<'p>(&self, at: &'p Self::Point) -> &'p [f64];

    /// Lets the direction at a point be the opposite one.
    fn turn(&self, at: &mut Self::Point);

    /// Returns the increments from a point to another.
    fn between(&self, from: &Self::Point, to: &Self::Point) -> Vec<f64>;

    /// Finds the point near some increments from another one, on the plane perpendicular to the direction there at a distance; none where
    /// there is none.
    fn solve(&mut self, from: &Self::Point, ahead: &[f64], distance: f64) -> Result<Option<Self::Point>, Self::Stop>;

    /// Returns the parameter that changes along the curve.
    fn level(&self, at: &Self::Point) -> f64;

    /// Tells whether two points are one, but for what solving leaves.
    fn is_same(&self, a: &Self::Point, b: &Self::Point) -> bool;
}

/// A point ahead of another one.
#[derive(Clone, Debug)]
pub(in crate::analyses) struct Spot<P> {
    /// The point.
    pub point: P,
    /// How far it is along the direction of the other one.
    pub distance: f64,
    /// The increments to it.
    pub ahead: Vec<f64>,
}

impl<P: Clone> Spot<P> {
    /// Returns the point itself.
    pub(in crate::analyses) fn here(point: &P, numbers: usize) -> Self {
        Self { point: point.clone(), distance: 0.0, ahead: vec![0.0; numbers] }
    }
}

/// Returns the length of increments in a metric.
pub(super) fn length<C: Curve>(curve: &C, metric: usize, a: &[f64]) -> f64 {
    curve.product(metric, a, a).sqrt()
}

/// Finds the point near some increments ahead of another one, with a direction that goes on.
pub(in crate::analyses) fn reached<C: Curve>(
    curve: &mut C,
    from: &C::Point,
    ahead: &[f64],
    distance: f64,
) -> Result<Option<Spot<C::Point>>, C::Stop> {
    let Some(mut point) = curve.solve(from, ahead, distance)? else { return Ok(None) };
    let along = curve.direction(from);
    let ahead = curve.between(from, &point);
    let distance = curve.product(0, along, &ahead);
    if curve.product(0, along, curve.direction(&point)) < 0.0 {
        curve.turn(&mut point);
    }
    let is_finite = distance.is_finite() && curve.direction(&point).iter().all(|x| x.is_finite());
    Ok(is_finite.then_some(Spot { point, distance, ahead }))
}

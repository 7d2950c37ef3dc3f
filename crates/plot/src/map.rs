//! A map: a quantity over two parameters, as the colour of the cells of a grid.

use super::axis::{self, Axis, Scale};
use super::colour::ColourMap;
use super::colour_scale::{ColourScale, by_shade, shade_step};
use super::count::{count, counted};
use super::picture::{Dimension, Picture, Quantity};
use super::plane::{Plane, left_of, page};
use super::scene::{Colour, Mark, Scene, Step, polyline};
use super::theme::{MISSING, PageStyle};

/// What is to be drawn: one quantity of points over two others.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Map {
    /// The title.
    pub title: String,
    /// The quantity to the right.
    pub x: Quantity,
    /// Upwards.
    pub y: Quantity,
    /// The colour; a point whose value its scale does not show leaves a grey cell unless another point is in that
    /// cell.
    pub colour: Quantity,
    /// What a point stands for, as `member`, for the caption.
    pub noun: String,
    /// What else the caption says.
    pub notes: Vec<String>,
    /// How the page looks.
    pub style: PageStyle,
}

/// Width and height of the plane.
const ACROSS: f64 = 520.0;
const UP: f64 = 440.0;
/// Most cells along an axis.
const MOST_CELLS: usize = 520;
/// A table is a grid if it fills at least this share of the cells.
const LEAST_FILLED: f64 = 0.25;

/// Draws a map; `None` if no point has a value of every quantity. The picture counts cells with a value.
///
/// Members on a grid have a cell for each of its points, with edges halfway to its neighbours. Other
/// points are put into equal cells. A cell shows the mean of its points that have a value.
pub fn map(content: &Map) -> Option<Picture> {
    let scales = [content.x.dimension.scale, content.y.dimension.scale];
    let points: Vec<[f64; 3]> = (content.x.values.iter().zip(&content.y.values).zip(&content.colour.values))
        .map(|((x, y), c)| [*x, *y, *c])
        .filter(|[x, y, _]| scales[0].shows(*x) && scales[1].shows(*y))
        .collect();
    let placed = points.len();
    let points: Vec<[f64; 3]> =
        points.into_iter().filter(|[x, y, _]| content.x.dimension.holds(*x) && content.y.dimension.holds(*y)).collect();
    let grid = Grid::of(&points, scales)?;
    let mut shown = content.colour.dimension.clone();
    let cells = grid.cells(&points, shown.scale, shown.colours);
    let values: Vec<f64> = cells.iter().filter_map(|cell| cell.mean(shown.colours)).collect();
    if shown.colours == ColourMap::YesNo && values.iter().any(|mean| ![0.0, 1.0].contains(mean)) {
        // the share of yes
        (shown.colours, shown.limits) = (ColourMap::Sequential, Some([0.0, 1.0]));
    }
    let shown = &shown;
    let scale = ColourScale::new(&values, shown)?;
    let lines = caption(content, &grid, &cells, [points.len(), placed], &scale);

    let theme = content.style.theme();
    let x = grid.axis(0, &content.x.dimension, theme.ticks(6))?;
    let y = grid.axis(1, &content.y.dimension, 6)?;
    let (left, top) = (left_of(&y, theme), theme.head(&content.title, lines.len()) + 10.0);
    let room = scale.room(theme, &content.colour.dimension);
    let plane = Plane { x, y, left, top, across: ACROSS, up: UP }.beside(room, theme);
    let mut scene = page([plane.right() + room, plane.bottom() + theme.foot], theme, left, &content.title, &lines);
    draw(&mut scene, &plane, &grid, &cells, (&scale, shown.colours));
    plane.edges(&mut scene, true);
    plane.labels(&mut scene, &content.x.dimension, &content.y.dimension);
    scale.bar(&mut scene, &plane, plane.right(), &content.colour.dimension);
    Some(Picture {
        scene,
        drawn: values.len() as u64,
        total: cells.iter().filter(|cell| cell.points > 0).count() as u64,
    })
}

fn caption(
    content: &Map,
    grid: &Grid,
    cells: &[Cell],
    [points, placed]: [usize; 2],
    scale: &ColourScale,
) -> Vec<String> {
    let [across, up] = [grid.len(0), grid.len(1)];
    let noun = &content.noun;
    let size = format!("{} × {}", count(across as u64), count(up as u64));
    let single = cells.iter().all(|cell| cell.points <= 1);
    let mut lines = vec![match (grid.regular, single) {
        (true, true) => format!("Grid of {size} {noun}s"),
        (true, false) => format!("Grid of {size} points; mean of the {noun}s at each"),
        (false, _) => format!("{} in {size} cells; mean of each cell", counted(points as u64, noun)),
    }];
    let grey = cells.iter().filter(|cell| cell.points > 0 && cell.valued == 0).count();
    if grey > 0 {
        lines.push(format!("Grey: {} without a value", counted(grey as u64, "cell")));
    }
    lines.extend(per_cell(cells, noun).filter(|_| !single));
    lines.extend(scale.note("cell"));
    if placed > points {
        lines.push(format!("Not drawn: {} outside the limits", counted((placed - points) as u64, noun)));
    }
    let unplaced = content.x.values.len().saturating_sub(placed);
    if unplaced > 0 {
        lines.push(format!("Not drawn: {} without a place on the axes", counted(unplaced as u64, noun)));
    }
    lines.extend(content.notes.clone());
    lines
}

/// Returns a note on how many points the mean of a cell is of.
fn per_cell(cells: &[Cell], noun: &str) -> Option<String> {
    let of = || cells.iter().map(|cell| u64::from(cell.valued)).filter(|n| *n > 0);
    let (least, most) = (of().min()?, of().max()?);
    let range = if least < most { format!("{} to ", count(least)) } else { String::new() };
    Some(format!("{range}{} per cell", counted(most, noun)))
}

/// The cells of a map.
struct Grid {
    scales: [Scale; 2],
    /// The edges of the cells along each axis, in the measure of its scale.
    edges: [Vec<f64>; 2],
    /// Whether the points lie on a grid.
    regular: bool,
}

/// What is in a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Cell {
    points: u32,
    valued: u32,
    sum: [f64; 2],
}

impl Cell {
    fn mean(&self, colours: ColourMap) -> Option<f64> {
        (self.valued > 0).then(|| colours.mean(self.sum, f64::from(self.valued)))
    }
}

impl Grid {
    fn of(points: &[[f64; 3]], scales: [Scale; 2]) -> Option<Self> {
        let values = [0, 1].map(|axis| distinct(points.iter().map(|m| measured(m[axis], scales[axis]))));
        let places = values[0].len() as f64 * values[1].len() as f64;
        let fits = values.iter().all(|v| (1..=MOST_CELLS).contains(&v.len()));
        let regular = fits && points.len() as f64 >= LEAST_FILLED * places;
        let n = ((points.len() as f64).sqrt() / 2.0).round().clamp(4.0, 64.0) as usize;
        let edges = |v: &[f64]| if regular { halfway(v) } else { even(v, n) };
        Some(Self { scales, edges: [edges(&values[0])?, edges(&values[1])?], regular })
    }

    /// Returns the number of cells along an axis.
    fn len(&self, axis: usize) -> usize {
        self.edges[axis].len().saturating_sub(1)
    }

    fn axis(&self, axis: usize, dimension: &Dimension, ticks: usize) -> Option<Axis> {
        let (edges, scale) = (&self.edges[axis], self.scales[axis]);
        let ends = [*edges.first()?, *edges.last()?].map(|v| match scale {
            Scale::Linear => v,
            Scale::Logarithmic => v.exp(),
        });
        dimension.ticked(dimension.limits.unwrap_or(ends), ticks)
    }

    /// Returns the cells, row by row from the lowest; values that the scale does not show are none.
    fn cells(&self, points: &[[f64; 3]], scale: Scale, colours: ColourMap) -> Vec<Cell> {
        let place = |axis: usize, value: f64| {
            let value = measured(value, self.scales[axis]);
            let edges = &self.edges[axis];
            edges.partition_point(|edge| *edge <= value).saturating_sub(1).min(self.len(axis) - 1)
        };
        let mut cells = vec![Cell::default(); self.len(0) * self.len(1)];
        for [x, y, value] in points {
            let cell = &mut cells[place(1, *y) * self.len(0) + place(0, *x)];
            cell.points += 1;
            if scale.shows(*value) {
                cell.valued += 1;
                let [a, b] = colours.summand(*value);
                cell.sum = [cell.sum[0] + a, cell.sum[1] + b];
            }
        }
        cells
    }
}

/// Converts a value to the measure in which a scale is even.
fn measured(value: f64, scale: Scale) -> f64 {
    match scale {
        Scale::Linear => value,
        Scale::Logarithmic => value.ln(),
    }
}

/// Returns the values in order, each once; what differs by rounding only is the same.
fn distinct(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut all: Vec<f64> = values.collect();
    all.sort_by(f64::total_cmp);
    let range = all.last().unwrap_or(&0.0) - all.first().unwrap_or(&0.0);
    all.dedup_by(|b, a| *b - *a <= 1e-9 * range);
    all
}

/// Returns edges halfway between values, and as far beyond the first and the last.
fn halfway(values: &[f64]) -> Option<Vec<f64>> {
    let (first, last) = (*values.first()?, *values.last()?);
    if values.len() == 1 {
        let half = if first == 0.0 { 0.5 } else { 0.05 * first.abs() };
        return Some(vec![first - half, first + half]);
    }
    let mut edges: Vec<f64> = values.windows(2).map(|w| 0.5 * w[0] + 0.5 * w[1]).collect();
    let (second, last_but_one) = (edges[0], edges[edges.len() - 1]);
    edges.insert(0, first - (second - first));
    edges.push(last + (last - last_but_one));
    Some(edges)
}

/// Returns edges of `n` equal cells from the first value to the last.
fn even(values: &[f64], n: usize) -> Option<Vec<f64>> {
    let (low, high) = axis::widened(*values.first()?, *values.last()?);
    Some((0..=n).map(|i| low + (high - low) * i as f64 / n as f64).collect())
}

/// Draws the cells: those of one colour are one shape; neighbours in a row are one rectangle.
fn draw(scene: &mut Scene, plane: &Plane, grid: &Grid, cells: &[Cell], (scale, colours): (&ColourScale, ColourMap)) {
    let back = |axis: usize, i: usize| match grid.scales[axis] {
        Scale::Linear => grid.edges[axis][i],
        Scale::Logarithmic => grid.edges[axis][i].exp(),
    };
    // limits may cut cells
    let rectangle = |row: usize, from: usize, to: usize| {
        let [left, right] = [from, to].map(|i| plane.at_x(back(0, i)).clamp(plane.left, plane.right()));
        let [bottom, top] = [row, row + 1].map(|i| plane.at_y(back(1, i)).clamp(plane.top, plane.bottom()));
        polyline(&[[left, top], [right, top], [right, bottom], [left, bottom]]).chain([Step::Close]).collect::<Vec<_>>()
    };
    let mut shaded: Vec<(f64, Vec<Step>)> = Vec::new();
    let mut grey: Vec<Step> = Vec::new();
    let across = grid.len(0).max(1);
    for (row, cells) in cells.chunks(across).enumerate() {
        let shades: Vec<Option<f64>> =
            cells.iter().map(|c| c.mean(colours).map(|mean| shade_step(scale.share_of(mean)))).collect();
        let mut from = 0;
        for to in 1..=across {
            let same = to < across && shades[to] == shades[from] && (cells[to].points > 0) == (cells[from].points > 0);
            if same {
                continue;
            }
            match shades[from] {
                Some(shade) => shaded.push((shade, rectangle(row, from, to))),
                None if cells[from].points > 0 => grey.extend(rectangle(row, from, to)),
                None => {}
            }
            from = to;
        }
    }
    let mut area = |shape: Vec<Step>, fill: Colour| {
        if !shape.is_empty() {
            scene.add(Mark::Area { shape, fill, crisp: true });
        }
    };
    area(grey, MISSING);
    for (shade, shapes) in by_shade(shaded.into_iter()) {
        area(shapes.concat(), scale.colour(shade));
    }
}

#[cfg(test)]
mod tests;

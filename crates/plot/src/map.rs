//! A map: a quantity over two parameters, as the colour of the cells of a grid.

use super::axis::Scale;
use super::boundary::{boundary, joined};
use super::colour::ColourMap;
use super::colour_scale::{ColourScale, by_shade, shade_step};
use super::count::{count, counted};
use super::font;
use super::picture::{Picture, Quantity};
use super::plane::{Plane, left_of, page};
use super::scene::{Anchor, Colour, Mark, Scene, Step, Stroke, Style, polyline};
use super::theme::{MISSING, PageStyle};
use grid::{Cell, Grid};
use refined::Refined;

mod grid;
mod refined;

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
    /// How often the cell was divided with which each point came, where cells of a grid are divided; empty where none are.
    pub levels: Vec<f64>,
    /// The value whose line is drawn, with what it is.
    pub boundary: Option<(f64, String)>,
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

/// Draws a map; `None` if no point has a value of every quantity. The picture counts cells with a value.
///
/// Members on a grid have a cell for each of its points, with edges halfway to its neighbours. Other
/// points are put into equal cells. A cell shows the mean of its points that have a value.
pub fn map(content: &Map) -> Option<Picture> {
    let scales = [content.x.dimension.scale, content.y.dimension.scale];
    let levels = content.levels.iter().copied().chain(std::iter::repeat(0.0));
    let points: Vec<Refined> = (content.x.values.iter().zip(&content.y.values).zip(&content.colour.values))
        .map(|((x, y), c)| [*x, *y, *c])
        .zip(levels)
        .filter(|([x, y, _], _)| scales[0].shows(*x) && scales[1].shows(*y))
        .collect();
    let placed = points.len();
    let holds = |(x, y): (f64, f64)| content.x.dimension.holds(x) && content.y.dimension.holds(y);
    let points: Vec<Refined> = points.into_iter().filter(|([x, y, _], _)| holds((*x, *y))).collect();
    let all: Vec<[f64; 3]> = points.iter().map(|(point, _)| *point).collect();
    let everywhere = points.clone();
    let (points, finer): (Vec<Refined>, Vec<Refined>) = points.into_iter().partition(|(_, level)| *level <= 0.0);
    let points: Vec<[f64; 3]> = points.into_iter().map(|(point, _)| point).collect();
    let grid = Grid::of(&points, scales)?;
    let mut shown = content.colour.dimension.clone();
    let cells = grid.cells(&points, shown.scale, shown.colours);
    let of_cells = cells.iter().filter_map(|cell| cell.mean(shown.colours));
    let further = finer.iter().map(|([.., value], _)| *value).filter(|value| shown.scale.shows(*value));
    let values: Vec<f64> = of_cells.chain(further).collect();
    if shown.colours == ColourMap::YesNo && values.iter().any(|mean| ![0.0, 1.0].contains(mean)) {
        // the share of yes
        (shown.colours, shown.limits) = (ColourMap::Sequential, Some([0.0, 1.0]));
    }
    let shown = &shown;
    let scale = ColourScale::new(&values, shown)?;
    let mut lines = caption(content, &grid, &cells, [all.len(), placed], &scale);
    let deepest = finer.iter().map(|(_, level)| *level).fold(0.0, f64::max);
    if deepest > 0.0 {
        let more = counted(finer.len() as u64, &content.noun);
        lines.insert(1, format!("{more} more in cells that were divided, up to {deepest:.0} times"));
    }
    let is_plane = !matches!(refined::divided(&grid, &everywhere), [true, false] | [false, true]);
    let line = content.boundary.as_ref().filter(|_| is_plane);
    let line =
        line.map(|(at, name)| (joined(boundary(&all, refined::undivided(&grid, &everywhere).as_deref(), *at)), name));
    lines.extend(content.boundary.as_ref().map(|(_, name)| match &line {
        None => format!("No line {name}: cells are divided along one axis alone"),
        Some((line, _)) if line.is_empty() => format!("No line: no cell has {name} within"),
        Some(_) => format!("Line: {name}, between {}s by interpolation", content.noun),
    }));

    let theme = content.style.theme();
    let x = grid.axis(0, &content.x.dimension, theme.ticks(6))?;
    let y = grid.axis(1, &content.y.dimension, 6)?;
    let (left, top) = (left_of(&y, theme), theme.head(&content.title, lines.len()) + 10.0);
    let room = scale.room(theme, &content.colour.dimension);
    let plane = Plane { x, y, left, top, across: ACROSS, up: UP }.beside(room, theme);
    let mut scene = page([plane.right() + room, plane.bottom() + theme.foot], theme, left, &content.title, &lines);
    draw(&mut scene, &plane, &grid, &cells, (&scale, shown.colours));
    refined::draw(&mut scene, &plane, (&grid, &everywhere), (&scale, shown.scale));
    if let Some((line, name)) = &line {
        draw_line(&mut scene, &plane, line, name);
    }
    plane.edges(&mut scene, true);
    plane.labels(&mut scene, &content.x.dimension, &content.y.dimension);
    scale.bar(&mut scene, &plane, plane.right(), &content.colour.dimension);
    Some(Picture {
        scene,
        drawn: values.len() as u64,
        total: (cells.iter().filter(|cell| cell.points > 0).count() + finer.len()) as u64,
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

/// Draws the line of a value with its name, which stands on its longest part.
fn draw_line(scene: &mut Scene, plane: &Plane, lines: &[Vec<[f64; 2]>], name: &str) {
    let inside = |at: [f64; 2]| plane.inside([at; 2], 0.0).is_some();
    let on_page = |line: &Vec<[f64; 2]>| line.iter().map(|[x, y]| [plane.at_x(*x), plane.at_y(*y)]).collect::<Vec<_>>();
    let lines: Vec<Vec<[f64; 2]>> = lines.iter().map(on_page).collect();
    let ink = scene.theme.label.fill;
    let halo = scene.theme.background;
    for (colour, width) in [(halo, 3.4), (ink, 1.6)] {
        let steps = lines.iter().flat_map(|line| polyline(line).collect::<Vec<_>>());
        scene.line(steps, Stroke::of(colour, width));
    }
    let length = |line: &[[f64; 2]]| line.windows(2).map(|w| (w[1][0] - w[0][0]).hypot(w[1][1] - w[0][1])).sum::<f64>();
    let Some(longest) = lines.iter().max_by(|a, b| length(a).total_cmp(&length(b))) else { return };
    let [x, y] = longest[longest.len() / 4];
    if !inside([x, y]) {
        return;
    }
    let width = font::width(name, scene.theme.label) + 10.0;
    let left = (x - width / 2.0).clamp(plane.left + 2.0, (plane.right() - width - 2.0).max(plane.left + 2.0));
    let middle = y.clamp(plane.top + 12.0, plane.bottom() - 12.0);
    scene.add(Mark::Rect { at: [left, middle - 10.0, width, 20.0], round: 4.0, fill: halo, border: None });
    let style = Style { anchor: Anchor::Middle, ..scene.theme.label };
    scene.text([left + width / 2.0, middle + 4.5], style, name);
}

#[cfg(test)]
mod tests;

#![allow(clippy::unwrap_used, clippy::expect_used)]

use super::grid::halfway;
use super::*;
use crate::Dimension;
use crate::scatter::scramble;
use crate::tests::assert_well_formed;

fn quantity(name: &str, values: Vec<f64>) -> Quantity {
    Quantity { dimension: Dimension { name: name.into(), unit: Some("m".into()), ..Dimension::default() }, values }
}

/// Makes a map of members on a grid of 5 x 3 points, the colour growing along both.
fn grid() -> Map {
    let points = || (0..3).flat_map(|j| (0..5).map(move |i| (f64::from(i), f64::from(j))));
    Map {
        title: "Map".into(),
        x: quantity("a", points().map(|(x, _)| 0.1 * x).collect()),
        y: quantity("b", points().map(|(_, y)| 10.0 + y).collect()),
        colour: quantity("c", points().map(|(x, y)| x + 10.0 * y).collect()),
        levels: Vec::new(),
        boundary: None,
        noun: "member".into(),
        notes: Vec::new(),
        style: PageStyle::Card,
    }
}

/// Returns the rectangles of all cells: left, top, right and bottom.
fn rectangles(picture: &Picture) -> Vec<(Colour, [f64; 4])> {
    let mut all = Vec::new();
    for mark in &picture.scene.marks {
        if let Mark::Area { shape, fill, crisp: true } = mark {
            for corners in shape.chunks(5) {
                let [Step::Move([l, t]), _, Step::Line([r, b]), ..] = corners else { panic!("{corners:?}") };
                all.push((*fill, [*l, *t, *r, *b]));
            }
        }
    }
    all
}

#[test]
fn each_point_of_a_grid_is_a_cell_around_it() {
    let picture = map(&grid()).unwrap();
    assert_eq!((picture.drawn, picture.total), (15, 15));
    assert_well_formed(&picture.svg());
    assert!(picture.svg().contains("Grid of 5 × 3 members"));
    let cells = rectangles(&picture);
    let area = |[l, t, r, b]: [f64; 4]| (r - l) * (b - t);
    let sum: f64 = cells.iter().map(|(_, cell)| area(*cell)).sum();
    assert!((sum - ACROSS * UP).abs() < 1e-6 && cells.len() == 15, "{sum} {}", cells.len());
    // the lowest value is at the lower left, the highest at the upper right
    let lowest = cells.iter().max_by(|(_, a), (_, b)| (a[3] - a[0]).total_cmp(&(b[3] - b[0]))).unwrap();
    let highest = cells.iter().max_by(|(_, a), (_, b)| (a[0] - a[3]).total_cmp(&(b[0] - b[3]))).unwrap();
    assert_eq!([lowest.0, highest.0], [0.5 / 48.0, 47.5 / 48.0].map(|share| ColourMap::Sequential.at(share)));
}

#[test]
fn a_member_without_a_value_is_grey_and_one_without_a_place_is_counted() {
    let mut content = grid();
    content.colour.values[7] = f64::NAN;
    content.x.values[0] = f64::INFINITY;
    let picture = map(&content).unwrap();
    assert_eq!((picture.drawn, picture.total), (13, 14));
    assert_eq!(rectangles(&picture).iter().filter(|(fill, _)| *fill == MISSING).count(), 1);
    let svg = picture.svg();
    assert!(svg.contains("Grey: 1 cell without a value") && svg.contains("Not drawn: 1 member without a place"));
    content.colour.values = vec![f64::NAN; 15];
    assert_eq!(map(&content), None);
}

#[test]
fn members_off_a_grid_are_put_into_equal_cells() {
    let noise = |i: u64, salt: u64| scramble(i ^ (salt << 40)) as f64 / u64::MAX as f64;
    let content = Map {
        x: quantity("a", (0..4000).map(|i| noise(i, 0)).collect()),
        y: quantity("b", (0..4000).map(|i| noise(i, 1)).collect()),
        colour: quantity("c", (0..4000).map(|i| noise(i, 0)).collect()),
        ..grid()
    };
    let picture = map(&content).unwrap();
    assert!(picture.svg().contains("4,000 members in 32 × 32 cells; mean of each cell"));
    let per_cell = picture.caption().iter().find(|line| line.ends_with(" members per cell")).unwrap();
    assert!(per_cell.starts_with("1 to "), "{per_cell}");
    assert!(picture.total > 900, "{}", picture.total);
    assert!(picture.svg().len() < 100_000);
}

#[test]
fn edges_are_halfway_also_between_uneven_values() {
    assert_eq!(halfway(&[1.0, 2.0, 4.0]).unwrap(), [0.5, 1.5, 3.0, 5.0]);
    assert_eq!(halfway(&[2.0]).unwrap(), [1.9, 2.1]);
    assert_eq!(halfway(&[0.0]).unwrap(), [-0.5, 0.5]);
    let decades = [1e-3, 1e-2, 1e-1].map(|v| [v, 1.0, v]);
    let grid = Grid::of(&decades, [Scale::Logarithmic, Scale::Linear]).unwrap();
    let expected = [-3.5, -2.5, -1.5, -0.5].map(|n: f64| n * std::f64::consts::LN_10);
    assert!(grid.edges[0].iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{:?}", grid.edges);
}

#[test]
fn members_of_one_cell_give_their_mean() {
    let members = [[0.0, 0.0, 1.0], [0.0, 0.0, 3.0], [0.0, 0.0, f64::NAN], [1.0, 0.0, 7.0]];
    let grid = Grid::of(&members, [Scale::Linear; 2]).unwrap();
    let means: Vec<_> = grid
        .cells(&members, Scale::Linear, ColourMap::Sequential)
        .iter()
        .map(|c| c.mean(ColourMap::Sequential))
        .collect();
    assert_eq!((grid.regular, means), (true, vec![Some(2.0), Some(7.0)]));
    let cells = grid.cells(&members, Scale::Linear, ColourMap::Sequential);
    assert_eq!(per_cell(&cells, "member").unwrap(), "1 to 2 members per cell");
    assert_eq!(per_cell(&cells[1..], "member").unwrap(), "1 member per cell");
}

#[test]
fn divided_cells_lie_over_those_of_the_grid_and_a_line_has_its_name() {
    // the cell from the third point to the fourth, and up to the second row, is divided once
    let mut content = grid();
    content.levels = vec![0.0; 15];
    for (x, y) in [(0.25, 10.0), (0.25, 10.5), (0.25, 11.0), (0.2, 10.5), (0.3, 10.5)] {
        content.x.values.push(x);
        content.y.values.push(y);
        content.colour.values.push(10.0 * x + 10.0 * (y - 10.0));
        content.levels.push(1.0);
    }
    content.boundary = Some((7.5, "c = 7.5".into()));
    let picture = map(&content).unwrap();
    assert_eq!((picture.drawn, picture.total), (20, 20));
    let (cells, plain) = (rectangles(&picture), rectangles(&map(&grid()).unwrap()));
    let area = |cells: &[(Colour, [f64; 4])]| cells.iter().map(|(_, [l, t, r, b])| (r - l) * (b - t)).sum::<f64>();
    // sixteen quarters of four parts of one cell
    assert!(
        (area(&cells) - area(&plain) - ACROSS * UP / 15.0).abs() < 1e-6 && cells.len() > plain.len(),
        "{}",
        cells.len()
    );
    let svg = picture.svg();
    assert_well_formed(&svg);
    assert!(svg.contains("5 members more in cells that were divided, up to 1 times"), "{svg}");
    assert!(svg.matches("c = 7.5").count() >= 2 && svg.contains("between members by interpolation"));
}

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::*;
use crate::tests::assert_well_formed;
use crate::{Dimension, Scale};

fn quantity(name: &str, values: Vec<f64>) -> Quantity {
    Quantity { dimension: Dimension { name: name.into(), unit: Some("m".into()), ..Dimension::default() }, values }
}

/// Makes a cloud of `n` members without visible order.
fn cloud(n: usize) -> Cloud {
    let noise = |i: usize, salt: u64| scramble(i as u64 ^ (salt << 40)) as f64 / u64::MAX as f64;
    let values = |salt| (0..n).map(|i| noise(i, salt) + noise(i, salt + 1)).collect();
    Cloud {
        title: "A <cloud> & more".into(),
        x: quantity("com.x", values(1)),
        y: quantity("com.z", values(3)),
        colour: Some(quantity("spin", values(5))),
        noun: "member".into(),
        missing: None,
        notes: Vec::new(),
        style: PageStyle::Card,
    }
}

/// Returns the positions of the dots in tenths of a pixel, read from the paths as a viewer does.
fn dots(svg: &str) -> Vec<(i32, i32)> {
    let mut all = Vec::new();
    for line in svg.lines().filter(|l| l.contains("h0")) {
        let path = line.split(" d=\"").nth(1).unwrap().split('"').next().unwrap();
        let (mut x, mut y) = (0, 0);
        for dot in path.split("h0").filter(|d| !d.is_empty()) {
            let pair = dot.strip_prefix('m').unwrap();
            let cut = 1 + pair[1..].find([' ', '-']).unwrap();
            x += pair[..cut].parse::<i32>().unwrap();
            y += pair[cut..].trim().parse::<i32>().unwrap();
            all.push((x, y));
        }
    }
    all
}

#[test]
fn every_member_is_a_dot_at_its_place() {
    let cloud = cloud(5000);
    let picture = scatter(&cloud).unwrap();
    assert_well_formed(&picture.svg());
    assert_eq!((picture.drawn, picture.total), (5000, 5000));
    let [x, y] = [&cloud.x, &cloud.y].map(|q| Axis::new(&q.values, Scale::Linear, 6).unwrap());
    let theme = PageStyle::Card.theme();
    let (left, top) = (left_of(&y, theme), theme.head("A title", 1) + SIDE + GAP);
    let plane = Plane { x, y, left, top, across: ACROSS, up: UP };
    let tenths = |v: f64| (10.0 * v).round() as i32;
    let mut expected: Vec<_> = (cloud.x.values.iter().zip(&cloud.y.values))
        .map(|(x, y)| (tenths(plane.at_x(*x)), tenths(plane.at_y(*y))))
        .collect();
    let mut found = dots(&picture.svg());
    expected.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, expected);
    assert!(picture.svg().contains("5,000 members, one dot each"));
    assert!(picture.svg().contains("A &lt;cloud&gt; &amp; more"));
    assert!(picture.svg().contains(">com.x (m)<") && picture.svg().contains(">spin (m)<"));
}

#[test]
fn a_large_cloud_is_thinned_and_stays_small() {
    let picture = scatter(&cloud(16_384)).unwrap();
    assert_eq!(picture.drawn, 16_384);
    assert!(picture.svg().len() < 250_000, "{}", picture.svg().len());
    let cloud = cloud(100_000);
    let picture = scatter(&cloud).unwrap();
    assert_eq!((picture.drawn, picture.total), (16_384, 100_000));
    assert_eq!(dots(&picture.svg()).len(), 16_384);
    assert!(picture.svg().contains("16,384 of 100,000 members"));
    assert!(picture.svg().len() < 250_000, "{}", picture.svg().len());
    assert_eq!(scatter(&cloud).unwrap(), picture);
}

#[test]
fn what_is_not_drawn_is_said() {
    let mut cloud = cloud(10);
    cloud.x.values[3] = f64::NAN;
    cloud.y.values[4] = f64::INFINITY;
    cloud.missing = Some("1,234 that did not complete".into());
    cloud.notes = vec!["A note".into()];
    let picture = scatter(&cloud).unwrap();
    assert_well_formed(&picture.svg());
    assert_eq!((picture.drawn, picture.total), (8, 8));
    assert!(picture.svg().contains("Not drawn: 1,234 that did not complete, 2 without a finite value"));
    assert!(picture.svg().contains(">A note<"));
    cloud.x.values = vec![f64::NAN; 10];
    assert_eq!(scatter(&cloud), None);
}

#[test]
fn odd_clouds_are_drawn_without_odd_numbers() {
    let mut plain = cloud(7);
    plain.colour = None;
    let mut constant = cloud(3);
    constant.x.values = vec![0.25; 3];
    constant.colour.as_mut().unwrap().values = vec![-1.0; 3];
    let mut wide = cloud(4);
    wide.x.values = vec![1e150, -1e150, 0.0, 1e-300];
    wide.title = "long ".repeat(100);
    wide.y.dimension.name = "\u{1}name".into();
    let mut close = cloud(2);
    close.x.values = vec![1.0, 1.0 + f64::EPSILON];
    for cloud in [plain, constant, wide, close, cloud(1)] {
        let picture = scatter(&cloud).unwrap();
        assert_well_formed(&picture.svg());
        assert_eq!(picture.drawn as usize, cloud.x.values.len());
        assert_eq!(dots(&picture.svg()).len(), cloud.x.values.len());
        assert!(!picture.svg().contains("NaN") && !picture.svg().contains("inf\"") && !picture.svg().contains('\u{1}'));
    }
}

/// Returns the left and right edge of the bars above the plane.
fn upper_bars(picture: &Picture) -> Vec<[f64; 2]> {
    let bar = |mark: &Mark| match mark {
        Mark::Rect { at: [x, y, w, h], border: None, .. } => Some((y + h, [*x, x + w])),
        _ => None,
    };
    let bars: Vec<_> = picture.scene.marks.iter().filter_map(bar).collect();
    let floor = bars.iter().map(|(bottom, _)| *bottom).fold(f64::INFINITY, f64::min);
    bars.into_iter().filter(|(bottom, _)| bottom - floor < 1e-6).map(|(_, ends)| ends).collect()
}

#[test]
fn whole_numbers_are_in_the_middle_of_the_bars_at_the_sides() {
    let revolutions = |i: i32| f64::from(4 + i % 4);
    let mut cloud = cloud(200);
    cloud.colour = None;
    cloud.x.values = (0..200).map(revolutions).collect();
    let picture = scatter(&cloud).unwrap();
    let bars = upper_bars(&picture);
    assert_eq!(bars.len(), 4);
    let mut places: Vec<f64> = dots(&picture.svg()).iter().map(|(x, _)| f64::from(*x) / 10.0).collect();
    places.sort_by(f64::total_cmp);
    places.dedup();
    assert_eq!(places.len(), 4);
    for ([left, right], place) in bars.iter().zip(&places) {
        assert!((0.5 * (left + right) - place).abs() < 0.06, "{left} {right} {place}");
    }
    // limits may cut bars, and a logarithmic axis does not show their edges
    cloud.x.dimension.limits = Some([4.0, 6.0]);
    let picture = scatter(&cloud).unwrap();
    assert_eq!(upper_bars(&picture).len(), 3);
    assert_well_formed(&picture.svg());
    cloud.x.dimension = Dimension { scale: Scale::Logarithmic, ..Dimension::default() };
    cloud.x.values = (0..200).map(|i| f64::from(1 + i % 4)).collect();
    assert!(!scatter(&cloud).unwrap().svg().contains("NaN"));
}

#[test]
fn a_histogram_counts_all() {
    let shade = vec![0.0, 0.25, 0.75, 1.0];
    let scale = ColourScale::new(&shade, &Dimension::default());
    let points = Points { x: Vec::new(), y: Vec::new(), shade, scale, outside: 0 };
    let values = [0.0, 1.0, 1.0, 4.0];
    let bins = histogram(&values, &even(&values, 4), &points);
    let found: Vec<_> = bins.iter().map(|b| (b.from, b.to, b.height, b.shade)).collect();
    assert_eq!(found, [(0.0, 1.0, 0.5, 0.0), (1.0, 2.0, 1.0, 0.5), (3.0, 4.0, 0.5, 1.0)]);
}

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::*;

fn quantity(name: &str, values: Vec<f64>) -> Quantity {
    Quantity { name: name.into(), unit: Some("m".into()), values }
}

/// A cloud of `n` members without visible order.
fn cloud(n: usize) -> Cloud {
    let noise = |i: usize, salt: u64| scramble(i as u64 ^ (salt << 40)) as f64 / u64::MAX as f64;
    let values = |salt| (0..n).map(|i| noise(i, salt) + noise(i, salt + 1)).collect();
    Cloud {
        title: "A <cloud> & more".into(),
        x: quantity("com.x", values(1)),
        y: quantity("com.z", values(3)),
        colour: Some(quantity("spin", values(5))),
        failed: 0,
        note: None,
    }
}

/// Places of the dots in tenths of a pixel, read from the paths as a viewer does.
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

/// Checks that elements nest and that text holds no bare markup.
fn assert_well_formed(svg: &str) {
    let mut open = Vec::new();
    for piece in svg.split('<').skip(1) {
        let (tag, text) = piece.split_once('>').expect("a closed tag");
        assert!(!text.contains('>'), "{piece}");
        assert!(text.split('&').skip(1).all(|e| e.split_once(';').is_some_and(|(name, _)| name.len() < 5)), "{piece}");
        assert_eq!(tag.matches('"').count() % 2, 0, "{piece}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(tag.split(' ').next().unwrap());
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn every_member_is_a_dot_at_its_place() {
    let cloud = cloud(5000);
    let picture = draw(&cloud).unwrap();
    assert_well_formed(&picture.svg);
    assert_eq!((picture.drawn, picture.members), (5000, 5000));
    let plane = Plane {
        x: Axis::new(&cloud.x.values, 6).unwrap(),
        y: Axis::new(&cloud.y.values, 6).unwrap(),
        top: 72.0 + 17.0 + SIDE + GAP,
    };
    let tenths = |v: f64| (10.0 * v).round() as i32;
    let mut expected: Vec<_> = (cloud.x.values.iter().zip(&cloud.y.values))
        .map(|(x, y)| (tenths(plane.at_x(*x)), tenths(plane.at_y(*y))))
        .collect();
    let mut found = dots(&picture.svg);
    expected.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, expected);
    assert!(picture.svg.contains("5,000 members, one dot each"));
    assert!(picture.svg.contains("A &lt;cloud&gt; &amp; more"));
    assert!(picture.svg.contains(">com.x (m)<") && picture.svg.contains(">spin (m)<"));
}

#[test]
fn a_large_cloud_is_thinned_and_stays_small() {
    let picture = draw(&cloud(16_384)).unwrap();
    assert_eq!(picture.drawn, 16_384);
    assert!(picture.svg.len() < 250_000, "{}", picture.svg.len());
    let cloud = cloud(100_000);
    let picture = draw(&cloud).unwrap();
    assert_eq!((picture.drawn, picture.members), (16_384, 100_000));
    assert_eq!(dots(&picture.svg).len(), 16_384);
    assert!(picture.svg.contains("16,384 of 100,000 members"));
    assert!(picture.svg.len() < 250_000, "{}", picture.svg.len());
    assert_eq!(draw(&cloud).unwrap(), picture);
}

#[test]
fn what_is_not_drawn_is_said() {
    let mut cloud = cloud(10);
    cloud.x.values[3] = f64::NAN;
    cloud.y.values[4] = f64::INFINITY;
    cloud.failed = 1234;
    cloud.note = Some("A note".into());
    let picture = draw(&cloud).unwrap();
    assert_well_formed(&picture.svg);
    assert_eq!((picture.drawn, picture.members), (8, 8));
    assert!(picture.svg.contains("Not drawn: 1,234 that did not complete, 2 without a finite value"));
    assert!(picture.svg.contains(">A note<"));
    cloud.x.values = vec![f64::NAN; 10];
    assert_eq!(draw(&cloud), None);
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
    wide.y.name = "\u{1}name".into();
    let mut close = cloud(2);
    close.x.values = vec![1.0, 1.0 + f64::EPSILON];
    for cloud in [plain, constant, wide, close, cloud(1)] {
        let picture = draw(&cloud).unwrap();
        assert_well_formed(&picture.svg);
        assert_eq!(picture.drawn as usize, cloud.x.values.len());
        assert_eq!(dots(&picture.svg).len(), cloud.x.values.len());
        assert!(!picture.svg.contains("NaN") && !picture.svg.contains("inf\"") && !picture.svg.contains('\u{1}'));
    }
}

#[test]
fn long_tails_do_not_take_the_colours() {
    let even: Vec<f64> = (0..1000).map(f64::from).collect();
    let scale = ColourScale::new(&even).unwrap();
    assert_eq!(scale.beyond, [false, false]);
    assert_eq!((scale.axis.share_of(0.0), scale.axis.share_of(1000.0)), (0.0, 1.0));
    let mut tailed = even;
    tailed[0] = 1e6;
    let scale = ColourScale::new(&tailed).unwrap();
    assert_eq!(scale.beyond, [false, true]);
    assert!(scale.axis.share_of(500.0) > 0.4);
}

#[test]
fn a_histogram_counts_all() {
    let bins = histogram(&[0.0, 1.0, 1.0, 4.0], &[0.0, 0.25, 0.75, 1.0], 4);
    let found: Vec<_> = bins.iter().map(|b| (b.from, b.to, b.height, b.shade)).collect();
    assert_eq!(found, [(0.0, 1.0, 0.5, 0.0), (1.0, 2.0, 1.0, 0.5), (3.0, 4.0, 0.5, 1.0)]);
}

//! What all pictures have in common, and pictures of lines.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::*;

/// Checks that elements nest and that text holds no bare markup.
pub(super) fn assert_well_formed(svg: &str) {
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

/// Decodes the width, height and pixels (red, green, blue, opacity) of a PNG image.
fn decoded(png: &[u8]) -> ([u32; 2], Vec<[u8; 4]>) {
    let mut reader = ::png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    assert_eq!((info.color_type, info.bit_depth), (::png::ColorType::Rgba, ::png::BitDepth::Eight));
    ([info.width, info.height], bytes.chunks(4).map(|p| [p[0], p[1], p[2], p[3]]).collect())
}

fn series(name: &str, order: i32, factor: f64) -> Series {
    let points = (0..8).map(|k| 1e-1 / 2f64.powi(k)).map(|h| (h, factor * h.powi(order) + 1e-15));
    Series { name: name.into(), points: points.collect() }
}

/// Draws errors over steps with lines of the given slopes.
fn logarithmic(title: &str, x: &str, y: &str, series: &[Series], slopes: &[f64]) -> Option<Picture> {
    let [x, y] = [x, y].map(Dimension::logarithmic);
    lines(&Lines { title: title.into(), x, y, series: series.to_vec(), slopes: slopes.to_vec(), ..Lines::default() })
}

fn orders() -> Picture {
    let all = [series("rk4", 4, 10.0), series("rk2", 2, 1.0), series("euler <1>", 1, 1.0)];
    logarithmic("Orders", "step (s)", "error (m)", &all, &[4.0, 2.0, 1.0]).unwrap()
}

#[test]
fn a_convergence_plot_names_series_and_orders() {
    let picture = orders();
    let svg = picture.svg();
    assert_well_formed(&svg);
    assert_eq!((picture.drawn, picture.total), (3, 3));
    for text in ["step (s)", "error (m)", "rk4", "rk2", "euler &lt;1&gt;", "order 4", "order 2", "order 1", "10⁻²"] {
        assert!(svg.contains(&format!(">{text}</text>")), "{text}");
    }
    assert_eq!(svg.matches("stroke-dasharray").count(), 3);
    assert_eq!(svg, orders().svg());
}

/// The slopes of the dashed lines in decades for a decade, from the page.
#[test]
fn reference_lines_have_the_slopes_they_say() {
    let picture = orders();
    let ticks = |wanted: scene::Anchor| {
        let labels = picture.scene.marks.iter().filter_map(|mark| match mark {
            scene::Mark::Text { at, style, text } if style.anchor == wanted && text.starts_with("10") => {
                let digits =
                    text.trim_start_matches("10").chars().filter_map(|c| "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().position(|d| d == c));
                Some((-(digits.fold(0, |n, d| 10 * n + d) as f64), *at))
            }
            _ => None,
        });
        labels.collect::<Vec<_>>()
    };
    let per_decade = |ticks: &[(f64, [f64; 2])], axis: usize| {
        let (first, last) = (ticks[0], ticks[ticks.len() - 1]);
        (last.1[axis] - first.1[axis]) / (last.0 - first.0)
    };
    let (x, y) = (per_decade(&ticks(scene::Anchor::Middle), 0), per_decade(&ticks(scene::Anchor::End), 1));
    let dashed = picture.scene.marks.iter().filter_map(|mark| match mark {
        scene::Mark::Line { shape, stroke } if stroke.dash.is_some() => match shape.as_slice() {
            [scene::Step::Move(a), scene::Step::Line(b)] => Some(((b[1] - a[1]) / y) / ((b[0] - a[0]) / x)),
            _ => None,
        },
        _ => None,
    });
    let found: Vec<f64> = dashed.collect();
    assert!(found.len() == 3 && found.iter().zip([4.0, 2.0, 1.0]).all(|(a, b)| (a - b).abs() < 1e-9), "{found:?}");
}

#[test]
fn a_short_logarithmic_axis_has_its_power_of_ten_beside_the_unit() {
    let few = Series { name: "few".into(), points: vec![(1e-3, 1e-5), (2e-3, 4e-5)] };
    let svg = logarithmic("Few", "step (s)", "error", &[few], &[2.0]).unwrap().svg();
    for text in ["step (10⁻³ s)", "error (10⁻⁶)", "1.0", "2.0", "20", "order 2"] {
        assert!(svg.contains(&format!(">{text}</text>")), "{text}");
    }
}

#[test]
fn rings_are_around_points_that_the_axes_show() {
    let line = Series { name: "a".into(), points: vec![(0.0, 0.0), (1.0, 1.0)] };
    let of = |rings: &[(f64, f64)]| {
        let content = Lines { series: vec![line.clone()], rings: rings.to_vec(), ..Lines::default() };
        lines(&content).unwrap().svg()
    };
    let paths = |svg: &str| svg.matches("<path").count();
    let without = paths(&of(&[]));
    assert_eq!(paths(&of(&[(0.5, 0.5), (0.25, 0.25), (50.0, 0.5), (f64::NAN, 0.5)])), without + 2);
}

#[test]
fn points_without_a_place_are_gaps_and_are_counted() {
    let mut all = [series("a", 2, 1.0)];
    all[0].points[3].1 = 0.0;
    all[0].points[4].1 = f64::NAN;
    let picture = logarithmic("Work", "error (m)", "CPU time (s)", &all, &[]).unwrap();
    let svg = picture.svg();
    assert!(svg.contains("Not drawn: 2 points not finite or not positive"));
    let line = svg.lines().find(|l| l.contains("#0072b2") && l.contains("fill=\"none\"")).unwrap();
    let path = line.split(" d=\"").nth(1).unwrap().split('"').next().unwrap();
    assert_eq!(path.matches('M').count(), 2, "{path}");
    all[0].points.iter_mut().for_each(|p| p.1 = -1.0);
    assert_eq!(logarithmic("Work", "x", "y", &all, &[]), None);
    assert_eq!(logarithmic("None", "x", "y", &[], &[2.0]), None);
}

#[test]
fn many_lines_have_a_colour_scale_or_one_colour() {
    let wave = |k: u32| Series {
        name: format!("member {k}"),
        points: (0..200).map(|i| (0.01 * f64::from(i), (0.05 * f64::from(i) + f64::from(k)).sin())).collect(),
    };
    let mut content = Lines { title: "Waves".into(), series: (0..60).map(wave).collect(), ..Lines::default() };
    let plain = lines(&content).unwrap();
    assert!(!plain.svg().contains("member 3") && !plain.svg().contains("linearGradient"));
    let values = (0..60).map(f64::from).collect();
    content.colour = Some(Quantity { values, ..Quantity::default() });
    let coloured = lines(&content).unwrap();
    assert_well_formed(&coloured.svg());
    assert!(coloured.svg().contains("linearGradient") && coloured.size()[0] > plain.size()[0]);
    content.colour = None;
    content.series.truncate(3);
    assert!(lines(&content).unwrap().svg().contains(">member 2</text>"));
}

#[test]
fn a_png_has_the_size_asked_for_and_shows_the_marks() {
    let picture = orders();
    let [width, height] = picture.size();
    for scale in [0.5, 1.0, 2.0] {
        let (size, pixels) = decoded(&picture.png(scale).unwrap());
        assert_eq!(size, [width, height].map(|l| (l * scale).round() as u32));
        assert_eq!(pixels.len(), (size[0] * size[1]) as usize);
        // outside the rounded corner nothing, inside the paper, and on it all the colours of the series:
        // at half the size few pixels lie wholly on a line
        assert_eq!(pixels[0][3], 0);
        assert!(pixels.contains(&[0xfc, 0xfc, 0xfd, 255]));
        for wanted in &theme::PALETTE[..3] {
            let n = pixels.iter().filter(|p| p[..3] == wanted.0 && p[3] == 255).count();
            assert!(n > if scale < 1.0 { 20 } else { 200 }, "{n} pixels of {wanted:?} at {scale}");
        }
    }
    for scale in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e3] {
        assert!(matches!(picture.png(scale), Err(PngError::Size { .. })), "{scale}");
    }
}

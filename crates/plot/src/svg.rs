//! A scene as an SVG document, in the fonts of the reader's system.

use super::scene::{Anchor, Colour, Mark, Scene, Step, Style, Weight};
use std::fmt::Write as _;

const FONT: &str = "Inter,system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";

/// Writes the document; the same scene always gives the same one.
pub(super) fn write(scene: &Scene) -> String {
    let [width, height] = [scene.width, scene.height].map(number);
    // a journal's column in points, a screen in pixels
    let point = scene.theme.point;
    let on_paper = |length: f64| format!("{}pt", number(point * length));
    let [across, down] = match scene.theme.width {
        Some(_) => [scene.width, scene.height].map(on_paper),
        None => [width.clone(), height.clone()],
    };
    let mut out = String::new();
    let _ = writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{across}" height="{down}" viewBox="0 0 {width} {height}" role="img" font-family="{FONT}">"#
    );
    if !scene.title.is_empty() {
        let _ = writeln!(out, "<title>{}</title>", escaped(&scene.title));
    }
    let _ = writeln!(out, "<desc>{}</desc>", escaped(&scene.caption.join(". ")));
    for mark in &scene.marks {
        draw(&mut out, mark);
    }
    out.push_str("</svg>\n");
    out
}

fn draw(out: &mut String, mark: &Mark) {
    match mark {
        Mark::Rect { at, round, fill, border } => {
            let round = if *round > 0.0 { format!(r#" rx="{}""#, number(*round)) } else { String::new() };
            let border = border.map_or(String::new(), |c| format!(r#" stroke="{}""#, c.hex()));
            let _ = writeln!(out, r#"<rect {}{round} fill="{}"{border}/>"#, rectangle(*at), fill.hex());
        }
        Mark::Area { shape, fill, crisp } => {
            let crisp = if *crisp { r#" shape-rendering="crispEdges""# } else { "" };
            let _ = writeln!(out, r#"<path d="{}" fill="{}"{crisp}/>"#, path(shape), fill.hex());
        }
        Mark::Line { shape, stroke } => {
            let mut more = String::new();
            if stroke.opacity < 1.0 {
                let _ = write!(more, r#" stroke-opacity="{}""#, stroke.opacity);
            }
            if let Some([dash, gap]) = stroke.dash {
                let _ = write!(more, r#" stroke-dasharray="{dash} {gap}""#);
            }
            let (colour, width) = (stroke.colour.hex(), (100.0 * stroke.width).round() / 100.0);
            let _ = writeln!(
                out,
                r#"<path d="{}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linejoin="round"{more}/>"#,
                path(shape)
            );
        }
        Mark::Dots { diameter, opacity, layers } => {
            let _ = writeln!(
                out,
                r#"<g transform="scale(.1)" fill="none" stroke-linecap="round" stroke-width="{:.0}" stroke-opacity="{opacity:.2}">"#,
                10.0 * diameter
            );
            for (colour, dots) in layers {
                let _ = writeln!(out, r#"<path stroke="{}" d="{}"/>"#, colour.hex(), dot_path(dots));
            }
            out.push_str("</g>\n");
        }
        Mark::Ramp { at, stops } => {
            let stop =
                |(share, colour): &(f64, Colour)| format!(r#"<stop offset="{share}" stop-color="{}"/>"#, colour.hex());
            let stops: String = stops.iter().map(stop).collect();
            let gradient = r#"<linearGradient id="c" x1="0" y1="1" x2="0" y2="0">"#;
            let _ = writeln!(out, "<defs>{gradient}{stops}</linearGradient></defs>");
            let _ = writeln!(out, r#"<rect {} fill="url(#c)"/>"#, rectangle(*at));
        }
        Mark::Text { at, style, text } => write_text(out, *at, *style, text),
    }
}

fn write_text(out: &mut String, [x, y]: [f64; 2], style: Style, text: &str) {
    let [x, y] = [x, y].map(number);
    let place = if style.turned {
        format!(r#"transform="translate({x} {y})rotate(-90)""#)
    } else {
        format!(r#"x="{x}" y="{y}""#)
    };
    let weight = match style.weight {
        Weight::Regular => "",
        Weight::Medium => r#" font-weight="500""#,
        Weight::SemiBold => r#" font-weight="600""#,
    };
    let anchor = match style.anchor {
        Anchor::Start => "",
        Anchor::Middle => r#" text-anchor="middle""#,
        Anchor::End => r#" text-anchor="end""#,
    };
    let (size, fill, text) = (number(style.size), style.fill.hex(), escaped(text));
    let _ = writeln!(out, r#"<text {place} font-size="{size}"{weight} fill="{fill}"{anchor}>{text}</text>"#);
}

/// Prints a length in tenths of a pixel.
fn number(value: f64) -> String {
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0".into() } else { text.into() }
}

fn rectangle([x, y, width, height]: [f64; 4]) -> String {
    let [x, y, width, height] = [x, y, width, height].map(number);
    format!(r#"x="{x}" y="{y}" width="{width}" height="{height}""#)
}

fn path(shape: &[Step]) -> String {
    let mut out = String::new();
    let mut last = [f64::NAN; 2];
    for step in shape {
        match step {
            Step::Move([x, y]) => {
                let _ = write!(out, "M{} {}", number(*x), number(*y));
                last = [*x, *y];
            }
            Step::Line([x, y]) => {
                let _ = match (*x == last[0], *y == last[1]) {
                    (true, _) => write!(out, "V{}", number(*y)),
                    (_, true) => write!(out, "H{}", number(*x)),
                    _ => write!(out, "L{} {}", number(*x), number(*y)),
                };
                last = [*x, *y];
            }
            Step::Close => out.push('Z'),
        }
    }
    out
}

/// Writes a path of dots, in tenths of a pixel, in which a dot is a stroke of no length with round ends; each starts
/// where the one before is, and neighbours follow each other.
fn dot_path(dots: &[[f64; 2]]) -> String {
    let mut points: Vec<[i32; 2]> = dots.iter().map(|at| at.map(|v| (10.0 * v).round() as i32)).collect();
    let low = points.iter().map(|[_, y]| *y).min().unwrap_or(0);
    let high = points.iter().map(|[_, y]| *y).max().unwrap_or(0);
    let rows = (points.len() as f64).sqrt() / 1.5;
    let height = (f64::from(high - low) / rows.max(1.0)).max(1.0) as i32;
    points.sort_unstable_by_key(|[x, y]| {
        let row = y.div_euclid(height);
        (row, if row % 2 == 0 { *x } else { -*x }, *y)
    });
    let mut path = String::with_capacity(10 * points.len());
    let [mut x, mut y] = [0, 0];
    for [to_x, to_y] in points {
        let (dx, dy) = (to_x - x, to_y - y);
        // a minus sign separates two numbers as well as a space does
        let gap = if dy < 0 { "" } else { " " };
        let _ = write!(path, "m{dx}{gap}{dy}h0");
        [x, y] = [to_x, to_y];
    }
    path
}

/// Escapes the text for XML.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\r' | '\t' => out.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

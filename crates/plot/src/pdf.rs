//! A scene as a PDF document of one page (ISO 32000-1), its texts as outlines.

use super::font;
use super::scene::{Colour, Mark, Scene, Step, Stroke};
use flate2::{Compression, write::ZlibEncoder};
use std::fmt::Write as _;
use std::io::{self, Write as _};
use ttf_parser::OutlineBuilder;

/// Writes the document; the same scene always gives the same one.
pub(super) fn write(scene: &Scene) -> io::Result<Vec<u8>> {
    let point = scene.theme.point;
    let [width, height] = [point * scene.width, point * scene.height];
    let mut page = Page::default();
    // pixels from the upper left corner downwards
    let _ = writeln!(page.content, "{} 0 0 -{} 0 {} cm 1 j", number(point), number(point), number(height));
    for mark in &scene.marks {
        page.draw(mark);
    }
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(page.content.as_bytes())?;
    let content = encoder.finish()?;

    let mut out = Document { bytes: b"%PDF-1.5\n%\xe2\xe3\xcf\xd3\n".to_vec(), places: Vec::new() };
    let [width, height] = [width, height].map(number);
    let shadings: String = page.shadings.iter().enumerate().map(|(i, text)| format!("/S{i} {text} ")).collect();
    let states = page.opacities.iter().enumerate();
    let states: String = states.map(|(i, opacity)| format!("/G{i} << /CA {opacity} /ca {opacity} >> ")).collect();
    out.object("<< /Type /Catalog /Pages 2 0 R >>", None);
    out.object("<< /Type /Pages /Kids [3 0 R] /Count 1 >>", None);
    out.object(
        &format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width} {height}] /Contents 4 0 R /Resources << /Shading << \
             {shadings}>> /ExtGState << {states}>> >> >>"
        ),
        None,
    );
    out.object(&format!("<< /Length {} /Filter /FlateDecode >>", content.len()), Some(&content));
    out.object(&format!("<< /Title <{}> /Producer (gyrosweep) >>", utf16(&scene.title)), None);
    Ok(out.finish())
}

/// The objects of a document and where they begin.
struct Document {
    bytes: Vec<u8>,
    places: Vec<usize>,
}

impl Document {
    fn object(&mut self, dictionary: &str, stream: Option<&[u8]>) {
        self.places.push(self.bytes.len());
        self.bytes.extend(format!("{} 0 obj\n{dictionary}\n", self.places.len()).bytes());
        if let Some(stream) = stream {
            self.bytes.extend(b"stream\n");
            self.bytes.extend(stream);
            self.bytes.extend(b"\nendstream\n");
        }
        self.bytes.extend(b"endobj\n");
    }

    /// Returns the document with its table of offsets; the first object is the root, the last one says what it is.
    fn finish(mut self) -> Vec<u8> {
        let (table, size) = (self.bytes.len(), self.places.len() + 1);
        let mut end = format!("xref\n0 {size}\n0000000000 65535 f \n");
        for place in &self.places {
            let _ = writeln!(end, "{place:010} 00000 n ");
        }
        let _ = write!(end, "trailer\n<< /Size {size} /Root 1 0 R /Info {} 0 R >>\n", self.places.len());
        let _ = write!(end, "startxref\n{table}\n%%EOF\n");
        self.bytes.extend(end.bytes());
        self.bytes
    }
}

/// What is drawn on the page.
#[derive(Default)]
struct Page {
    content: String,
    shadings: Vec<String>,
    opacities: Vec<String>,
}

impl Page {
    fn draw(&mut self, mark: &Mark) {
        match mark {
            Mark::Rect { at, round, fill, border } => {
                let shape = if *round > 0.0 { rounded(*at, *round) } else { rectangle(*at) };
                self.fill(*fill);
                if let Some(border) = border {
                    let _ = writeln!(self.content, "{} RG 1 w {shape} B", rgb(*border));
                } else {
                    let _ = writeln!(self.content, "{shape} f");
                }
            }
            Mark::Area { shape, fill, crisp } => {
                self.fill(*fill);
                if *crisp {
                    // a hair's width over the edge, so that viewers leave no seam between neighbours
                    let _ = writeln!(self.content, "{} RG 0.3 w {}B", rgb(*fill), path(shape));
                } else {
                    let _ = writeln!(self.content, "{}f", path(shape));
                }
            }
            Mark::Line { shape, stroke } => self.line(shape, stroke),
            Mark::Dots { diameter, opacity, layers } => {
                let state = self.opacity(*opacity);
                let _ = writeln!(self.content, "q {state} gs 1 J {} w", number(*diameter));
                for (colour, dots) in layers {
                    let _ = write!(self.content, "{} RG ", rgb(*colour));
                    // hardly more than two round ends; of strokes of no length viewers make different things
                    for [x, y] in dots {
                        let [from, to, y] = [*x - 0.01, *x + 0.01, *y].map(number);
                        let _ = write!(self.content, "{from} {y} m {to} {y} l ");
                    }
                    self.content.push_str("S\n");
                }
                self.content.push_str("Q\n");
            }
            Mark::Ramp { at, stops } => {
                let name = self.shadings.len();
                self.shadings.push(shading(*at, stops));
                let _ = writeln!(self.content, "q {} W n /S{name} sh Q", rectangle(*at));
            }
            Mark::Text { at, style, text } => {
                let mut outline = Outline { path: String::new(), pen: [0.0; 2] };
                font::outline(text, *at, *style, &mut outline);
                self.fill(style.fill);
                let _ = writeln!(self.content, "{}f", outline.path);
            }
        }
    }

    fn fill(&mut self, colour: Colour) {
        let _ = write!(self.content, "{} rg ", rgb(colour));
    }

    fn line(&mut self, shape: &[Step], stroke: &Stroke) {
        let state = self.opacity(stroke.opacity);
        let dash = stroke.dash.map(|[dash, gap]| format!("[{dash} {gap}] 0 d ")).unwrap_or_default();
        let (colour, width) = (rgb(stroke.colour), number(stroke.width));
        let _ = writeln!(self.content, "q {state} gs {dash}{colour} RG {width} w {}S Q", path(shape));
    }

    /// Returns the name of an opacity.
    fn opacity(&mut self, opacity: f64) -> String {
        let text = number(opacity);
        let place = self.opacities.iter().position(|known| *known == text).unwrap_or_else(|| {
            self.opacities.push(text);
            self.opacities.len() - 1
        });
        format!("/G{place}")
    }
}

/// Writes a shading whose colours change linearly between stops, from the bottom of a rectangle to its top.
fn shading([x, y, _, height]: [f64; 4], stops: &[(f64, Colour)]) -> String {
    let [x, top, bottom] = [x, y, y + height].map(number);
    let pair = |pair: &[(f64, Colour)]| {
        format!("<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [{}] /C1 [{}] >> ", rgb(pair[0].1), rgb(pair[1].1))
    };
    let functions: String = stops.windows(2).map(pair).collect();
    let inner = stops.get(1..stops.len().saturating_sub(1)).unwrap_or_default();
    let bounds: String = inner.iter().map(|(share, _)| format!("{share:.5} ")).collect();
    let encode = "0 1 ".repeat(stops.len().saturating_sub(1));
    format!(
        "<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [{x} {bottom} {x} {top}] /Function << /FunctionType 3 /Domain \
         [0 1] /Functions [{functions}] /Bounds [{bounds}] /Encode [{encode}] >> /Extend [true true] >>"
    )
}

/// Prints a number in hundredths.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text.is_empty() || text == "-0" { "0".into() } else { text.into() }
}

fn rgb(Colour(colour): Colour) -> String {
    let [r, g, b] = colour.map(|c| format!("{:.3}", f64::from(c) / 255.0));
    format!("{r} {g} {b}")
}

fn rectangle(at: [f64; 4]) -> String {
    let [x, y, width, height] = at.map(number);
    format!("{x} {y} {width} {height} re")
}

/// How far the handles of a quarter of a circle are from its ends, for the radius 1.
const QUARTER: f64 = 0.552_284_749_8;

fn rounded([x, y, width, height]: [f64; 4], round: f64) -> String {
    let (right, bottom, handle) = (x + width, y + height, round * (1.0 - QUARTER));
    let mut out = format!("{} {} m ", number(x + round), number(y));
    for corner in [
        [right - round, y, right - handle, y, right, y + handle, right, y + round],
        [right, bottom - round, right, bottom - handle, right - handle, bottom, right - round, bottom],
        [x + round, bottom, x + handle, bottom, x, bottom - handle, x, bottom - round],
        [x, y + round, x, y + handle, x + handle, y, x + round, y],
    ] {
        let [a, b, c, d, e, f, g, h] = corner.map(number);
        let _ = write!(out, "{a} {b} l {c} {d} {e} {f} {g} {h} c ");
    }
    out + "h"
}

fn path(shape: &[Step]) -> String {
    let mut out = String::new();
    for step in shape {
        let _ = match step {
            Step::Move([x, y]) => write!(out, "{} {} m ", number(*x), number(*y)),
            Step::Line([x, y]) => write!(out, "{} {} l ", number(*x), number(*y)),
            Step::Close => write!(out, "h "),
        };
    }
    out
}

/// Writes a text as hexadecimal UTF-16.
fn utf16(text: &str) -> String {
    std::iter::once(0xfeff).chain(text.encode_utf16()).map(|unit| format!("{unit:04x}")).collect()
}

/// Takes the outlines of letters.
struct Outline {
    path: String,
    pen: [f32; 2],
}

impl Outline {
    fn add(&mut self, points: &[f32], operator: char) {
        for value in points {
            let _ = write!(self.path, "{} ", number(f64::from(*value)));
        }
        self.path.push(operator);
        self.path.push(' ');
        if let [.., x, y] = points {
            self.pen = [*x, *y];
        }
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.add(&[x, y], 'm');
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.add(&[x, y], 'l');
    }
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let [from_x, from_y] = self.pen;
        let third = |end: f32, handle: f32| end + 2.0 / 3.0 * (handle - end);
        self.add(&[third(from_x, x1), third(from_y, y1), third(x, x1), third(y, y1), x, y], 'c');
    }
    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.add(&[x1, y1, x2, y2, x, y], 'c');
    }
    fn close(&mut self) {
        self.add(&[], 'h');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!([0.0, -0.001, 10.0, 1.5, 0.126].map(number), ["0", "0", "10", "1.5", "0.13"]);
        assert_eq!(utf16("aµ"), "feff006100b5");
    }
}

//! A scene as a PNG image.

use super::font;
use super::scene::{Colour, Mark, Scene, Step, Stroke};
use tiny_skia::{
    FillRule, GradientStop, LineCap, LineJoin, LinearGradient, Paint, Path, PathBuilder, Pixmap, Point, Rect, Shader,
    SpreadMode, StrokeDash, Transform,
};
use ttf_parser::OutlineBuilder;

/// The reason why a picture is no PNG image.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PngError {
    /// The image would be empty or larger than 16,384 pixels wide or high.
    #[error("an image of {width:.0} x {height:.0} pixels cannot be made; each may be from 1 to 16384")]
    Size {
        /// The width of the image in pixels.
        width: f64,
        /// The height of the image in pixels.
        height: f64,
    },
    /// The encoder failed.
    #[error("the image cannot be encoded as PNG: {0}")]
    Encode(String),
}

const LARGEST: f64 = 16_384.0;

/// Paints a scene with `scale` pixels of the image for each of the page.
pub(super) fn write(scene: &Scene, scale: f64) -> Result<Vec<u8>, PngError> {
    let [width, height] = [scene.width, scene.height].map(|length| (length * scale).round());
    let size = || PngError::Size { width, height };
    let possible = |length: f64| (1.0..=LARGEST).contains(&length);
    if !possible(width) || !possible(height) {
        return Err(size());
    }
    let mut image = Pixmap::new(width as u32, height as u32).ok_or_else(size)?;
    let transform = Transform::from_scale(scale as f32, scale as f32);
    for mark in &scene.marks {
        draw(&mut image, transform, mark);
    }
    image.encode_png().map_err(|error| PngError::Encode(error.to_string()))
}

fn draw(image: &mut Pixmap, transform: Transform, mark: &Mark) {
    let mut fill = |path: Option<Path>, paint: &Paint| {
        if let Some(path) = path {
            image.fill_path(&path, paint, FillRule::Winding, transform, None);
        }
    };
    match mark {
        Mark::Rect { at, round, fill: colour, border } => {
            fill(rectangle(*at, *round), &paint(*colour, 1.0));
            if let (Some(border), Some(path)) = (border, rectangle(*at, *round)) {
                image.stroke_path(&path, &paint(*border, 1.0), &tiny_skia::Stroke::default(), transform, None);
            }
        }
        Mark::Area { shape, fill: colour, crisp } => {
            let mut paint = paint(*colour, 1.0);
            paint.anti_alias = !crisp;
            fill(path(shape), &paint);
        }
        Mark::Line { shape, stroke } => {
            if let Some(path) = path(shape) {
                image.stroke_path(&path, &paint(stroke.colour, stroke.opacity), &pen(stroke), transform, None);
            }
        }
        Mark::Dots { diameter, opacity, layers } => {
            for (colour, dots) in layers {
                let mut builder = PathBuilder::new();
                for [x, y] in dots {
                    builder.push_circle(*x as f32, *y as f32, (diameter / 2.0) as f32);
                }
                fill(builder.finish(), &paint(*colour, *opacity));
            }
        }
        Mark::Ramp { at, stops } => fill(rectangle(*at, 0.0), &ramp(*at, stops)),
        Mark::Text { at, style, text } => {
            let mut outline = Outline(PathBuilder::new());
            font::outline(text, *at, *style, &mut outline);
            fill(outline.0.finish(), &paint(style.fill, 1.0));
        }
    }
}

fn paint(colour: Colour, opacity: f64) -> Paint<'static> {
    Paint { shader: Shader::SolidColor(solid(colour, opacity)), ..Paint::default() }
}

fn solid(Colour([r, g, b]): Colour, opacity: f64) -> tiny_skia::Color {
    tiny_skia::Color::from_rgba8(r, g, b, (255.0 * opacity).round() as u8)
}

fn pen(stroke: &Stroke) -> tiny_skia::Stroke {
    tiny_skia::Stroke {
        width: stroke.width as f32,
        line_join: LineJoin::Round,
        line_cap: LineCap::Butt,
        dash: stroke.dash.and_then(|lengths| StrokeDash::new(lengths.map(|l| l as f32).to_vec(), 0.0)),
        ..tiny_skia::Stroke::default()
    }
}

/// Makes the paint of a colour scale over a rectangle.
fn ramp([x, y, _, height]: [f64; 4], stops: &[(f64, Colour)]) -> Paint<'static> {
    let place = |share: f64| Point::from_xy(x as f32, (y + height * (1.0 - share)) as f32);
    let middle = stops[stops.len() / 2].1;
    let stops = stops.iter().map(|(share, colour)| GradientStop::new(*share as f32, solid(*colour, 1.0))).collect();
    let gradient = LinearGradient::new(place(0.0), place(1.0), stops, SpreadMode::Pad, Transform::identity());
    Paint { shader: gradient.unwrap_or(Shader::SolidColor(solid(middle, 1.0))), ..Paint::default() }
}

fn path(shape: &[Step]) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for step in shape {
        match step {
            Step::Move([x, y]) => builder.move_to(*x as f32, *y as f32),
            Step::Line([x, y]) => builder.line_to(*x as f32, *y as f32),
            Step::Close => builder.close(),
        }
    }
    builder.finish()
}

/// How far the handles of a quarter of a circle are from its ends, for the radius 1.
const QUARTER: f64 = 0.552_284_749_8;

fn rectangle([x, y, width, height]: [f64; 4], round: f64) -> Option<Path> {
    if round == 0.0 {
        let rect = Rect::from_xywh(x as f32, y as f32, width as f32, height as f32)?;
        return Some(PathBuilder::from_rect(rect));
    }
    let (right, bottom, handle) = (x + width, y + height, round * (1.0 - QUARTER));
    let mut builder = PathBuilder::new();
    builder.move_to((x + round) as f32, y as f32);
    // the corners clockwise from the upper right one: where each begins, the two handles, and its end
    let corners = [
        [right - round, y, right - handle, y, right, y + handle, right, y + round],
        [right, bottom - round, right, bottom - handle, right - handle, bottom, right - round, bottom],
        [x + round, bottom, x + handle, bottom, x, bottom - handle, x, bottom - round],
        [x, y + round, x, y + handle, x + handle, y, x + round, y],
    ];
    for corner in corners {
        let [a, b, c, d, e, f, g, h] = corner.map(|v| v as f32);
        builder.line_to(a, b);
        builder.cubic_to(c, d, e, f, g, h);
    }
    builder.close();
    builder.finish()
}

/// Takes the outlines of letters.
struct Outline(PathBuilder);

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, y);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, y);
    }
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.0.quad_to(x1, y1, x, y);
    }
    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.0.cubic_to(x1, y1, x2, y2, x, y);
    }
    fn close(&mut self) {
        self.0.close();
    }
}

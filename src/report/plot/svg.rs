//! The marks of a picture as SVG: text, lines, bars.

use super::{LEFT, colour};

pub(super) const FONT: &str = "Inter,system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
pub(super) const BACKGROUND: &str = "#fcfcfd";
pub(super) const BORDER: &str = "#d5dae1";
pub(super) const GRID: &str = "#e9ecf1";
pub(super) const LINE: &str = "#c3cad4";
pub(super) const TEXT: &str = "#1f2530";
pub(super) const FAINT_TEXT: &str = "#5b6472";

/// How text is set.
#[derive(Clone, Copy)]
pub(super) struct Style {
    pub(super) size: f64,
    pub(super) weight: u32,
    pub(super) fill: &'static str,
    pub(super) anchor: &'static str,
    pub(super) turned: bool,
}

pub(super) const TICK: Style = Style { size: 12.5, weight: 400, fill: FAINT_TEXT, anchor: "start", turned: false };
pub(super) const NAME: Style = Style { size: 14.0, weight: 500, fill: TEXT, anchor: "middle", turned: false };
pub(super) const TITLE: Style = Style { size: 20.0, weight: 600, fill: TEXT, anchor: "start", turned: false };
pub(super) const CAPTION: Style = Style { size: 13.5, weight: 400, fill: FAINT_TEXT, anchor: "start", turned: false };

/// Width of a letter relative to its size, on average and somewhat too wide.
pub(super) const LETTER: f64 = 0.56;

/// The text, cut off where it would be wider than `width`.
pub(super) fn fitted(text: &str, width: f64, size: f64) -> String {
    let most = (width / (LETTER * size)) as usize;
    if text.chars().count() <= most {
        return text.to_string();
    }
    let mut cut: String = text.chars().take(most.saturating_sub(1)).collect();
    cut.push('…');
    cut
}

/// Text as XML.
pub(super) fn escaped(text: &str) -> String {
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

/// A document that grows.
#[derive(Default)]
pub(super) struct Svg {
    pub(super) text: String,
}

impl Svg {
    pub(super) fn line(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// The beginning: size, background, title and caption.
    pub(super) fn open(&mut self, [width, height]: [f64; 2], title: &str, lines: &[String]) {
        self.line(&format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height:.0}" viewBox="0 0 {width} {height:.0}" role="img" font-family="{FONT}">"#
        ));
        self.line(&format!("<title>{}</title>", escaped(title)));
        self.line(&format!("<desc>{}</desc>", escaped(&lines.join(". "))));
        self.line(&format!(
            r#"<rect x=".5" y=".5" width="{}" height="{:.0}" rx="10" fill="{BACKGROUND}" stroke="{BORDER}"/>"#,
            width - 1.0,
            height - 1.0
        ));
        let room = width - LEFT - 24.0;
        let letters = title.chars().count().max(1) as f64;
        let size = (room / (LETTER * letters)).clamp(14.0, TITLE.size);
        self.text([LEFT, 44.0], Style { size, ..TITLE }, &fitted(title, room, size));
        for (i, line) in lines.iter().enumerate() {
            self.text([LEFT, 67.0 + 17.0 * i as f64], CAPTION, &fitted(line, room, CAPTION.size));
        }
    }

    pub(super) fn text(&mut self, [x, y]: [f64; 2], style: Style, text: &str) {
        let Style { size, weight, fill, anchor, turned } = style;
        let place = if turned {
            format!(r#"transform="translate({x:.1} {y:.1})rotate(-90)""#)
        } else {
            format!(r#"x="{x:.1}" y="{y:.1}""#)
        };
        let text = escaped(text);
        self.line(&format!(
            r#"<text {place} font-size="{size}" font-weight="{weight}" fill="{fill}" text-anchor="{anchor}">{text}</text>"#
        ));
    }

    pub(super) fn bar(&mut self, [x, y, width, height]: [f64; 4], shade: f64) {
        self.line(&format!(
            r#"<rect x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}" fill="{}"/>"#,
            colour::hex(shade)
        ));
    }
}

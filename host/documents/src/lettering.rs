//! Typography of documents: two weights of one typeface, text widths, shrinking and wrapping.
//!
//! IBM Plex Sans Condensed (SIL Open Font License, fonts/OFL.txt) has open shapes for thermal
//! printers. It is compiled in, so documents are equal on every machine.

use std::sync::LazyLock;

use krilla::text::{Font, GlyphId, KrillaGlyph};
use rustybuzz::{Face, UnicodeBuffer};

use super::dots::Outline;

/// Maximum characters that are measured, more than any field can show.
const MAX_CHARACTERS: usize = 400;
/// Line height at size 1.
pub const LEADING: f32 = 1.2;
/// Decrement between font sizes.
const STEP: f32 = 0.5;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    Regular,
    Bold,
}

struct Typeface {
    font: Font,
    shaper: Face<'static>,
}

static REGULAR: LazyLock<Typeface> =
    LazyLock::new(|| typeface(include_bytes!("fonts/IBMPlexSansCondensed-Regular.ttf")));
static BOLD: LazyLock<Typeface> =
    LazyLock::new(|| typeface(include_bytes!("fonts/IBMPlexSansCondensed-Bold.ttf")));

fn typeface(bytes: &'static [u8]) -> Typeface {
    let font = Font::new(bytes.into(), 0)
        .expect("the font is compiled in and every document's test reads it");
    let shaper = Face::from_slice(bytes, 0)
        .expect("the font is compiled in and every document's test reads it");
    Typeface { font, shaper }
}

impl Weight {
    fn typeface(self) -> &'static Typeface {
        match self {
            Self::Regular => &REGULAR,
            Self::Bold => &BOLD,
        }
    }

    pub fn font(self) -> Font {
        self.typeface().font.clone()
    }

    pub fn units(self) -> f32 {
        self.typeface().shaper.units_per_em() as f32
    }

    pub fn outline(self, glyph: GlyphId, outline: &mut Outline) {
        // The typeface has no further glyphs.
        if let Ok(glyph) = u16::try_from(glyph.to_u32()) {
            self.typeface()
                .shaper
                .outline_glyph(rustybuzz::ttf_parser::GlyphId(glyph), outline);
        }
    }

    fn has(self, character: char) -> bool {
        self.typeface().shaper.glyph_index(character).is_some()
    }
}

/// Text in one weight, shaped for drawing at any size.
#[derive(Debug, Clone)]
pub struct Line {
    pub text: String,
    pub glyphs: Vec<KrillaGlyph>,
    pub weight: Weight,
    /// Width at size 1.
    em: f32,
}

impl Line {
    pub fn set(weight: Weight, text: &str) -> Self {
        Self::shape(weight, replace_missing(weight, text))
    }

    fn shape(weight: Weight, text: String) -> Self {
        let shaper = &weight.typeface().shaper;
        let units = shaper.units_per_em() as f32;
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(&text);
        buffer.set_direction(rustybuzz::Direction::LeftToRight);
        buffer.guess_segment_properties();
        let shaped = rustybuzz::shape(shaper, &[], buffer);
        let infos = shaped.glyph_infos();
        let mut em = 0.0;
        let mut glyphs = Vec::with_capacity(infos.len());
        for (index, (info, position)) in infos.iter().zip(shaped.glyph_positions()).enumerate() {
            let start = info.cluster as usize;
            let end = infos[index..]
                .iter()
                .map(|next| next.cluster as usize)
                .find(|&next| next != start)
                .unwrap_or(text.len());
            let part = |units_of: i32| units_of as f32 / units;
            em += part(position.x_advance);
            let (advance, x, y) = (
                part(position.x_advance),
                part(position.x_offset),
                part(position.y_offset),
            );
            glyphs.push(KrillaGlyph::new(
                GlyphId::new(info.glyph_id),
                advance,
                x,
                y,
                part(position.y_advance),
                start..end,
                None,
            ));
        }
        Self {
            text,
            glyphs,
            weight,
            em,
        }
    }

    /// Cluster ends in bytes, and as width at size 1.
    fn ends(&self) -> impl Iterator<Item = (usize, f32)> {
        self.glyphs.iter().scan(0.0, |em, glyph| {
            *em += glyph.x_advance;
            Some((glyph.text_range.end, *em))
        })
    }

    /// Width and size in points.
    pub fn width(&self, size: f32) -> f32 {
        self.em * size
    }
}

/// Returns the text in one line, without control characters, in available characters.
fn replace_missing(weight: Weight, text: &str) -> String {
    let mut legible = String::with_capacity(text.len());
    for character in text.chars().take(MAX_CHARACTERS) {
        if character.is_whitespace() || character.is_control() {
            if !legible.ends_with(' ') {
                legible.push(' ');
            }
        } else if weight.has(character) {
            legible.push(character);
        } else {
            legible.push_str(deunicode::deunicode_char(character).unwrap_or("?"));
        }
    }
    legible.trim().to_string()
}

/// One line of at most `largest` size in `width` points, truncated at `smallest`.
pub fn fit(weight: Weight, text: &str, width: f32, largest: f32, smallest: f32) -> (Line, f32) {
    let line = Line::set(weight, text);
    let size = largest.min(width / line.em.max(f32::EPSILON));
    if size >= smallest {
        (line, size)
    } else {
        (truncate(weight, &line.text, width, smallest), smallest)
    }
}

fn truncate(weight: Weight, text: &str, width: f32, size: f32) -> Line {
    let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    let shortened = |count: usize| {
        Line::shape(
            weight,
            format!(
                "{}…",
                text[..ends.get(count).copied().unwrap_or(0)].trim_end()
            ),
        )
    };
    let room = width / size - Line::shape(weight, "…".to_string()).em;
    let mut count = Line::shape(weight, text.to_string())
        .ends()
        .take_while(|(_, em)| *em <= room)
        .count()
        .min(ends.len());
    // Kerning may make the parts slightly wider than the whole.
    while count > 0 && shortened(count).width(size) > width {
        count -= 1;
    }
    shortened(count)
}

/// A size from `largest` to `smallest`; always at least one line.
pub fn wrap(
    weight: Weight,
    text: &str,
    width: f32,
    height: f32,
    largest: f32,
    smallest: f32,
) -> (Vec<Line>, f32) {
    let most = |size: f32| ((height / (size * LEADING)) as usize).max(1);
    let text = replace_missing(weight, text);
    if text.is_empty() {
        return (Vec::new(), largest);
    }
    let words: Vec<Line> = text
        .split(' ')
        .map(|word| Line::shape(weight, word.to_string()))
        .collect();
    let blank = Line::shape(weight, " ".to_string()).em;
    // A single line must not be higher than its box either.
    let mut size = largest.min(height / LEADING).max(smallest);
    let mut lines = break_lines(&words, blank, width / size);
    while lines.len() > most(size) && size - STEP >= smallest {
        size -= STEP;
        lines = break_lines(&words, blank, width / size);
    }
    let surplus = lines.split_off(most(size).min(lines.len()));
    let mut set: Vec<Line> = lines
        .into_iter()
        .map(|line| Line::shape(weight, line))
        .collect();
    if !surplus.is_empty()
        && let Some(last) = set.pop()
    {
        let rest = std::iter::once(last.text)
            .chain(surplus)
            .collect::<Vec<_>>()
            .join(" ");
        set.push(truncate(weight, &rest, width, size));
    }
    let widest = set.iter().map(|line| line.em).fold(f32::EPSILON, f32::max);
    (set, size.min(width / widest))
}

/// Breaks at blanks, or within words that are too wide.
fn break_lines(words: &[Line], blank: f32, room: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut used = 0.0;
    for word in words {
        if let Some(line) = lines.last_mut().filter(|_| used + blank + word.em <= room) {
            line.push(' ');
            line.push_str(&word.text);
            used += blank + word.em;
            continue;
        }
        lines.push(String::new());
        used = 0.0;
        let mut from = 0;
        let mut before = 0.0;
        for (end, em) in word.ends() {
            // Every line has at least one character, however narrow it is.
            if em - before > room && from < end && lines.last().is_some_and(|line| !line.is_empty())
            {
                lines.push(String::new());
                before += used;
            }
            if let Some(line) = lines.last_mut() {
                line.push_str(&word.text[from..end]);
            }
            from = end;
            used = em - before;
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_the_face_lacks_is_spelled() {
        assert_eq!(
            Line::set(Weight::Regular, "Łódź\tCafé\r\nÅrhus").text,
            "Łódź Café Århus"
        );
        assert_eq!(
            Line::set(Weight::Bold, "北京 Ltd")
                .text
                .replace(' ', "")
                .to_lowercase(),
            "beijingltd"
        );
        assert!(
            Line::set(Weight::Regular, "WWW").width(10.0)
                > Line::set(Weight::Regular, "iii").width(10.0)
        );
    }

    #[test]
    fn lines_shrink_before_they_are_cut() {
        let (line, size) = fit(Weight::Bold, "Southern Cross Freight", 60.0, 20.0, 5.0);
        assert!(line.text == "Southern Cross Freight" && (5.0..20.0).contains(&size));
        let (line, size) = fit(Weight::Bold, "Southern Cross Freight", 30.0, 20.0, 8.0);
        assert!(line.text.ends_with('…') && size == 8.0, "{}", line.text);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn nothing_is_wider_than_its_place(text in "\\PC{0,120}", width in 20.0f32..300.0) {
            let (line, size) = fit(Weight::Bold, &text, width, 14.0, 7.0);
            prop_assert!(line.width(size) <= width * 1.0001);
            let (lines, size) = wrap(Weight::Regular, &text, width, 44.0, 12.0, 7.0);
            prop_assert!(lines.len() as f32 * size * LEADING <= 44.0);
            for line in lines {
                prop_assert!(line.width(size) <= width * 1.0001, "{}", line.text);
            }
        }
    }
}

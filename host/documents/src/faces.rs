//! Typefaces of documents, and the runs of a text in one face and direction.
//!
//! IBM Plex Sans Condensed has open shapes for thermal printers. Arabic script is set in a subset
//! of IBM Plex Sans Arabic, renamed as its licence asks of changed fonts. Both are under the SIL
//! Open Font License (fonts/OFL.txt) and compiled in, so documents are equal on every machine.

use std::{ops::Range, sync::LazyLock};

use krilla::text::{Font, GlyphId, KrillaGlyph};
use rustybuzz::{Direction, UnicodeBuffer};
use unicode_bidi::BidiInfo;

use super::dots::Outline;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    Regular,
    Bold,
}

struct Typeface {
    font: Font,
    shaper: rustybuzz::Face<'static>,
}

static REGULAR: LazyLock<Typeface> =
    LazyLock::new(|| typeface(include_bytes!("fonts/IBMPlexSansCondensed-Regular.ttf")));
static BOLD: LazyLock<Typeface> =
    LazyLock::new(|| typeface(include_bytes!("fonts/IBMPlexSansCondensed-Bold.ttf")));
static ARABIC: LazyLock<Typeface> =
    LazyLock::new(|| typeface(include_bytes!("fonts/WaybillSansArabic-Regular.ttf")));
static ARABIC_BOLD: LazyLock<Typeface> =
    LazyLock::new(|| typeface(include_bytes!("fonts/WaybillSansArabic-Bold.ttf")));

fn typeface(bytes: &'static [u8]) -> Typeface {
    let font = Font::new(bytes.into(), 0)
        .expect("the font is compiled in and every document's test reads it");
    let shaper = rustybuzz::Face::from_slice(bytes, 0)
        .expect("the font is compiled in and every document's test reads it");
    Typeface { font, shaper }
}

/// A typeface in one weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Face {
    weight: Weight,
    is_arabic: bool,
}

impl Face {
    fn typeface(self) -> &'static Typeface {
        match (self.weight, self.is_arabic) {
            (Weight::Regular, false) => &REGULAR,
            (Weight::Bold, false) => &BOLD,
            (Weight::Regular, true) => &ARABIC,
            (Weight::Bold, true) => &ARABIC_BOLD,
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

impl Weight {
    pub const fn latin(self) -> Face {
        Face {
            weight: self,
            is_arabic: false,
        }
    }

    const fn arabic(self) -> Face {
        Face {
            weight: self,
            is_arabic: true,
        }
    }

    pub fn has(self, character: char) -> bool {
        self.latin().has(character) || is_arabic(character) && self.arabic().has(character)
    }
}

/// Letters, digits and marks of the Arabic script, which join or are read with those that do.
pub const fn is_arabic(character: char) -> bool {
    matches!(
        character,
        '\u{600}'..='\u{6ff}' | '\u{750}'..='\u{77f}' | '\u{fb50}'..='\u{fdff}'
            | '\u{fe70}'..='\u{fefc}' | '\u{200c}' | '\u{200d}'
    )
}

/// Glyphs of one face and one direction, from left to right.
#[derive(Debug, Clone)]
pub struct Run {
    pub text: String,
    pub glyphs: Vec<KrillaGlyph>,
    pub face: Face,
    /// Place of its text in that of the line, in bytes.
    pub start: usize,
}

impl Run {
    pub fn shape(face: Face, direction: Direction, text: &str, start: usize) -> Self {
        let shaper = &face.typeface().shaper;
        let units = shaper.units_per_em() as f32;
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        buffer.set_direction(direction);
        buffer.guess_segment_properties();
        let shaped = rustybuzz::shape(shaper, &[], buffer);
        let infos = shaped.glyph_infos();
        let mut starts: Vec<usize> = infos.iter().map(|info| info.cluster as usize).collect();
        starts.sort_unstable();
        let end_of = |start: usize| {
            let next = starts.partition_point(|&other| other <= start);
            starts.get(next).copied().unwrap_or(text.len())
        };
        let part = |units_of: i32| units_of as f32 / units;
        let glyphs = infos
            .iter()
            .zip(shaped.glyph_positions())
            .map(|(info, position)| {
                let start = info.cluster as usize;
                KrillaGlyph::new(
                    GlyphId::new(info.glyph_id),
                    part(position.x_advance),
                    part(position.x_offset),
                    part(position.y_offset),
                    part(position.y_advance),
                    start..end_of(start),
                    None,
                )
            })
            .collect();
        Self {
            text: text.to_string(),
            glyphs,
            face,
            start,
        }
    }

    /// Width at size 1.
    pub fn em(&self) -> f32 {
        self.glyphs.iter().map(|glyph| glyph.x_advance).sum()
    }
}

/// Splits a text by direction and face. Its first letter decides its direction as a whole.
pub fn directed_runs(weight: Weight, text: &str) -> Vec<Run> {
    let bidi = BidiInfo::new(text, None);
    let mut runs = Vec::new();
    // Texts have no line breaks, so there is one paragraph.
    for paragraph in &bidi.paragraphs {
        let (levels, visual) = bidi.visual_runs(paragraph, paragraph.range.clone());
        for range in visual {
            let is_right_to_left = levels.get(range.start).is_some_and(|level| level.is_rtl());
            let direction = if is_right_to_left {
                Direction::RightToLeft
            } else {
                Direction::LeftToRight
            };
            let mut parts = split_by_face(weight, text, range);
            if is_right_to_left {
                parts.reverse();
            }
            runs.extend(parts.into_iter().map(|(face, part)| {
                let start = part.start;
                Run::shape(face, direction, &text[part], start)
            }));
        }
    }
    runs
}

/// Blanks and punctuation take the face of the letters before them, or else of those after.
fn split_by_face(weight: Weight, text: &str, range: Range<usize>) -> Vec<(Face, Range<usize>)> {
    let is_neutral = |character: char| !character.is_alphanumeric() && !is_arabic(character);
    let face_of = |character: char| {
        if is_arabic(character) {
            weight.arabic()
        } else {
            weight.latin()
        }
    };
    let part = &text[range.clone()];
    let mut current = part
        .chars()
        .find(|&character| !is_neutral(character))
        .map_or(weight.latin(), face_of);
    let mut parts: Vec<(Face, Range<usize>)> = Vec::new();
    for (at, character) in part.char_indices() {
        if !is_neutral(character) || !current.has(character) {
            current = face_of(character);
        }
        let at = range.start + at;
        let end = at + character.len_utf8();
        match parts.last_mut() {
            Some((last, part)) if *last == current => part.end = end,
            _ => parts.push((current, at..end)),
        }
    }
    parts
}

pub const fn is_direction_mark(character: char) -> bool {
    matches!(
        character,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}

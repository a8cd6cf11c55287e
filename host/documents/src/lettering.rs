//! Typography of documents: text widths, shrinking and wrapping.

use rustybuzz::Direction;

use super::faces::{Run, directed_runs, is_arabic, is_direction_mark};

pub use super::faces::Weight;

/// Maximum characters that are measured, more than any field can show.
const MAX_CHARACTERS: usize = 400;
/// Line height at size 1.
pub const LEADING: f32 = 1.2;
/// Decrement between font sizes.
const STEP: f32 = 0.5;

/// Text in one weight, shaped for drawing at any size.
#[derive(Debug, Clone)]
pub struct Line {
    pub text: String,
    /// From left to right.
    pub runs: Vec<Run>,
    /// Width at size 1.
    em: f32,
}

impl Line {
    pub fn set(weight: Weight, text: &str) -> Self {
        Self::shape(weight, replace_missing(weight, text))
    }

    fn shape(weight: Weight, text: String) -> Self {
        let runs = if text.chars().any(is_arabic) {
            directed_runs(weight, &text)
        } else {
            vec![Run::shape(weight.latin(), Direction::LeftToRight, &text, 0)]
        };
        let em = runs.iter().map(Run::em).sum();
        Self { text, runs, em }
    }

    /// Cluster ends in bytes, in the order of reading, and as width at size 1 up to each.
    fn ends(&self) -> impl Iterator<Item = (usize, f32)> {
        let mut clusters: Vec<(usize, f32)> = self
            .runs
            .iter()
            .flat_map(|run| {
                run.glyphs
                    .iter()
                    .map(|glyph| (run.start + glyph.text_range.end, glyph.x_advance))
            })
            .collect();
        clusters.sort_by_key(|(end, _)| *end);
        clusters.into_iter().scan(0.0, |em, (end, advance)| {
            *em += advance;
            Some((end, *em))
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
        } else if is_direction_mark(character) {
            // Directions follow from the letters.
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

    /// Each run's text with its first and last glyph's place in it, from left to right.
    fn visual(text: &str) -> Vec<(String, bool)> {
        let line = Line::set(Weight::Bold, text);
        assert!(
            line.runs
                .iter()
                .flat_map(|run| &run.glyphs)
                .all(|glyph| glyph.glyph_id.to_u32() != 0),
            "{text} has a character without a glyph"
        );
        line.runs
            .into_iter()
            .map(|run| {
                let places: Vec<usize> = run
                    .glyphs
                    .iter()
                    .map(|glyph| glyph.text_range.start)
                    .collect();
                (run.text, places.first() > places.last())
            })
            .collect()
    }

    #[test]
    fn arabic_is_set_from_right_to_left_and_numbers_in_it_are_not() {
        let name = "شركة الشحن";
        assert_eq!(visual(name), [(name.to_string(), true)]);
        assert_eq!(
            visual("شارع 12 الرياض"),
            [
                (" الرياض".to_string(), true),
                ("12".to_string(), false),
                ("شارع ".to_string(), true),
            ]
        );
        // The first letter decides the direction of the whole.
        assert_eq!(
            visual("Dana شركة"),
            [("Dana ".to_string(), false), ("شركة".to_string(), true)]
        );
    }

    #[test]
    fn arabic_letters_are_joined() {
        let line = Line::set(Weight::Regular, "بيت");
        let alone: f32 = ["ب", "ي", "ت"]
            .map(|letter| Line::set(Weight::Regular, letter).width(1.0))
            .iter()
            .sum();
        assert!(line.width(1.0) < alone);
    }

    #[test]
    fn marks_of_direction_are_not_printed() {
        assert_eq!(
            Line::set(Weight::Regular, "\u{2068}Dana\u{2069} \u{200f}Co").text,
            "Dana Co"
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

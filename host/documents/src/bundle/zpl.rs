//! Labels as one ZPL stream: carriers' formats unchanged, our labels and images as graphics.

use data::{Message, message};

use super::{Bounds, BundleFile, LabelFormat, ParsedLabel, Placed, own_dots};
use crate::dots::Dots;

/// Rejects unclosed formats, which would consume the next label.
pub fn read(content: Vec<u8>) -> Result<Vec<u8>, Message> {
    let text = content.trim_ascii();
    let count = |command: &[u8; 3]| {
        text.windows(3)
            .filter(|part| part.eq_ignore_ascii_case(command))
            .count()
    };
    let begun = count(b"^XA");
    let is_closed = text.len() >= 3 && text[text.len() - 3..].eq_ignore_ascii_case(b"^XZ");
    if begun == 0 || begun != count(b"^XZ") || !is_closed {
        return Err(message!(
            "The carrier's label is not valid ZPL: a format must begin with ^XA and end with ^XZ."
        ));
    }
    Ok(text.to_vec())
}

pub(super) fn concatenate(
    labels: Vec<Placed>,
    bounds: Bounds,
    left_out: &mut Vec<(usize, Message)>,
) -> Option<BundleFile> {
    let mut content = Vec::new();
    for (place, _, label) in labels {
        let begin = content.len();
        let dots = match &label {
            ParsedLabel::Zpl(formats) => {
                content.extend_from_slice(formats);
                content.push(b'\n');
                continue;
            }
            ParsedLabel::Pdf(pdf) => own_dots(pdf),
            ParsedLabel::Png(picture) => picture.dots().map(|dots| vec![dots]),
        };
        match dots {
            Some(pages) => {
                pages
                    .iter()
                    .for_each(|dots| content.extend(format(dots).into_bytes()));
                if content.len() > bounds.bytes {
                    content.truncate(begin);
                    left_out.push((place, bounds.too_large()));
                }
            }
            None => left_out.push((place, label.cannot_convert(LabelFormat::Zpl))),
        }
    }
    (!content.is_empty()).then_some(BundleFile {
        content,
        media_type: "application/zpl",
        ending: "zpl",
    })
}

fn format(dots: &Dots) -> String {
    let (stride, bytes) = (dots.stride(), dots.stride() * dots.height);
    let (width, height, data) = (dots.width, dots.height, compress_dots(dots));
    format!("^XA^PW{width}^LL{height}^LH0,0^FO0,0^GFA,{bytes},{bytes},{stride},{data}^FS^XZ\n")
}

/// ZPL's compression: letters repeat the next digit, a comma fills the row with white, an
/// exclamation mark with black, a colon repeats the previous row.
fn compress_dots(dots: &Dots) -> String {
    let mut text = String::new();
    let mut above: Option<&[u8]> = None;
    for y in 0..dots.height {
        let row = dots.row(y);
        if above == Some(row) {
            text.push(':');
        } else {
            compress(row, &mut text);
        }
        above = Some(row);
    }
    text
}

fn compress(row: &[u8], text: &mut String) {
    let digits: Vec<u8> = row.iter().flat_map(|byte| [byte >> 4, byte & 15]).collect();
    let mut rest = digits.as_slice();
    while let Some(&digit) = rest.first() {
        let run = rest.iter().take_while(|&&next| next == digit).count();
        match (run == rest.len(), digit) {
            (true, 0) => text.push(','),
            (true, 15) => text.push('!'),
            _ => write_repetition(run, digit, text),
        }
        rest = &rest[run..];
    }
}

/// Writes a repetition: `G` is 1, `H` 2, up to `Y` for 19. `g` is 20, `h` 40, up to `z` for 400.
fn write_repetition(mut run: usize, digit: u8, text: &mut String) {
    while run > 0 {
        let now = run.min(419);
        if now > 1 {
            if now >= 20 {
                text.push(char::from(b'g' + (now / 20 - 1) as u8));
            }
            if !now.is_multiple_of(20) {
                text.push(char::from(b'G' + (now % 20 - 1) as u8));
            }
        }
        text.push(
            char::from_digit(u32::from(digit), 16)
                .unwrap_or('0')
                .to_ascii_uppercase(),
        );
        run -= now;
    }
}

/// Decodes a graphic, for tests.
#[cfg(test)]
pub(crate) fn decode(format: &str) -> Dots {
    let (head, data) = format.split_once("^GFA,").unwrap();
    let size = |word: &str| {
        head.split_once(word)
            .unwrap()
            .1
            .split('^')
            .next()
            .unwrap()
            .parse::<usize>()
            .unwrap()
    };
    let mut dots = Dots::new(size("^PW"), size("^LL"));
    let data = data
        .splitn(4, ',')
        .nth(3)
        .unwrap()
        .split_once("^FS")
        .unwrap()
        .0;
    let digits = dots.stride() * 2;
    let (mut rows, mut row, mut times): (Vec<Vec<u8>>, Vec<u8>, usize) =
        (Vec::new(), Vec::new(), 0);
    for letter in data.chars() {
        match letter {
            ',' => row.resize(digits, 0),
            '!' => row.resize(digits, 15),
            ':' => row = rows.last().unwrap().clone(),
            'G'..='Y' => times += letter as usize - 'F' as usize,
            'g'..='z' => times += (letter as usize - 'f' as usize) * 20,
            digit => {
                let value = digit.to_digit(16).unwrap() as u8;
                row.extend(std::iter::repeat_n(value, times.max(1)));
                times = 0;
            }
        }
        if row.len() == digits {
            rows.push(std::mem::take(&mut row));
        }
    }
    assert_eq!(rows.len(), dots.height);
    for (y, row) in rows.iter().enumerate() {
        for x in 0..dots.width {
            dots.set(x, y, row[x / 4] & (8 >> (x % 4)) != 0);
        }
    }
    dots
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_format_that_is_left_open_is_no_label() {
        assert!(read(b"  ^XA^FO1,1^FDx^FS^XZ\r\n".to_vec()).is_ok());
        assert!(read(b"~DGR:A^xa^xz".to_vec()).is_ok());
        for broken in [
            &b""[..],
            b"^XA",
            b"^XA^FDx^FS",
            b"^XA^XA^XZ",
            b"%PDF-1.7",
            b"^XA^XZ trailing",
        ] {
            assert!(
                read(broken.to_vec()).is_err(),
                "{}",
                String::from_utf8_lossy(broken)
            );
        }
    }

    #[test]
    fn runs_are_written_short() {
        let mut text = String::new();
        compress(&[0xff; 50], &mut text);
        assert_eq!(text, "!");
        text.clear();
        compress(&[0xff, 0xff, 0x80, 0, 0], &mut text);
        assert_eq!(text, "JF8,");
        text.clear();
        write_repetition(425, 1, &mut text);
        assert_eq!(text, "zY1L1");
    }

    proptest! {
        #[test]
        fn every_graphic_is_read_back_as_it_was(
            width in 1usize..40, height in 1usize..9, black in prop::collection::vec(any::<(u8, u8)>(), 0..60),
        ) {
            let mut dots = Dots::new(width, height);
            for (x, y) in black {
                dots.set(usize::from(x) % width, usize::from(y) % height, true);
            }
            prop_assert_eq!(decode(&format(&dots)), dots);
        }
    }
}

//! Labels as pages of one PDF. Foreign labels are embedded unchanged, at full size if possible.

use std::sync::Arc;

use data::{Message, message};
use hayro_syntax::{Pdf, PdfVersion};
use krilla::{
    Document, SerializeSettings,
    configure::{ConfigurationBuilder, PdfVersion as Written},
    geom::{Size, Transform},
    image::Image,
    metadata::Metadata,
    page::PageSettings,
    pdf::PdfDocument,
    surface::Surface,
};

use super::{BundleFile, LabelFormat, MAX_PAGES, ParsedLabel, Placed, catch_panic};
use crate::{counted, label, sheet::POINTS};

/// Pages that need a smaller scale keep their size: their bars would be unreadable.
const MIN_SCALE: f32 = 0.9;
/// A4 in points.
const SHEET: (f32, f32) = (210.0 * POINTS, 297.0 * POINTS);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paper {
    Label,
    /// Four labels per page.
    Sheet,
}

impl Paper {
    fn layout(self) -> ((f32, f32), (usize, usize)) {
        match self {
            Self::Label => ((label::WIDTH * POINTS, label::HEIGHT * POINTS), (1, 1)),
            Self::Sheet => (SHEET, (2, 2)),
        }
    }
}

pub fn read(content: Vec<u8>) -> Result<Pdf, Message> {
    let broken = || message!("The carrier's label is not a readable PDF.");
    // Content before the PDF header would be printed by printers.
    if !content.trim_ascii_start().starts_with(b"%PDF-") {
        return Err(broken());
    }
    let pdf = catch_panic(|| Pdf::new(content).ok().filter(|pdf| !pdf.pages().is_empty()))
        .flatten()
        .ok_or_else(broken)?;
    let pages = pdf.pages().len();
    if pages > MAX_PAGES {
        return Err(message!(
            "The label has {pages} pages; at most {max} are printed.",
            max = MAX_PAGES
        ));
    }
    Ok(pdf)
}

enum Drawing {
    Page(PdfDocument, usize, (f32, f32)),
    Picture(Image, (f32, f32)),
}

impl Drawing {
    fn size(&self) -> (f32, f32) {
        match self {
            Self::Page(_, _, size) | Self::Picture(_, size) => *size,
        }
    }

    /// Draws it centred in a box, rotated if it fits better.
    fn draw(&self, surface: &mut Surface<'_>, (left, top): (f32, f32), room: (f32, f32)) {
        let (width, height) = self.size();
        let (scale, is_turned) = fit((width, height), room);
        let Some(size) = Size::from_wh(width * scale, height * scale) else {
            return;
        };
        let (wide, high) = if is_turned {
            (size.height(), size.width())
        } else {
            (size.width(), size.height())
        };
        let (x, y) = (left + (room.0 - wide) / 2.0, top + (room.1 - high) / 2.0);
        let transform = match is_turned {
            true => Transform::from_row(0.0, 1.0, -1.0, 0.0, x + wide, y),
            false => Transform::from_translate(x, y),
        };
        surface.push_transform(&transform);
        match self {
            Self::Page(pdf, page, _) => surface.draw_pdf_page(pdf, size, *page),
            Self::Picture(image, _) => surface.draw_image(image.clone(), size),
        }
        surface.pop();
    }
}

/// Returns the scale, at most 1, and true if rotated.
fn fit((width, height): (f32, f32), (wide, high): (f32, f32)) -> (f32, bool) {
    let scale = |width: f32, height: f32| (wide / width).min(high / height).min(1.0);
    let (upright, turned) = (scale(width, height), scale(height, width));
    if turned > upright * 1.01 {
        (turned, true)
    } else {
        (upright, false)
    }
}

/// Renders the labels as one PDF.
pub fn pages(
    labels: Vec<Placed>,
    paper: Paper,
    left_out: &mut Vec<(usize, Message)>,
) -> Option<BundleFile> {
    let format = if paper == Paper::Label {
        LabelFormat::Pdf
    } else {
        LabelFormat::A4
    };
    let mut readable = Vec::new();
    for (place, _, label) in labels {
        match label {
            ParsedLabel::Zpl(_) => left_out.push((place, label.cannot_convert(format))),
            label => readable.push((place, label)),
        }
    }
    let all: Vec<&ParsedLabel> = readable.iter().map(|(_, label)| label).collect();
    let content = write_pages(&all, paper).or_else(|| {
        // Each is tried separately, so the others are printed.
        let (good, bad): (Vec<_>, Vec<_>) = readable
            .iter()
            .partition(|(_, label)| write_pages(&[label], paper).is_some());
        left_out.extend(bad.into_iter().map(|(place, _)| {
            (
                *place,
                message!("The carrier's label is not a readable PDF."),
            )
        }));
        write_pages(
            &good.into_iter().map(|(_, label)| label).collect::<Vec<_>>(),
            paper,
        )
    })?;
    Some(BundleFile {
        content,
        media_type: "application/pdf",
        ending: "pdf",
    })
}

fn write_pages(labels: &[&ParsedLabel], paper: Paper) -> Option<Vec<u8>> {
    catch_panic(|| write(labels, paper)).flatten()
}

fn write(labels: &[&ParsedLabel], paper: Paper) -> Option<Vec<u8>> {
    let drawings: Vec<Drawing> = labels.iter().flat_map(|label| drawings(label)).collect();
    let is_newest = labels
        .iter()
        .any(|label| matches!(label, ParsedLabel::Pdf(pdf) if pdf.version() > PdfVersion::Pdf17));
    let version = if is_newest {
        Written::Pdf20
    } else {
        Written::Pdf17
    };
    let mut document = Document::new_with(SerializeSettings {
        xmp_metadata: false,
        configuration: ConfigurationBuilder::new()
            .with_version(version)
            .finish()
            .ok()?,
        ..SerializeSettings::default()
    });
    document.set_metadata(
        Metadata::new()
            .title(counted(drawings.len() as u64, "label", "labels"))
            .creator("Waybill".to_owned()),
    );
    let (page, (columns, rows)) = paper.layout();
    let room = (page.0 / columns as f32, page.1 / rows as f32);
    let mut rest = drawings.as_slice();
    while let Some(first) = rest.first() {
        let fits = |drawing: &&Drawing| fit(drawing.size(), room).0 >= MIN_SCALE;
        let together = rest.iter().take(columns * rows).take_while(fits).count();
        // Oversized labels keep their own page size.
        let (size, room) = if together == 0 {
            (first.size(), first.size())
        } else {
            (page, room)
        };
        let (these, others) = rest.split_at(together.max(1));
        let mut page = document.start_page_with(PageSettings::from_wh(size.0, size.1)?);
        let mut surface = page.surface();
        for (at, drawing) in these.iter().enumerate() {
            let corner = (
                (at % columns) as f32 * room.0,
                (at / columns) as f32 * room.1,
            );
            drawing.draw(&mut surface, corner, room);
        }
        surface.finish();
        page.finish();
        rest = others;
    }
    if drawings.is_empty() {
        None
    } else {
        document.finish().ok()
    }
}

fn drawings(label: &ParsedLabel) -> Vec<Drawing> {
    match label {
        ParsedLabel::Pdf(pdf) => {
            let document = PdfDocument::new(Arc::clone(pdf));
            let pages = pdf.pages().iter().enumerate();
            pages
                .map(|(at, page)| Drawing::Page(document.clone(), at, page.render_dimensions()))
                .collect()
        }
        ParsedLabel::Png(picture) => {
            let image = Image::from_png(picture.content.clone().into(), false);
            image
                .ok()
                .map(|image| Drawing::Picture(image, picture.points()))
                .into_iter()
                .collect()
        }
        ParsedLabel::Zpl(_) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_never_enlarged_and_turned_where_that_gives_room() {
        let room = (283.0, 425.0);
        assert_eq!(fit((283.0, 425.0), room), (1.0, false));
        assert_eq!(fit((100.0, 100.0), room), (1.0, false));
        assert_eq!(fit((425.0, 283.0), room), (1.0, true));
        let (scale, is_turned) = fit((595.0, 842.0), room);
        assert!(scale < MIN_SCALE && !is_turned, "A4 stays A4");
        let (scale, _) = fit((297.6, 419.5), room);
        assert!(scale >= MIN_SCALE, "A6 is made to fit: {scale}");
    }
}

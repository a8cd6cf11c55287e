//! Labels of several consignments merged into one file, in order.

mod own;
mod pdf;
mod png;
mod zpl;

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use data::{Message, TextEnum, message};
use hayro_syntax::Pdf;

use crate::{Label, MAX_FILE_LABELS, dots::Dots, label};

pub use own::attach;
#[cfg(test)]
pub(crate) use zpl::decode;

/// File format of labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, TextEnum)]
pub enum LabelFormat {
    /// Pages of 100 × 150 mm.
    #[default]
    Pdf,
    /// Four labels on a sheet of A4.
    A4,
    /// For thermal printers with 8 dots per millimetre.
    Zpl,
    /// One image per label. Several are in a zip file.
    Png,
}

/// Maximum size of one consignment's label.
pub const MAX_LABEL_BYTES: usize = 10 << 20;
/// Input and output, equal to the limit of stored files.
pub const MAX_FILE_BYTES: usize = data::files::MAX_BYTES;
/// Maximum pages of one consignment.
const MAX_PAGES: usize = 1000;
/// Dots per millimetre of a thermal printer.
const DOTS: f32 = 8.0;

/// As received from its carrier.
#[derive(Debug, Clone)]
pub struct LabelFile {
    pub media_type: String,
    pub content: Vec<u8>,
    /// Base name of its images.
    pub name: String,
}

#[derive(Debug, Clone)]
pub struct Bundle {
    /// None if no label fits the format.
    pub file: Option<BundleFile>,
    /// Indexes and reasons.
    pub left_out: Vec<(usize, Message)>,
}

#[derive(Debug, Clone)]
pub struct BundleFile {
    pub content: Vec<u8>,
    pub media_type: &'static str,
    pub ending: &'static str,
}

/// Upper bounds of one file.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds {
    pub bytes: usize,
    pub labels: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            bytes: MAX_FILE_BYTES,
            labels: MAX_FILE_LABELS,
        }
    }
}

impl Bounds {
    /// Maximum input bytes; the file adds an overhead.
    fn read_bytes(self) -> usize {
        self.bytes - self.bytes / 10
    }

    fn too_large(self) -> Message {
        message!(
            "The file would be larger than {max} MB. Print this one separately.",
            max = self.bytes >> 20
        )
    }

    fn too_many(self) -> Message {
        message!(
            "The file would have more than {max} labels. Print this one separately.",
            max = self.labels
        )
    }
}

enum ParsedLabel {
    Pdf(Arc<Pdf>),
    Zpl(Vec<u8>),
    Png(png::Picture),
}

impl ParsedLabel {
    fn count(&self) -> usize {
        match self {
            Self::Pdf(pdf) => pdf.pages().len(),
            Self::Zpl(formats) => formats
                .windows(3)
                .filter(|part| part.eq_ignore_ascii_case(b"^XA"))
                .count(),
            Self::Png(_) => 1,
        }
    }

    fn kind(&self) -> &'static str {
        match self {
            Self::Pdf(_) => "PDF",
            Self::Zpl(_) => "ZPL",
            Self::Png(_) => "PNG",
        }
    }

    fn cannot_convert(&self, format: LabelFormat) -> Message {
        message!(
            "The carrier's label is {kind}, which cannot be printed as {format}. Print it as it is.",
            kind = self.kind(),
            format = format.name()
        )
    }
}

impl LabelFormat {
    fn name(self) -> &'static str {
        match self {
            Self::Pdf => "PDF",
            Self::A4 => "A4",
            Self::Zpl => "ZPL",
            Self::Png => "PNG",
        }
    }
}

/// Rejects content that contradicts its media type.
pub(crate) fn check(media_type: &str, content: &[u8]) -> Result<(), Message> {
    read(media_type, content.to_vec()).map(drop)
}

/// Codes of our own labels.
pub(crate) fn codes(media_type: &str, content: &[u8]) -> Vec<String> {
    let Ok(ParsedLabel::Pdf(pdf)) = read(media_type, content.to_vec()) else {
        return Vec::new();
    };
    let labels: Vec<Label> = catch_panic(|| own::labels(&pdf))
        .flatten()
        .unwrap_or_default();
    labels.into_iter().map(|label| label.gs1).collect()
}

fn read(media_type: &str, content: Vec<u8>) -> Result<ParsedLabel, Message> {
    if content.len() > MAX_LABEL_BYTES {
        return Err(message!(
            "The label is larger than {max} MB.",
            max = MAX_LABEL_BYTES >> 20
        ));
    }
    match media_type {
        "application/pdf" => pdf::read(content).map(|pdf| ParsedLabel::Pdf(Arc::new(pdf))),
        "application/zpl" => zpl::read(content).map(ParsedLabel::Zpl),
        "image/png" => png::read(content).map(ParsedLabel::Png),
        _ => Err(message!(
            "The carrier sent a document of the unsupported type {media_type}."
        )),
    }
}

/// Unreadable or oversized labels are returned with the reason.
pub(crate) fn bundle(files: Vec<LabelFile>, format: LabelFormat, bounds: Bounds) -> Bundle {
    let mut left_out = Vec::new();
    let mut labels = Vec::new();
    let (mut size, mut count) = (0, 0);
    for (place, file) in files.into_iter().enumerate() {
        let bytes = file.content.len();
        if size + bytes > bounds.read_bytes() {
            left_out.push((place, bounds.too_large()));
            continue;
        }
        match read(&file.media_type, file.content) {
            Ok(label) if count + label.count() > bounds.labels => {
                left_out.push((place, bounds.too_many()))
            }
            Ok(label) => {
                size += bytes;
                count += label.count();
                labels.push((place, file.name, label));
            }
            Err(wrong) => left_out.push((place, wrong)),
        }
    }
    let places: Vec<usize> = labels.iter().map(|(place, _, _)| *place).collect();
    let file = match format {
        LabelFormat::Pdf => pdf::pages(labels, pdf::Paper::Label, &mut left_out),
        LabelFormat::A4 => pdf::pages(labels, pdf::Paper::Sheet, &mut left_out),
        LabelFormat::Zpl => zpl::concatenate(labels, bounds, &mut left_out),
        LabelFormat::Png => png::pictures(labels, bounds, &mut left_out),
    };
    let file = file.filter(|file| {
        let fits = file.content.len() <= bounds.bytes;
        if !fits {
            left_out.retain(|(place, _)| !places.contains(place));
            left_out.extend(places.iter().map(|place| (*place, bounds.too_large())));
        }
        fits
    });
    left_out.sort_by_key(|(place, _)| *place);
    Bundle { file, left_out }
}

type Placed = (usize, String, ParsedLabel);

/// Renders our own labels; none for others.
fn own_dots(pdf: &Pdf) -> Option<Vec<Dots>> {
    let labels: Vec<Label> = catch_panic(|| own::labels(pdf)).flatten()?;
    labels
        .iter()
        .map(|label| label::dots(label, DOTS).ok())
        .collect()
}

/// Runs a parser of foreign data; none if it panics.
fn catch_panic<T>(work: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work)).ok()
}

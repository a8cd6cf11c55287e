//! Labels of several consignments as one file, in their order: what each is, and what of it the file can hold.

mod own;
mod pdf;
mod png;
mod zpl;

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use hayro_syntax::Pdf;
use kernel::{Message, Words, message};

use crate::{Label, MAX_FILE_LABELS, dots::Dots, label};

pub use own::attach;
#[cfg(test)]
pub(crate) use zpl::unpacked;

/// How labels are handed out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Words)]
pub enum LabelFormat {
    /// Pages of 100 × 150 mm.
    #[default]
    Pdf,
    /// Four labels on a sheet of A4.
    A4,
    /// For thermal printers of 8 dots a millimetre.
    Zpl,
    /// A picture of each label; several are packed into one zip file.
    Png,
}

/// The largest label of one consignment.
pub const MAX_LABEL_BYTES: usize = 10 << 20;
/// The most bytes of labels that one file takes, and that it has: as large a file as is kept.
pub const MAX_FILE_BYTES: usize = kernel::files::MAX_BYTES;
/// The most pages of one consignment.
const MAX_PAGES: usize = 1000;
/// How many dots of a thermal printer a millimetre has.
const DOTS: f32 = 8.0;

/// A label as its carrier made it.
#[derive(Debug, Clone)]
pub struct LabelFile {
    pub media_type: String,
    pub content: Vec<u8>,
    /// What its pictures are called, without an ending.
    pub name: String,
}

/// Labels as one file.
#[derive(Debug, Clone)]
pub struct Bundle {
    /// None where there is nothing that it could hold.
    pub file: Option<BundleFile>,
    /// The places of those that are not in it, and why.
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
            "The file would be larger than {max} MB. Print this one apart.",
            max = self.bytes >> 20
        )
    }

    fn too_many(self) -> Message {
        message!(
            "The file would have more than {max} labels. Print this one apart.",
            max = self.labels
        )
    }
}

/// A label that was read.
enum Read {
    Pdf(Arc<Pdf>),
    Zpl(Vec<u8>),
    Png(png::Picture),
}

impl Read {
    /// Pages or pictures, as far as they are known before they are drawn.
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

    /// Told of a label that cannot become what was asked for.
    fn not_as(&self, format: LabelFormat) -> Message {
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

/// Rejects a label whose content does not match its media type. The error is a sentence with the reason.
pub(crate) fn check(media_type: &str, content: &[u8]) -> Result<(), Message> {
    read(media_type, content.to_vec()).map(drop)
}

fn read(media_type: &str, content: Vec<u8>) -> Result<Read, Message> {
    if content.len() > MAX_LABEL_BYTES {
        return Err(message!(
            "The label is larger than {max} MB.",
            max = MAX_LABEL_BYTES >> 20
        ));
    }
    match media_type {
        "application/pdf" => pdf::read(content).map(|pdf| Read::Pdf(Arc::new(pdf))),
        "application/zpl" => zpl::read(content).map(Read::Zpl),
        "image/png" => png::read(content).map(Read::Png),
        _ => Err(message!(
            "The carrier sent a document of the kind {media_type}, which is not known here."
        )),
    }
}

/// Merges labels into one file within the bounds. Labels that do not fit, or are unreadable, are returned with the reason.
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
        LabelFormat::Zpl => zpl::joined(labels, bounds, &mut left_out),
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

/// A label, where it stands in the list, and what its pictures are called.
type Placed = (usize, String, Read);

/// The dots of labels that were drawn here; none for the labels of others.
fn drawn(pdf: &Pdf) -> Option<Vec<Dots>> {
    let labels: Vec<Label> = guarded(|| own::labels(pdf)).flatten()?;
    labels
        .iter()
        .map(|label| label::dots(label, DOTS).ok())
        .collect()
}

/// What comes of reading what others wrote; none where the reader gives up in the middle.
fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work)).ok()
}

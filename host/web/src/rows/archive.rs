//! Checks of a workbook's archive before parsing: complete parts of bounded unpacked size.

use std::io::{Cursor, Read};

use bytes::Bytes;
use memchr::memmem::Finder;
use zip::{ZipArchive, read::ZipFile, result::ZipError};

use super::{
    damaged,
    markup::{Markup, Refusal},
};
use data::{
    error::{Error, Result},
    message,
};

/// All parts of a workbook; a million rows of twenty columns need half of it.
pub(super) const MAX_UNPACKED: u64 = 1 << 30;
/// Unpacked bytes per packed byte; spreadsheets have up to thirty. Small workbooks may exceed it.
const MAX_RATIO: u64 = 100;
const ALWAYS_UNPACKED: u64 = 32 << 20;
/// The texts of all cells, which are held in memory.
const MAX_STRINGS: u64 = 128 << 20;
const MAX_TEXTS: usize = 2_000_000;
/// Any other XML part, also held in memory.
const MAX_PART: u64 = 16 << 20;
/// Elements of styles and other parsed parts; Excel allows 65,490 styles.
const MAX_ELEMENTS: usize = 300_000;
/// A picture, which is never parsed.
const MAX_OTHER: u64 = 64 << 20;
const MAX_PARTS: usize = 2_000;
/// Merged cells of all sheets.
const MAX_MERGED: usize = 100_000;
/// Bytes read at once.
const PIECE: usize = 64 << 10;
/// Bytes of the previous piece scanned again: a word may span two pieces.
const OVERLAP: usize = 64;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ArchiveContents {
    pub has_merged: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Sheet,
    Strings,
    /// Styles, the list of sheets, relationships.
    Frame,
    /// Unparsed XML: drawings, comments, properties.
    Xml,
    Other,
}

impl Kind {
    fn from_name(name: &str) -> Self {
        let is_xml = name.ends_with(".xml") || name.ends_with(".rels");
        match () {
            () if name.contains("sharedstrings") => Self::Strings,
            () if !is_xml => Self::Other,
            () if name.ends_with(".rels")
                || ["styles", "workbook", "content_types"]
                    .iter()
                    .any(|w| name.contains(w)) =>
            {
                Self::Frame
            }
            () if name.contains("worksheets/") => Self::Sheet,
            () => Self::Xml,
        }
    }

    fn max_bytes(self) -> u64 {
        match self {
            Self::Sheet => MAX_UNPACKED,
            Self::Strings => MAX_STRINGS,
            Self::Frame | Self::Xml => MAX_PART,
            Self::Other => MAX_OTHER,
        }
    }
}

pub(super) fn is_archive(content: &[u8]) -> bool {
    content.starts_with(b"PK\x03\x04")
}

fn open(content: &Bytes) -> Result<ZipArchive<Cursor<Bytes>>> {
    let zip = ZipArchive::new(Cursor::new(content.clone())).map_err(|_| damaged())?;
    if zip.len() > MAX_PARTS {
        return Err(too_large(MAX_UNPACKED));
    }
    Ok(zip)
}

fn part(zip: &mut ZipArchive<Cursor<Bytes>>, at: usize) -> Result<ZipFile<'_, Cursor<Bytes>>> {
    zip.by_index(at).map_err(|error| match error {
        ZipError::UnsupportedArchive(_) => {
            Error::invalid("file", super::old_or_protected_message())
        }
        _ => damaged(),
    })
}

/// Returns the declared unpacked size of all parts; [`check`] rejects an archive that exceeds it.
pub(super) fn declared_size(content: &Bytes) -> Result<u64> {
    let mut zip = open(content)?;
    let mut all: u64 = 0;
    for at in 0..zip.len() {
        all = all.saturating_add(part(&mut zip, at)?.size());
    }
    let max = max_unpacked(content);
    if all > max {
        Err(too_large(max))
    } else {
        Ok(all)
    }
}

fn max_unpacked(content: &Bytes) -> u64 {
    (content.len() as u64)
        .saturating_mul(MAX_RATIO)
        .clamp(ALWAYS_UNPACKED, MAX_UNPACKED)
}

/// Unpacks every part once and counts its bytes: declared sizes may be wrong.
pub(super) fn check(content: &Bytes) -> Result<ArchiveContents> {
    let mut zip = open(content)?;
    if zip.index_for_name("xl/workbook.xml").is_none()
        && zip.index_for_name("[Content_Types].xml").is_none()
    {
        return Err(Error::invalid(
            "file",
            message!("is a ZIP archive and no workbook: send an .xlsx or a CSV file"),
        ));
    }
    let (mut all, mut merged) = (0, 0);
    let max = max_unpacked(content);
    for at in 0..zip.len() {
        let mut part = part(&mut zip, at)?;
        let name = part.name().map_err(|_| damaged())?.to_ascii_lowercase();
        let declared = part.size();
        let mut scan = Scan::new(Kind::from_name(&name));
        let mut piece = vec![0; PIECE + OVERLAP];
        let mut carried = 0;
        loop {
            let read = part.read(&mut piece[carried..]).map_err(|_| damaged())?;
            if read == 0 {
                break;
            }
            scan.take(&piece[..carried + read], carried)?;
            if all + scan.read > max {
                return Err(too_large(max));
            }
            // The reservation covers only the declared size.
            if scan.read > declared {
                return Err(damaged());
            }
            let end = carried + read;
            let overlap = end.min(OVERLAP);
            piece.copy_within(end - overlap..end, 0);
            carried = overlap;
        }
        all += scan.read;
        merged += scan.merged;
        if merged > MAX_MERGED {
            return Err(Error::invalid(
                "file",
                message!("has more than {max} merged cells", max = MAX_MERGED),
            ));
        }
    }
    Ok(ArchiveContents {
        has_merged: merged > 0,
    })
}

struct Scan {
    kind: Kind,
    read: u64,
    merged: usize,
    markup: Markup,
    merge: Finder<'static>,
    count: Finder<'static>,
    cells: [Finder<'static>; 2],
}

impl Scan {
    fn new(kind: Kind) -> Self {
        let (merge, count) = (Finder::new(b"mergeCell "), Finder::new(b"uniqueCount"));
        // In one-byte and two-byte encodings.
        let cells = [Finder::new(b"sheetData"), Finder::new(b"s\0h\0e\0e\0t\0D")];
        Self {
            kind,
            read: 0,
            merged: 0,
            markup: Markup::default(),
            merge,
            count,
            cells,
        }
    }

    /// The first `known` bytes were scanned with the previous piece.
    fn take(&mut self, piece: &[u8], known: usize) -> Result<()> {
        let new = &piece[known..];
        self.read += new.len() as u64;
        if self.read > self.kind.max_bytes() {
            return Err(too_large(self.kind.max_bytes()));
        }
        // A relationship may name any part as a sheet: its cells would be read unbounded.
        if self.kind != Kind::Sheet && self.cells.iter().any(|cells| cells.find(piece).is_some()) {
            return Err(damaged());
        }
        if self.kind == Kind::Other {
            return Ok(());
        }
        // XML has no such bytes; in an encoding with them, the checks below would find no match.
        if new
            .iter()
            .any(|byte| *byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r'))
        {
            return Err(damaged());
        }
        if self.kind == Kind::Xml {
            return Ok(());
        }
        self.markup.take(new).map_err(is_forbidden_byte)?;
        if self.kind == Kind::Frame && self.markup.elements > MAX_ELEMENTS {
            return Err(damaged());
        }
        if self.markup.texts > MAX_TEXTS {
            return Err(Error::invalid(
                "file",
                message!(
                    "has more than {max} different texts; save the table as CSV",
                    max = MAX_TEXTS
                ),
            ));
        }
        // Matches that end in the overlap were already counted.
        let word = b"mergeCell ".len();
        self.merged += self
            .merge
            .find_iter(piece)
            .filter(|at| at + word > known)
            .count();
        if self.kind == Kind::Strings
            && !self
                .count
                .find_iter(piece)
                .all(|at| is_plausible_count(&piece[at..]))
        {
            return Err(damaged());
        }
        Ok(())
    }
}

fn is_forbidden_byte(refusal: Refusal) -> Error {
    match refusal {
        Refusal::TooLong => Error::invalid(
            "file",
            message!("has a cell whose text is too long; save the table as CSV"),
        ),
        Refusal::Malformed => damaged(),
    }
}

/// The parser allocates for the declared number of texts, so it must be plausible.
fn is_plausible_count(said: &[u8]) -> bool {
    let Some(said) = said.get(b"uniqueCount".len()..OVERLAP) else {
        // The next piece contains it again, or the part ends here.
        return true;
    };
    let digits = said
        .iter()
        .skip_while(|byte| !byte.is_ascii_digit())
        .take_while(|byte| byte.is_ascii_digit());
    let digits: String = digits.map(|byte| char::from(*byte)).collect();
    digits
        .parse::<usize>()
        .is_ok_and(|count| count <= MAX_TEXTS)
}

fn too_large(most: u64) -> Error {
    let max = most >> 20;
    Error::invalid(
        "file",
        message!(
            "unpacks to more than {max} MiB; save the table as CSV",
            max = max
        ),
    )
}

//! What is looked at before a workbook is read: that its parts are whole, and small enough when they are unpacked.

use std::io::{Cursor, Read};

use bytes::Bytes;
use memchr::memmem::Finder;
use zip::{ZipArchive, result::ZipError};

use super::damaged;
use crate::{
    error::{Error, Result},
    message,
};

/// All parts of a workbook; a million rows of twenty columns have half of it.
const MAX_UNPACKED: u64 = 1 << 30;
/// The texts of all cells: they are held in memory.
const MAX_STRINGS: u64 = 128 << 20;
/// Any other part of XML: these are held in memory as well.
const MAX_PART: u64 = 16 << 20;
/// A picture, which nothing reads.
const MAX_OTHER: u64 = 64 << 20;
const MAX_PARTS: usize = 2_000;
/// Merged cells of all sheets.
const MAX_MERGED: usize = 100_000;
/// Read at once.
const PIECE: usize = 64 << 10;
/// So much of the piece before is looked at again: a word may lie across two of them.
const OVERLAP: usize = 64;

/// What a workbook has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Found {
    pub has_merged: bool,
}

/// Unpacks every part once and counts: what an archive says of its sizes may not be true.
pub(super) fn check(content: &Bytes) -> Result<Found> {
    let mut zip = ZipArchive::new(Cursor::new(content.clone())).map_err(|_| damaged())?;
    if zip.len() > MAX_PARTS {
        return Err(too_large(MAX_UNPACKED));
    }
    if zip.index_for_name("xl/workbook.xml").is_none() && zip.index_for_name("[Content_Types].xml").is_none() {
        return Err(Error::invalid("file", message!("is a ZIP archive and no workbook: send an .xlsx or a CSV file")));
    }
    let (mut all, mut merged) = (0, 0);
    for at in 0..zip.len() {
        let mut part = zip.by_index(at).map_err(|error| match error {
            ZipError::UnsupportedArchive(_) => Error::invalid("file", super::old_or_protected()),
            _ => damaged(),
        })?;
        let name = part.name().map_err(|_| damaged())?.to_ascii_lowercase();
        let is_strings = name.contains("sharedstrings");
        let is_xml = is_strings || name.ends_with(".xml") || name.ends_with(".rels");
        let most = match is_xml {
            _ if is_strings => MAX_STRINGS,
            true if name.contains("worksheets/") && !name.contains("_rels") => MAX_UNPACKED,
            true => MAX_PART,
            false => MAX_OTHER,
        };
        let mut scan = Scan::new(most.min(MAX_UNPACKED - all), is_xml, is_strings);
        let mut piece = vec![0; PIECE + OVERLAP];
        let mut kept = 0;
        loop {
            let read = part.read(&mut piece[kept..]).map_err(|_| damaged())?;
            if read == 0 {
                break;
            }
            scan.take(&piece[..kept + read], kept)?;
            let end = kept + read;
            let overlap = end.min(OVERLAP);
            piece.copy_within(end - overlap..end, 0);
            kept = overlap;
        }
        all += scan.read;
        merged += scan.merged;
        if merged > MAX_MERGED {
            return Err(Error::invalid("file", message!("has more than {max} merged cells", max = MAX_MERGED)));
        }
    }
    Ok(Found { has_merged: merged > 0 })
}

/// One part as it is unpacked.
struct Scan {
    most: u64,
    is_xml: bool,
    is_strings: bool,
    read: u64,
    merged: usize,
    merge: Finder<'static>,
    count: Finder<'static>,
}

impl Scan {
    fn new(most: u64, is_xml: bool, is_strings: bool) -> Self {
        let (merge, count) = (Finder::new(b"mergeCell "), Finder::new(b"uniqueCount"));
        Self { most, is_xml, is_strings, read: 0, merged: 0, merge, count }
    }

    /// The first `known` bytes have been looked at with the piece before.
    fn take(&mut self, piece: &[u8], known: usize) -> Result<()> {
        let new = &piece[known..];
        self.read += new.len() as u64;
        if self.read > self.most {
            return Err(too_large(self.most));
        }
        if !self.is_xml {
            return Ok(());
        }
        // XML has no such bytes, and in an encoding that has them nothing below would be found.
        if new.iter().any(|byte| *byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r')) {
            return Err(damaged());
        }
        // What ends in the part that was looked at was counted then.
        let word = b"mergeCell ".len();
        self.merged += self.merge.find_iter(piece).filter(|at| at + word > known).count();
        if self.is_strings && !self.count.find_iter(piece).all(|at| is_possible(&piece[at..])) {
            return Err(damaged());
        }
        Ok(())
    }
}

/// The reader makes room for as many texts as the table of texts says it has: it may not say more than it can have.
fn is_possible(said: &[u8]) -> bool {
    let Some(said) = said.get(b"uniqueCount".len()..OVERLAP) else {
        // It is looked at again with the next piece, or the part ends here.
        return true;
    };
    let digits = said.iter().skip_while(|byte| !byte.is_ascii_digit()).take_while(|byte| byte.is_ascii_digit());
    let digits: String = digits.map(|byte| char::from(*byte)).collect();
    digits.parse::<u64>().is_ok_and(|count| count <= MAX_STRINGS / b"<si/>".len() as u64)
}

fn too_large(most: u64) -> Error {
    let max = most >> 20;
    Error::invalid("file", message!("unpacks to more than {max} MiB; save the table as CSV", max = max))
}

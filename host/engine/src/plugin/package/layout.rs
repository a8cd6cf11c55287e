//! The layout of a package's zip: every reader must see the same files in it.
//!
//! A zip has a list of its files at the end and a header before each file. Some readers follow the
//! list, others the headers. They see different files if the two differ, if a name is listed twice,
//! or if unlisted bytes lie between the files. A signature verified by one reader would then cover
//! other files than the next reader unpacks.

use std::collections::HashSet;

use crate::error::{EngineError, invalid};

const LISTED: u32 = 0x0201_4b50;
const HEADER: u32 = 0x0403_4b50;
const END: u32 = 0x0605_4b50;
const DESCRIPTOR: u32 = 0x0807_4b50;
const END_LENGTH: usize = 22;
/// The sizes come after the file instead of before it.
const HAS_DESCRIPTOR: u16 = 1 << 3;
/// An extra field with an alternative name that some readers prefer.
const UNICODE_PATH: u16 = 0x7075;

struct Entry<'a> {
    name: &'a [u8],
    flags: u16,
    method: u16,
    sum: u32,
    packed: u32,
    size: u32,
    at: usize,
}

/// A cursor over bytes; reads return none at a premature end.
#[derive(Clone, Copy)]
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn u16(&mut self) -> Option<u16> {
        Some(u16::from_le_bytes(self.take(2)?.try_into().ok()?))
    }

    fn u32(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.take(4)?.try_into().ok()?))
    }
}

/// List and headers agree, no name is twice, no bytes lie between files.
pub fn check(zip: &[u8]) -> Result<(), EngineError> {
    let odd = || {
        EngineError::invalid("the file is no whole zip archive, or not a plain one: pack it anew")
    };
    let (mut entries, list_at) = listed(zip).ok_or_else(odd)?;
    let mut names = HashSet::new();
    for entry in &entries {
        if !names.insert(entry.name) {
            return Err(invalid!("{:?} is in the package twice", name(entry.name)));
        }
    }
    entries.sort_by_key(|entry| entry.at);
    let mut next = 0;
    for entry in &entries {
        if entry.at != next {
            let reason = format!(
                "before {:?} stands something that the package does not list",
                name(entry.name)
            );
            return Err(EngineError::invalid(reason));
        }
        next = ends(zip, entry).ok_or_else(odd)??;
    }
    match next == list_at {
        true => Ok(()),
        false => Err(EngineError::invalid(
            "behind the last file stands something that the package does not list",
        )),
    }
}

fn name(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The end record must be at the end of the file: a comment after it could hide another.
fn listed(zip: &[u8]) -> Option<(Vec<Entry<'_>>, usize)> {
    let mut end = Bytes(zip.get(zip.len().checked_sub(END_LENGTH)?..)?);
    if end.u32()? != END || end.u32()? != 0 {
        return None;
    }
    let (count, in_all) = (end.u16()?, end.u16()?);
    let (length, at) = (end.u32()? as usize, end.u32()? as usize);
    if count != in_all || end.u16()? != 0 || at.checked_add(length)? != zip.len() - END_LENGTH {
        return None;
    }
    let mut list = Bytes(zip.get(at..at + length)?);
    let mut entries = Vec::with_capacity(count.into());
    for _ in 0..count {
        if list.u32()? != LISTED {
            return None;
        }
        let _versions = list.u32()?;
        let (flags, method, _time) = (list.u16()?, list.u16()?, list.u32()?);
        let (sum, packed, size) = (list.u32()?, list.u32()?, list.u32()?);
        let (named, extra, comment) = (list.u16()?, list.u16()?, list.u16()?);
        let (_disk_and_kind, _rights, at) = (list.u32()?, list.u32()?, list.u32()? as usize);
        let name = list.take(named.into())?;
        check_extra(list.take(extra.into())?)?;
        list.take(comment.into())?;
        entries.push(Entry {
            name,
            flags,
            method,
            sum,
            packed,
            size,
            at,
        });
    }
    list.0.is_empty().then_some((entries, at))
}

/// The inner error describes how its header differs from the list.
fn ends(zip: &[u8], entry: &Entry<'_>) -> Option<Result<usize, EngineError>> {
    let mut header = Bytes(zip.get(entry.at..)?);
    let before = header.0.len();
    if header.u32()? != HEADER {
        return None;
    }
    let (_version, flags, method, _time) =
        (header.u16()?, header.u16()?, header.u16()?, header.u32()?);
    let recorded_sizes = [header.u32()?, header.u32()?, header.u32()?];
    let (named, extra) = (header.u16()?, header.u16()?);
    let own_name = header.take(named.into())?;
    check_extra(header.take(extra.into())?)?;
    let listed = [entry.sum, entry.packed, entry.size];
    let has_descriptor = flags & HAS_DESCRIPTOR != 0;
    let same = own_name == entry.name && flags == entry.flags && method == entry.method;
    if !same || (recorded_sizes != listed && !(has_descriptor && recorded_sizes == [0; 3])) {
        let reason = format!(
            "{:?} is another file by its own header than by the package's list",
            name(entry.name)
        );
        return Some(Err(EngineError::invalid(reason)));
    }
    header.take(entry.packed as usize)?;
    if has_descriptor {
        let mut descriptor = header;
        if descriptor.u32()? == DESCRIPTOR {
            header = descriptor;
        }
        if [header.u32()?, header.u32()?, header.u32()?] != listed {
            let reason = format!("{:?} is not as long as the package says", name(entry.name));
            return Some(Err(EngineError::invalid(reason)));
        }
    }
    Some(Ok(entry.at + before - header.0.len()))
}

fn check_extra(extra: &[u8]) -> Option<()> {
    let mut extra = Bytes(extra);
    while !extra.0.is_empty() {
        let kind = extra.u16()?;
        let length = extra.u16()?;
        extra.take(length.into())?;
        if kind == UNICODE_PATH {
            return None;
        }
    }
    Some(())
}

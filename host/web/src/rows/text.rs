//! Tables as text: CSV from spreadsheets and people.

use std::{borrow::Cow, io::Cursor};

use bytes::Bytes;
use csv::StringRecord;

use super::encoding::decode_text;
use data::{
    error::{Error, Result},
    message,
};

pub(super) struct Lines {
    reader: csv::Reader<Cursor<Bytes>>,
    /// Lines below the headings, if no cell has a line break.
    pub total: usize,
}

impl Lines {
    pub fn open(content: Bytes) -> Result<(Self, StringRecord)> {
        let decoded = match decode_text(&content) {
            Cow::Borrowed(text) if text.len() == content.len() => None,
            Cow::Borrowed(text) => Some(content.slice(content.len() - text.len()..)),
            Cow::Owned(text) => Some(Bytes::from(text)),
        };
        let content = decoded.unwrap_or(content);
        let text = std::str::from_utf8(&content).map_err(Error::internal)?;
        if text.contains('\0') {
            return Err(Error::invalid("file", message!("is not a CSV table")));
        }
        let (delimiter, begin) = detect_separator(text);
        let total = memchr::memchr_iter(b'\n', &content[begin..])
            .count()
            .saturating_sub(1);
        let mut lines = Cursor::new(content);
        lines.set_position(begin as u64);
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(delimiter)
            .flexible(true)
            .trim(csv::Trim::All)
            .from_reader(lines);
        let headings = reader.headers().cloned();
        let headings =
            headings.map_err(|_| Error::invalid("file", message!("is not a CSV table")))?;
        Ok((Self { reader, total }, headings))
    }

    /// Reads the next line into `cells`; false at the end.
    pub fn read(&mut self, cells: &mut StringRecord) -> Result<bool, csv::Error> {
        self.reader.read_record(cells)
    }
}

/// Guards cells that a spreadsheet would run as a formula; numbers are unchanged.
pub fn write<R, C>(headings: &[&str], rows: impl IntoIterator<Item = R>) -> Result<Vec<u8>>
where
    R: IntoIterator<Item = C>,
    C: AsRef<str>,
{
    let mut file = lines([headings])?;
    file.append(&mut lines(rows)?);
    Ok(file)
}

/// Returns guarded lines of a CSV file that is streamed while it is written.
pub fn lines<R, C>(rows: impl IntoIterator<Item = R>) -> Result<Vec<u8>>
where
    R: IntoIterator<Item = C>,
    C: AsRef<str>,
{
    let mut writer = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .flexible(true)
        .from_writer(Vec::new());
    for row in rows {
        let cells: Vec<String> = row.into_iter().map(|cell| guard(cell.as_ref())).collect();
        writer.write_record(&cells).map_err(Error::internal)?;
    }
    writer
        .into_inner()
        .map_err(|error| Error::internal(error.into_error()))
}

/// Characters that begin a formula in a spreadsheet; some programs also accept the full-width
/// forms.
const FORMULA: [char; 10] = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r'];

/// Guards a formula with an apostrophe. A guarded text gets one more, so that `unguard` is the
/// exact inverse. Numbers are unchanged.
pub(super) fn guard(cell: &str) -> String {
    let is_formula = cell.starts_with(FORMULA) && cell.parse::<f64>().is_err();
    if is_formula {
        format!("'{cell}")
    } else {
        escape(cell).into_owned()
    }
}

/// Adds only an apostrophe that an import would remove.
pub(super) fn escape(cell: &str) -> Cow<'_, str> {
    if without_guard(cell).is_some() {
        Cow::Owned(format!("'{cell}"))
    } else {
        Cow::Borrowed(cell)
    }
}

pub(super) fn unguard(cell: &str) -> &str {
    without_guard(cell).unwrap_or(cell)
}

/// Returns the text after the first apostrophe of those before a formula.
fn without_guard(cell: &str) -> Option<&str> {
    cell.strip_prefix('\'')
        .filter(|rest| rest.trim_start_matches('\'').starts_with(FORMULA))
}

/// Excel's first line `sep=;` declares the separator; otherwise the most frequent one wins.
fn detect_separator(text: &str) -> (u8, usize) {
    if let Some((said, table)) = text.split_once('\n')
        && let [separator @ (b',' | b';' | b'\t')] = said
            .trim_end_matches('\r')
            .strip_prefix("sep=")
            .unwrap_or_default()
            .as_bytes()
    {
        return (*separator, text.len() - table.len());
    }
    let first = text.lines().next().unwrap_or_default();
    let count = |separator: &u8| first.bytes().filter(|byte| byte == separator).count();
    // The last of equals wins: a comma for a single column.
    (
        [b'\t', b';', b',']
            .into_iter()
            .max_by_key(count)
            .unwrap_or(b','),
        0,
    )
}

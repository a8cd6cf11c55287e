//! Workbooks (.xlsx) as tables: the first sheet with rows, parsed by a separate thread while rows
//! are processed.

use std::{
    collections::HashMap,
    io::Cursor,
    sync::mpsc::{Receiver, SyncSender, sync_channel},
};

use bytes::Bytes;
use calamine::{DataRef, Dimensions, Reader, SheetType, SheetVisible, Xlsx, XlsxCellReader};
use csv::StringRecord;

use super::{archive, damaged};
use data::{
    blocking,
    error::{Error, Result},
    message,
    message::Message,
};

type Cells<'w> = XlsxCellReader<'w, Cursor<Bytes>>;

/// Limits of a workbook's sheet.
const MAX_ROWS: u32 = 1 << 20;
const MAX_COLUMNS: u32 = 1_000;
/// Bytes of a row's texts, and of all rows: a shared text may occur in any number of cells.
const MAX_ROW_BYTES: usize = 4 << 20;
const MAX_SHEET_BYTES: usize = 512 << 20;
/// Characters of a cell, counted as in Excel.
const MAX_CELL: usize = 32_767;
/// Sheets searched for rows.
const MAX_SHEETS: usize = 200;
/// Rows, or their bytes, sent in one batch.
const BATCH_ROWS: usize = 256;
const BATCH_BYTES: usize = 256 << 10;
/// Batches buffered between the threads.
const BATCHES: usize = 4;

#[derive(Debug, Default)]
pub(super) struct SheetRow {
    /// Number as in Excel.
    pub number: usize,
    pub cells: StringRecord,
    pub error: Option<Message>,
}

enum Sent {
    /// The first non-blank row, and the last row number declared by the sheet.
    Headings(SheetRow, usize),
    Rows(Vec<SheetRow>),
    End,
    Failed(Error),
}

pub(super) struct Sheet {
    pub headings: SheetRow,
    pub last_row: usize,
    rows: std::vec::IntoIter<SheetRow>,
    sent: Receiver<Sent>,
    has_ended: bool,
}

impl Sheet {
    pub fn open(content: Bytes) -> Result<Self> {
        let contents = archive::check(&content)?;
        let (sender, sent) = sync_channel(BATCHES);
        let reader = move || {
            let last = match read(content, contents, &sender) {
                Ok(()) => Sent::End,
                Err(error) => Sent::Failed(error),
            };
            // A receiver that stopped reading needs no more rows.
            let _ = sender.send(last);
        };
        std::thread::Builder::new()
            .name("workbook".to_owned())
            .spawn(reader)
            .map_err(Error::internal)?;
        match sent.recv() {
            Ok(Sent::Headings(headings, last_row)) => Ok(Self {
                headings,
                last_row,
                rows: Vec::new().into_iter(),
                sent,
                has_ended: false,
            }),
            Ok(Sent::Failed(error)) => Err(error),
            // The thread panicked.
            _ => Err(damaged()),
        }
    }

    /// Returns the next non-blank row; an error is the last item.
    pub fn next(&mut self) -> Option<Result<SheetRow>> {
        loop {
            if let Some(row) = self.rows.next() {
                return Some(Ok(row));
            }
            if self.has_ended {
                return None;
            }
            match blocking::run(|| self.sent.recv()) {
                Ok(Sent::Rows(rows)) => self.rows = rows.into_iter(),
                Ok(Sent::End) => self.has_ended = true,
                other => {
                    self.has_ended = true;
                    return Some(Err(if let Ok(Sent::Failed(error)) = other {
                        error
                    } else {
                        damaged()
                    }));
                }
            }
        }
    }
}

/// Parses the workbook and sends its rows until the receiver is dropped.
fn read(content: Bytes, found: archive::ArchiveContents, to: &SyncSender<Sent>) -> Result<()> {
    let mut workbook: Xlsx<_> = Xlsx::new(Cursor::new(content)).map_err(|_| damaged())?;
    let is_1904 = workbook.has_1904_epoch();
    let sheets = workbook.sheets_metadata().iter();
    let visible_sheets = sheets.filter(|sheet| {
        sheet.typ == SheetType::WorkSheet && sheet.visible == SheetVisible::Visible
    });
    let names: Vec<String> = visible_sheets
        .take(MAX_SHEETS)
        .map(|sheet| sheet.name.clone())
        .collect();
    for name in names {
        let cells = workbook
            .worksheet_cells_reader(&name)
            .map_err(|_| damaged())?;
        if Rows::new(cells, is_1904, Merged::default())
            .next()?
            .is_none()
        {
            continue;
        }
        let merged = match found.has_merged {
            true => Merged::new(
                workbook
                    .merge_cells_by_sheet_name(&name)
                    .map_err(|_| damaged())?,
            ),
            false => Merged::default(),
        };
        let cells = workbook
            .worksheet_cells_reader(&name)
            .map_err(|_| damaged())?;
        let last_row = cells.dimensions().end.0.min(MAX_ROWS - 1) as usize + 1;
        return send(Rows::new(cells, is_1904, merged), last_row, to);
    }
    Err(Error::invalid("file", super::empty()))
}

fn send(mut rows: Rows<'_>, last_row: usize, to: &SyncSender<Sent>) -> Result<()> {
    let Some(headings) = rows.next()? else {
        return Err(damaged());
    };
    rows.columns = headings.cells.len();
    rows.merged.begins_below(headings.number);
    if to.send(Sent::Headings(headings, last_row)).is_err() {
        return Ok(());
    }
    let (mut batch, mut bytes) = (Vec::with_capacity(BATCH_ROWS), 0);
    while let Some(row) = rows.next()? {
        bytes += row.cells.as_slice().len();
        batch.push(row);
        if batch.len() == BATCH_ROWS || bytes > BATCH_BYTES {
            bytes = 0;
            let full = std::mem::replace(&mut batch, Vec::with_capacity(BATCH_ROWS));
            if to.send(Sent::Rows(full)).is_err() {
                return Ok(());
            }
        }
    }
    let _ = to.send(Sent::Rows(batch));
    Ok(())
}

struct Rows<'w> {
    cells: Cells<'w>,
    is_1904: bool,
    merged: Merged,
    /// Number of headings; 0 until they are found.
    columns: usize,
    /// The cell read past the previous row.
    ahead: Option<(u32, u32, Text)>,
    last: Option<u32>,
    has_ended: bool,
    row_bytes: usize,
    bytes: usize,
}

enum Text {
    Plain(String),
    /// An error value of a formula.
    Fault(String),
}

impl<'w> Rows<'w> {
    fn new(cells: Cells<'w>, is_1904: bool, merged: Merged) -> Self {
        Self {
            cells,
            is_1904,
            merged,
            columns: 0,
            ahead: None,
            last: None,
            has_ended: false,
            row_bytes: 0,
            bytes: 0,
        }
    }

    fn next(&mut self) -> Result<Option<SheetRow>> {
        let Some((row, mut column, mut text)) = self
            .ahead
            .take()
            .map_or_else(|| self.cell(), |cell| Ok(Some(cell)))?
        else {
            return Ok(None);
        };
        // Rows and cells must be in order, or reported row numbers would be wrong.
        if self.last.is_some_and(|last| row <= last) {
            return Err(damaged());
        }
        self.last = Some(row);
        let (mut values, mut wrong): (Vec<String>, _) = (Vec::new(), None);
        self.row_bytes = 0;
        loop {
            let (Text::Plain(value) | Text::Fault(value)) = &text;
            self.count(value.len())?;
            if (column as usize) < values.len() {
                return Err(damaged());
            }
            values.resize(column as usize, String::new());
            values.push(match text {
                Text::Plain(value) => value,
                Text::Fault(fault) => {
                    wrong.get_or_insert_with(|| {
                        message!(
                            "contains the error {fault} in cell {cell}",
                            fault = fault,
                            cell = cell_name(row, column)
                        )
                    });
                    String::new()
                }
            });
            match self.cell()? {
                Some((same, next, more)) if same == row => (column, text) = (next, more),
                other => {
                    self.ahead = other;
                    break;
                }
            }
        }
        self.merged.fill(row, &mut values);
        let filled: usize = values.iter().map(String::len).sum();
        self.count(filled.saturating_sub(self.row_bytes))?;
        if self.columns > 0 && values.len() > self.columns {
            let beyond = (self.columns..values.len())
                .find(|at| !values[*at].is_empty())
                .unwrap_or(self.columns);
            let cell = cell_name(row, u32::try_from(beyond).unwrap_or(MAX_COLUMNS));
            wrong.get_or_insert_with(|| {
                message!(
                    "has a value in cell {cell}, which has no heading",
                    cell = cell
                )
            });
        }
        Ok(Some(SheetRow {
            number: row as usize + 1,
            cells: StringRecord::from(values),
            error: wrong,
        }))
    }

    fn count(&mut self, bytes: usize) -> Result<()> {
        self.row_bytes += bytes;
        self.bytes += bytes;
        if self.row_bytes > MAX_ROW_BYTES || self.bytes > MAX_SHEET_BYTES {
            let max = MAX_SHEET_BYTES >> 20;
            return Err(Error::invalid(
                "file",
                message!("has more than {max} MiB of text; split it", max = max),
            ));
        }
        Ok(())
    }

    fn cell(&mut self) -> Result<Option<(u32, u32, Text)>> {
        // The reader must not be polled after the end.
        while !self.has_ended {
            let Some(cell) = self.cells.next_cell().map_err(|_| damaged())? else {
                self.has_ended = true;
                break;
            };
            let (row, column) = cell.get_position();
            let Some(text) = text(cell.get_value(), self.is_1904) else {
                continue;
            };
            if row >= MAX_ROWS {
                return Err(damaged());
            }
            if column >= MAX_COLUMNS {
                let limit_message = message!("has more than {max} columns", max = MAX_COLUMNS);
                return Err(Error::invalid("file", limit_message));
            }
            let length = if let Text::Plain(text) = &text {
                text.len()
            } else {
                0
            };
            if length > MAX_CELL * 4 {
                let cell = cell_name(row, column);
                return Err(Error::invalid(
                    "file",
                    message!("has a text in cell {cell} that is too long", cell = cell),
                ));
            }
            return Ok(Some((row, column, text)));
        }
        Ok(None)
    }
}

/// Returns a cell's text as the same cell of a CSV file; none for a blank one.
fn text(value: &DataRef<'_>, is_1904: bool) -> Option<Text> {
    let plain = match value {
        DataRef::Empty => return None,
        DataRef::Error(fault) => return Some(Text::Fault(fault.to_string())),
        DataRef::String(text) => text.trim().to_owned(),
        DataRef::SharedString(text) => text.trim().to_owned(),
        DataRef::Int(number) => number.to_string(),
        DataRef::Float(number) => format_number(*number),
        DataRef::Bool(is) => is.to_string(),
        DataRef::DateTime(time) => format_moment(time.as_f64(), is_1904, time.is_duration()),
        DataRef::DateTimeIso(time) => time.strip_suffix("T00:00:00").unwrap_or(time).to_owned(),
        DataRef::DurationIso(time) => time.clone(),
    };
    (!plain.is_empty()).then_some(Text::Plain(plain))
}

/// Formats a number with Excel's fifteen digits: `0.30000000000000004` in the file is `0.3`.
fn format_number(number: f64) -> String {
    let rounded: f64 = format!("{number:.14e}").parse().unwrap_or(number);
    // Removes the sign of negative zero.
    (rounded + 0.0).to_string()
}

/// Days since Excel's epoch: `2026-01-31`, `16:30`, `2026-01-31 16:30`.
fn format_moment(value: f64, is_1904: bool, is_duration: bool) -> String {
    const DAY: i64 = 86_400;
    const LAST: f64 = 2_958_466.0;
    if !(0.0..LAST).contains(&value) {
        return format_number(value);
    }
    // In range, so less than 2^38 seconds: it fits.
    let seconds = (value * 86_400.0).round() as i64;
    let (days, rest) = (seconds / DAY, seconds % DAY);
    let clock = |hours: i64| match rest % 60 {
        0 => format!("{hours:02}:{:02}", rest / 60 % 60),
        second => format!("{hours:02}:{:02}:{second:02}", rest / 60 % 60),
    };
    if is_duration {
        return clock(seconds / 3_600);
    }
    if days == 0 {
        return clock(rest / 3_600);
    }
    // Excel's 1900 calendar has a 29 February 1900.
    let since_1899 = if is_1904 {
        days + 1_462
    } else {
        days + i64::from(days < 60)
    };
    let first = chrono::NaiveDate::from_ymd_opt(1899, 12, 30).unwrap_or_default();
    let Some(day) = first.checked_add_signed(chrono::TimeDelta::days(since_1899)) else {
        return format_number(value);
    };
    if rest == 0 {
        day.to_string()
    } else {
        format!("{day} {}", clock(rest / 3_600))
    }
}

fn cell_name(row: u32, column: u32) -> String {
    format!("{}{}", column_letters(column as usize), u64::from(row) + 1)
}

/// Returns Excel's column name: 0 is A, 26 is AA.
pub(super) fn column_letters(column: usize) -> String {
    let (mut letters, mut rest) = (Vec::new(), column + 1);
    while rest > 0 {
        rest -= 1;
        letters.push(b'A' + u8::try_from(rest % 26).unwrap_or_default());
        rest /= 26;
    }
    letters
        .iter()
        .rev()
        .map(|letter| char::from(*letter))
        .collect()
}

/// Cells merged across rows: the value of the first row applies to every non-blank row below.
#[derive(Default)]
struct Merged {
    /// Regions that have not begun, the uppermost last.
    coming: Vec<Dimensions>,
    /// Value and last row, by column.
    open: HashMap<u32, (String, u32)>,
}

impl Merged {
    fn new(mut regions: Vec<Dimensions>) -> Self {
        regions.retain(|region| region.end.0 > region.start.0 && region.start.1 < MAX_COLUMNS);
        regions.sort_by_key(|region| std::cmp::Reverse(region.start.0));
        Self {
            coming: regions,
            open: HashMap::new(),
        }
    }

    /// Drops merged headings, which do not apply to the rows below; `headings` is their row in
    /// Excel's count.
    fn begins_below(&mut self, headings: usize) {
        self.coming
            .retain(|region| region.start.0 as usize >= headings);
        self.open.clear();
    }

    fn fill(&mut self, row: u32, values: &mut Vec<String>) {
        self.open.retain(|_, (_, last)| *last >= row);
        for (column, (said, _)) in &self.open {
            let at = *column as usize;
            if values.len() <= at {
                values.resize(at + 1, String::new());
            }
            if values[at].is_empty() {
                values[at].clone_from(said);
            }
        }
        while let Some(region) = self.coming.pop_if(|region| region.start.0 <= row) {
            let column = region.start.1;
            // A region that began in a blank row has no value.
            if region.start.0 == row
                && let Some(said) = values.get(column as usize).filter(|said| !said.is_empty())
            {
                self.open.insert(column, (said.clone(), region.end.0));
            }
        }
    }
}

#[cfg(test)]
mod tests;

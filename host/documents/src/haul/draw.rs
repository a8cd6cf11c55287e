//! Draws the documents of a line haul.

use data::{FieldError, message};

use super::{HaulRow, HaulSheet};
use crate::{
    MAX_LINES,
    code128::{QUIET_ZONE, Symbol},
    internal_error,
    lettering::Weight,
    paper::{self, HEIGHT, INNER, MARGIN, TOP, Table, WIDTH},
    required,
    sheet::{Align, Book, Sheet, Style},
};

const FACTS_TOP: f32 = 40.0;
const FACT: f32 = 5.5;
const CAPTION_WIDTH: f32 = 34.0;
const ROW: f32 = 6.5;
const GAP: f32 = 2.0;
/// Total, statement, and two lines of signatures below the last row.
const CLOSING: f32 = 62.0;
const SIGNATURES: [(f32, f32); 3] = [(0.0, 62.0), (67.0, 70.0), (142.0, 38.0)];

const TITLE: Style = Style::new(Weight::Bold, 22.0, 11.0);
const LANE: Style = Style::new(Weight::Bold, 13.0, 8.0);
const BODY: Style = Style::new(Weight::Regular, 9.0, 6.0);
const CAPTION: Style = Style::new(Weight::Bold, 7.5, 6.0);

pub(crate) fn pdf(haul: &HaulSheet) -> Result<Vec<u8>, FieldError> {
    required(&haul.title, "title")?;
    required(&haul.number, "number")?;
    // A loading sheet has a row for each article.
    let max = 2 * MAX_LINES;
    if haul.rows.len() > max {
        let count = haul.rows.len();
        return Err(FieldError::new(
            "rows",
            message!(
                "must be at most {max}, not {count}",
                max = max,
                count = count
            ),
        ));
    }
    let facts: Vec<&(String, String)> = haul
        .facts
        .iter()
        .filter(|(_, value)| !value.trim().is_empty())
        .collect();
    let lines = facts.len().div_ceil(2);
    let table = Table {
        first_top: FACTS_TOP + FACT * lines as f32 + 3.0,
        headings: ROW,
        row: ROW,
        closing: CLOSING,
    };
    let pages = table.pages(&haul.rows);
    let of = pages.len();
    let mut book = Book::new(&format!("{} {}", haul.title, haul.number), WIDTH, HEIGHT);
    for (index, rows) in pages.into_iter().enumerate() {
        book.page(|sheet| {
            let top = match index {
                0 => {
                    head(sheet, haul, &facts);
                    table.first_top
                }
                _ => {
                    paper::head(sheet, &haul.title, &haul.number);
                    TOP
                }
            };
            let bottom = draw_rows(sheet, haul, rows, top);
            if index + 1 == of {
                close(sheet, haul, bottom);
            }
            paper::foot(sheet, &haul.number, index + 1, of);
        })
        .map_err(internal_error)?;
    }
    book.finish().map_err(internal_error)
}

fn head(sheet: &mut Sheet<'_, '_>, haul: &HaulSheet, facts: &[&(String, String)]) {
    sheet.text(&haul.title, MARGIN, 24.0, 100.0, TITLE);
    draw_number(sheet, &haul.number);
    let [start, destination] = &haul.lane;
    let lane = format!("{start} → {destination}");
    sheet.text(&lane, MARGIN, 31.5, 100.0, LANE);
    sheet.text(&haul.issuer, MARGIN, 36.5, 100.0, BODY);
    let half = INNER / 2.0;
    for (index, (caption, value)) in facts.iter().enumerate() {
        let left = MARGIN + (index % 2) as f32 * half;
        let baseline = FACTS_TOP + 3.0 + FACT * (index / 2) as f32;
        sheet.text(caption, left, baseline, CAPTION_WIDTH - GAP, CAPTION);
        let width = half - CAPTION_WIDTH - GAP;
        sheet.text(value, left + CAPTION_WIDTH, baseline, width, BODY);
    }
}

/// Draws the number as text and barcode, which opens the line haul at a scan station.
fn draw_number(sheet: &mut Sheet<'_, '_>, number: &str) {
    let room = 70.0;
    let style = LANE.align(Align::Right);
    sheet.text(number, WIDTH - MARGIN - room, 36.5, room, style);
    let Ok(symbol) = Symbol::plain(number.trim()) else {
        return;
    };
    let modules = (symbol.width() + 2 * QUIET_ZONE) as f32;
    if let Some(module) = [0.375, 0.25].into_iter().find(|it| modules * it <= room) {
        let left = WIDTH - MARGIN - symbol.width() as f32 * module;
        sheet.barcode(&symbol, left, 14.0, module, 16.0);
    }
}

/// Draws a table's rows. Returns its bottom edge.
fn draw_rows(sheet: &mut Sheet<'_, '_>, haul: &HaulSheet, rows: &[HaulRow], top: f32) -> f32 {
    sheet.fill(MARGIN, top, INNER, ROW, 0);
    let mut left = MARGIN + 1.0;
    for (heading, width) in &haul.columns {
        sheet.text(heading, left, top + 4.5, width - GAP, CAPTION.white());
        left += width;
    }
    let mut y = top + ROW;
    for (index, row) in rows.iter().enumerate() {
        if index % 2 == 1 {
            sheet.fill(MARGIN, y, INNER, ROW, 240);
        }
        if row.is_dangerous {
            sheet.diamond(MARGIN - 3.0, y + ROW / 2.0, 2.2, 0);
        }
        let mut left = MARGIN + 1.0;
        for (at, (cell, (_, width))) in row.cells.iter().zip(&haul.columns).enumerate() {
            let weight = match at {
                0 => Weight::Bold,
                _ => Weight::Regular,
            };
            let style = Style { weight, ..BODY };
            sheet.text(cell, left, y + 4.5, width - GAP, style);
            left += width;
        }
        y += ROW;
    }
    sheet.rule(MARGIN, y, INNER, 0.3);
    y
}

/// Draws the total, the mark's meaning, and the lines to sign.
fn close(sheet: &mut Sheet<'_, '_>, haul: &HaulSheet, top: f32) {
    let total = Style::new(Weight::Bold, 12.0, 8.0).align(Align::Right);
    sheet.text(&haul.total, MARGIN, top + 8.0, INNER - 1.0, total);
    if haul.rows.iter().any(|row| row.is_dangerous) {
        sheet.diamond(MARGIN + 2.0, top + 6.8, 2.2, 0);
        sheet.text("Dangerous goods", MARGIN + 6.0, top + 8.0, 50.0, CAPTION);
    }
    sheet.text(&haul.statement, MARGIN, top + 18.0, INNER, BODY);
    for (row, fields) in haul.signatures.chunks(SIGNATURES.len()).enumerate() {
        let baseline = top + 34.0 + 18.0 * row as f32;
        for (field, (x, width)) in fields.iter().zip(SIGNATURES) {
            sheet.rule(MARGIN + x, baseline, width, 0.3);
            sheet.text(field, MARGIN + x, baseline + 3.6, width, CAPTION);
        }
    }
}

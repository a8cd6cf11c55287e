//! Common parts of A4 documents: margins, pagination, head and foot.

use super::lettering::Weight;
use super::sheet::{Align, Sheet, Style};

pub const WIDTH: f32 = 210.0;
pub const HEIGHT: f32 = 297.0;
pub const MARGIN: f32 = 15.0;
pub const INNER: f32 = WIDTH - 2.0 * MARGIN;
/// Top of the table on later pages, and its bottom on all pages.
pub const TOP: f32 = 34.0;
pub const BOTTOM: f32 = HEIGHT - 20.0;

/// Heights of a document's table, in millimetres.
pub struct Table {
    /// Top on the first page.
    pub first_top: f32,
    pub headings: f32,
    pub row: f32,
    /// Height of the block below the last line, never split across pages.
    pub closing: f32,
}

impl Table {
    /// Splits the lines into pages. The closing block follows at least one line on the last page,
    /// since an empty table is never signed or paid.
    pub fn pages<'l, T>(&self, lines: &'l [T]) -> Vec<&'l [T]> {
        let mut pages = Vec::new();
        let mut rest = lines;
        loop {
            let first = pages.is_empty();
            if rest.len() <= self.rows(first, true) {
                pages.push(rest);
                return pages;
            }
            let (page, after) = rest.split_at(self.rows(first, false).min(rest.len() - 1));
            pages.push(page);
            rest = after;
        }
    }

    fn rows(&self, first: bool, closing: bool) -> usize {
        let top = if first { self.first_top } else { TOP };
        let bottom = if closing {
            BOTTOM - self.closing
        } else {
            BOTTOM
        };
        ((bottom - top - self.headings) / self.row) as usize
    }
}

/// Draws the head of later pages.
pub fn head(sheet: &mut Sheet<'_, '_>, title: &str, number: &str) {
    let style = Style::new(Weight::Bold, 12.0, 8.0);
    sheet.text(title, MARGIN, 24.0, 110.0, style);
    sheet.text(
        number,
        MARGIN + 110.0,
        24.0,
        INNER - 110.0,
        style.align(Align::Right),
    );
}

/// Draws the foot of every page.
pub fn foot(sheet: &mut Sheet<'_, '_>, number: &str, page: usize, of: usize) {
    let counted = Style::new(Weight::Regular, 8.0, 8.0).align(Align::Right);
    sheet.text(
        &format!("Page {page} of {of}"),
        MARGIN,
        HEIGHT - 10.0,
        INNER,
        counted,
    );
    sheet.text(
        number,
        MARGIN,
        HEIGHT - 10.0,
        100.0,
        Style::new(Weight::Regular, 8.0, 7.0),
    );
}

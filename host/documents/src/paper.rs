//! What A4 papers of several pages share: their margins, lines shared out over pages, later pages' heads, every page's foot.

use super::lettering::Weight;
use super::sheet::{Align, Sheet, Style};

pub const WIDTH: f32 = 210.0;
pub const HEIGHT: f32 = 297.0;
pub const MARGIN: f32 = 15.0;
pub const INNER: f32 = WIDTH - 2.0 * MARGIN;
/// Where the table begins on the second page and after, and where it must end on all.
pub const TOP: f32 = 34.0;
pub const BOTTOM: f32 = HEIGHT - 20.0;

/// The heights of a paper's table, in millimetres.
pub struct Table {
    /// Where it begins on the first page.
    pub first_top: f32,
    pub headings: f32,
    pub row: f32,
    /// What stands below the last line, whole on its page.
    pub closing: f32,
}

impl Table {
    /// Shares the lines out so that what closes the paper stands whole on the last page, below a line at least: nobody
    /// signs or pays an empty table.
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

/// The head of the pages after the first.
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

/// The foot of every page.
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

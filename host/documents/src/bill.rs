//! The common form of invoices, credit notes and statements (A4): parties, facts, a table, sums and
//! notes.

use data::{FieldError, message};
use krilla::image::Image;

use super::lettering::Weight;
use super::paper::{self, BOTTOM, HEIGHT, INNER, MARGIN, TOP, Table, WIDTH};
use super::sheet::{Align, Book, Sheet, Style};
use super::{Logo, MAX_INVOICE_LINES, Party, internal_error, non_empty, required};

const FIRST_TOP: f32 = 98.0;
const ROW: f32 = 7.0;
/// Width of a party and of the notes.
const LEFT: f32 = 92.0;
/// Largest size of the logo.
const LOGO: (f32, f32) = (56.0, 17.0);
const SUM: f32 = 6.5;
const NOTE: f32 = 4.3;
const MAX_NOTES: usize = 36;

const BODY: Style = Style::new(Weight::Regular, 9.0, 7.0);
const SMALL: Style = Style::new(Weight::Regular, 9.5, 7.5);
const CAPTION: Style = Style::new(Weight::Bold, 7.5, 6.0);

/// A column: heading, width, alignment.
pub type Column = (String, f32, Align);

pub struct Bill<'a> {
    pub title: &'a str,
    pub number: &'a str,
    pub logo: Option<&'a Logo>,
    pub seller: (&'a Party, &'a str),
    pub customer: (&'a Party, &'a str),
    /// Captions with values. Empty values are omitted.
    pub facts: Vec<(&'a str, String)>,
    pub columns: Vec<Column>,
    pub rows: Vec<Vec<String>>,
    /// Captions with values, and whether they are bold.
    pub sums: Vec<(String, String, bool)>,
    /// Headings with lines, left of the sums and below.
    pub notes: Vec<(&'a str, Vec<String>)>,
}

pub fn pdf(bill: &Bill<'_>) -> Result<Vec<u8>, FieldError> {
    required(bill.title, "title")?;
    required(bill.number, "number")?;
    if bill.rows.len() > MAX_INVOICE_LINES {
        return Err(FieldError::new(
            "lines",
            message!(
                "must be at most {max}, not {count}",
                max = MAX_INVOICE_LINES,
                count = bill.rows.len()
            ),
        ));
    }
    let notes = notes(bill);
    let table = Table {
        first_top: FIRST_TOP,
        headings: ROW,
        row: ROW,
        closing: (8.0 + NOTE * notes.len() as f32)
            .max(8.0 + SUM * bill.sums.len() as f32)
            .min(BOTTOM - TOP - 3.0 * ROW),
    };
    let pages = table.pages(&bill.rows);
    let of = pages.len();
    let mut book = Book::new(&format!("{} {}", bill.title, bill.number), WIDTH, HEIGHT);
    let logo = bill.logo.and_then(image);
    for (index, rows) in pages.into_iter().enumerate() {
        book.page(|sheet| {
            let top = if index == 0 {
                head(sheet, bill, logo.as_ref());
                FIRST_TOP
            } else {
                paper::head(sheet, bill.title, bill.number);
                TOP
            };
            let bottom = draw_table(sheet, &bill.columns, rows, top);
            if index + 1 == of {
                draw_closing(sheet, bill, &notes, bottom);
            }
            paper::foot(sheet, bill.number, index + 1, of);
        })
        .map_err(internal_error)?;
    }
    book.finish().map_err(internal_error)
}

/// None for a picture that cannot be read: an invoice is valid without it.
fn image(logo: &Logo) -> Option<Image> {
    let content = logo.content.clone().into();
    match logo.media_type.as_str() {
        "image/png" => Image::from_png(content, true).ok(),
        "image/jpeg" => Image::from_jpeg(content, true).ok(),
        _ => None,
    }
}

fn head(sheet: &mut Sheet<'_, '_>, bill: &Bill<'_>, logo: Option<&Image>) {
    let title = Style::new(Weight::Bold, 22.0, 11.0);
    sheet.text(bill.title, MARGIN, 24.0, LEFT, title);
    if let Some(image) = logo {
        let (width, height) = LOGO;
        sheet.picture(image, WIDTH - MARGIN - width, 12.0, width, height);
    }
    sheet.text("FROM", MARGIN, 34.5, 40.0, CAPTION);
    draw_party(sheet, bill.seller, 35.6);
    sheet.text("TO", MARGIN, 65.5, 40.0, CAPTION);
    draw_party(sheet, bill.customer, 66.6);
    let facts = bill.facts.iter().filter(|(_, value)| !value.is_empty());
    for (index, (caption, value)) in facts.enumerate() {
        let baseline = 38.0 + 6.0 * index as f32;
        sheet.text(caption, 120.0, baseline, 24.0, CAPTION);
        sheet.text(
            value,
            145.0,
            baseline,
            WIDTH - MARGIN - 145.0,
            Style::new(Weight::Bold, 10.5, 6.5).align(Align::Right),
        );
    }
}

fn draw_party(sheet: &mut Sheet<'_, '_>, (party, tax_number): (&Party, &str), top: f32) {
    let name = Style::new(Weight::Bold, 11.0, 8.0);
    let mut top = sheet.block(party.name(), MARGIN, top, LEFT, 9.4, name);
    top = sheet.block(tax_number, MARGIN, top, LEFT, 4.1, SMALL);
    top = sheet.block(&party.lines.join(", "), MARGIN, top, LEFT, 8.2, SMALL);
    let place = format!("{} {}", party.place(), party.postcode);
    top = sheet.block(place.trim(), MARGIN, top, LEFT, 4.1, SMALL);
    let person: Vec<&str> = [party.attention(), non_empty(&party.telephone)]
        .into_iter()
        .flatten()
        .collect();
    sheet.block(&person.join(" · "), MARGIN, top, LEFT, 4.1, SMALL);
}

fn draw_table(
    sheet: &mut Sheet<'_, '_>,
    columns: &[Column],
    rows: &[Vec<String>],
    top: f32,
) -> f32 {
    const GAP: f32 = 2.0;
    sheet.fill(MARGIN, top, INNER, ROW, 0);
    let mut cells = Vec::with_capacity(columns.len());
    let mut x = MARGIN + 1.0;
    for (heading, width, align) in columns {
        let style = CAPTION.align(*align).white();
        sheet.text(heading, x, top + 4.8, width - GAP, style);
        cells.push((x, width - GAP, *align));
        x += width;
    }
    let mut y = top + ROW;
    for (index, row) in rows.iter().enumerate() {
        if index % 2 == 1 {
            sheet.fill(MARGIN, y, INNER, ROW, 240);
        }
        for (cell, &(x, width, align)) in row.iter().zip(&cells) {
            let style = BODY.align(align);
            if Sheet::fits(cell, width, style.weight, style.smallest) {
                sheet.text(cell, x, y + 4.8, width, style);
            } else {
                let small = Style {
                    largest: 7.5,
                    smallest: 6.0,
                    ..style
                };
                sheet.block(cell, x, y + 0.4, width, ROW - 0.6, small);
            }
        }
        y += ROW;
    }
    sheet.rule(MARGIN, y, INNER, 0.3);
    y
}

/// A line of the notes, and whether it is a heading.
fn notes(bill: &Bill<'_>) -> Vec<(String, bool)> {
    let mut lines = Vec::new();
    for (heading, texts) in bill.notes.iter().filter(|(_, texts)| !texts.is_empty()) {
        if !lines.is_empty() {
            lines.push((String::new(), false));
        }
        if !heading.is_empty() {
            lines.push(((*heading).to_owned(), true));
        }
        for text in texts {
            lines.extend(Sheet::lines(text, LEFT, SMALL).map(|line| (line, false)));
        }
    }
    if lines.len() > MAX_NOTES {
        lines.truncate(MAX_NOTES - 1);
        lines.push(("…".to_owned(), false));
    }
    lines
}

fn draw_closing(sheet: &mut Sheet<'_, '_>, bill: &Bill<'_>, notes: &[(String, bool)], top: f32) {
    for (index, (caption, value, is_bold)) in bill.sums.iter().enumerate() {
        let baseline = top + 8.0 + SUM * index as f32;
        let weight = if *is_bold {
            Weight::Bold
        } else {
            Weight::Regular
        };
        let style = Style::new(weight, 11.0, 7.5);
        sheet.text(caption, MARGIN + 100.0, baseline, 40.0, style);
        let right = style.align(Align::Right);
        sheet.text(value, MARGIN + 140.0, baseline, 39.0, right);
    }
    for (index, (text, is_heading)) in notes.iter().enumerate() {
        let baseline = top + 7.5 + NOTE * index as f32;
        let style = if *is_heading { CAPTION } else { SMALL };
        sheet.text(text, MARGIN, baseline, LEFT, style);
    }
}

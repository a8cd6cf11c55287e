//! The dispute letter (A4): disputed charges of a carrier's invoice, with reasons and totals.

use super::lettering::Weight;
use super::paper::{self, HEIGHT, INNER, MARGIN, TOP, Table, WIDTH};
use super::sheet::{Align, Book, Sheet, Style};
use super::{Dispute, DisputedLine, MAX_DISPUTED_LINES, day, internal_error, required};
use data::{FieldError, message};

const FIRST_TOP: f32 = 96.0;
/// Two text rows: amounts, and the reason below.
const ROW: f32 = 11.0;
const HEAD: f32 = 7.0;
/// Height of the sums below the last line.
const CLOSING: f32 = 34.0;

const BODY: Style = Style::new(Weight::Regular, 9.0, 6.5);
const SMALL: Style = Style::new(Weight::Regular, 9.5, 7.5);
const STRONG: Style = Style::new(Weight::Bold, 11.0, 8.0);
const CAPTION: Style = Style::new(Weight::Bold, 7.5, 6.0);

/// A column: heading, left edge, width, alignment.
const COLUMNS: [(&str, f32, f32, Align); 8] = [
    ("INVOICE", 1.0, 25.0, Align::Left),
    ("CONSIGNMENT", 27.0, 32.0, Align::Left),
    ("DECLARED", 60.0, 18.0, Align::Right),
    ("CHARGED", 79.0, 18.0, Align::Right),
    ("QUOTED", 98.0, 19.0, Align::Right),
    ("INVOICED", 118.0, 20.0, Align::Right),
    ("ACCEPTED", 139.0, 19.0, Align::Right),
    ("DISPUTED", 159.0, 20.0, Align::Right),
];

pub fn pdf(dispute: &Dispute) -> Result<Vec<u8>, FieldError> {
    required(&dispute.number, "number")?;
    required(&dispute.carrier, "carrier")?;
    if dispute.lines.len() > MAX_DISPUTED_LINES {
        return Err(FieldError::new(
            "lines",
            message!(
                "must be at most {max}, not {count}",
                max = MAX_DISPUTED_LINES,
                count = dispute.lines.len()
            ),
        ));
    }
    let date = day(&dispute.date, "date")?;
    let pages = TABLE.pages(&dispute.lines);
    let count = pages.len();
    let mut book = Book::new(&format!("Dispute {}", dispute.number), WIDTH, HEIGHT);
    for (index, lines) in pages.into_iter().enumerate() {
        let page = Page {
            dispute,
            date: &date,
            lines,
            number: index + 1,
            of: count,
        };
        book.page(|sheet| page.draw(sheet))
            .map_err(internal_error)?;
    }
    book.finish().map_err(internal_error)
}

const TABLE: Table = Table {
    first_top: FIRST_TOP,
    headings: HEAD,
    row: ROW,
    closing: CLOSING,
};

struct Page<'a> {
    dispute: &'a Dispute,
    date: &'a str,
    lines: &'a [DisputedLine],
    number: usize,
    of: usize,
}

impl Page<'_> {
    fn draw(&self, sheet: &mut Sheet<'_, '_>) {
        let top = if self.number == 1 {
            self.head(sheet);
            FIRST_TOP
        } else {
            paper::head(sheet, "Disputed charges", &self.dispute.number);
            TOP
        };
        let bottom = self.table(sheet, top);
        if self.number == self.of {
            self.closing(sheet, bottom);
        }
        paper::foot(sheet, &self.dispute.number, self.number, self.of);
    }

    fn head(&self, sheet: &mut Sheet<'_, '_>) {
        let dispute = self.dispute;
        sheet.text(
            "Disputed charges",
            MARGIN,
            24.0,
            95.0,
            Style::new(Weight::Bold, 22.0, 11.0),
        );
        sheet.text("FROM", MARGIN, 33.5, 40.0, CAPTION);
        let below = sheet.block(dispute.issuer.name(), MARGIN, 34.6, 95.0, 5.0, STRONG);
        sheet.block(
            &dispute.issuer.lines.join(", "),
            MARGIN,
            below,
            95.0,
            8.2,
            SMALL,
        );
        sheet.text("TO", MARGIN, 57.5, 40.0, CAPTION);
        sheet.block(&dispute.carrier, MARGIN, 58.6, 95.0, 5.0, STRONG);
        let own = [
            ("NUMBER", dispute.number.as_str()),
            ("DATE", self.date),
            ("YOUR ACCOUNT", dispute.account.as_str()),
            ("YOUR FILE", dispute.file_name.as_str()),
            ("CURRENCY", dispute.currency.as_str()),
        ];
        for (index, (caption, value)) in own
            .iter()
            .filter(|(_, value)| !value.is_empty())
            .enumerate()
        {
            let baseline = 38.0 + 6.0 * index as f32;
            sheet.text(caption, 120.0, baseline, 24.0, CAPTION);
            sheet.text(
                value,
                145.0,
                baseline,
                WIDTH - MARGIN - 145.0,
                STRONG.align(Align::Right),
            );
        }
        let words = "We have compared your invoices with what you were booked for. The charges below are not accepted: \
                     please credit the disputed amounts, or tell us what they are for. Amounts are exclusive of tax, \
                     weights are in kilograms.";
        sheet.block(words, MARGIN, 76.0, INNER, 14.0, SMALL);
    }

    fn table(&self, sheet: &mut Sheet<'_, '_>, top: f32) -> f32 {
        sheet.fill(MARGIN, top, INNER, HEAD, 0);
        for (heading, x, width, align) in COLUMNS {
            sheet.text(
                heading,
                MARGIN + x,
                top + 4.8,
                width,
                CAPTION.align(align).white(),
            );
        }
        let mut y = top + HEAD;
        for (index, line) in self.lines.iter().enumerate() {
            if index % 2 == 1 {
                sheet.fill(MARGIN, y, INNER, ROW, 240);
            }
            let cells = [
                &line.invoice,
                &line.consignment,
                &line.declared,
                &line.charged,
                &line.quoted,
                &line.invoiced,
                &line.accepted,
                &line.disputed,
            ];
            for (cell, (_, x, width, align)) in cells.into_iter().zip(COLUMNS) {
                sheet.text(cell, MARGIN + x, y + 4.4, width, BODY.align(align));
            }
            let words = [line.reference.as_str(), line.reason.as_str()];
            let words: Vec<&str> = words
                .into_iter()
                .filter(|text| !text.trim().is_empty())
                .collect();
            sheet.text(&words.join(" · "), MARGIN + 1.0, y + 9.2, INNER - 2.0, BODY);
            y += ROW;
        }
        sheet.rule(MARGIN, y, INNER, 0.3);
        y
    }

    fn closing(&self, sheet: &mut Sheet<'_, '_>, top: f32) {
        let dispute = self.dispute;
        let sums = [
            ("Invoiced", &dispute.invoiced, Weight::Regular),
            ("Accepted", &dispute.accepted, Weight::Regular),
            ("Disputed", &dispute.disputed, Weight::Bold),
        ];
        for (index, (caption, value, weight)) in sums.into_iter().enumerate() {
            let baseline = top + 8.0 + 6.5 * index as f32;
            let style = Style::new(weight, 11.0, 8.0);
            sheet.text(caption, MARGIN + 100.0, baseline, 38.0, style);
            let value = format!("{} {value}", dispute.currency);
            sheet.text(
                &value,
                MARGIN + 138.0,
                baseline,
                41.0,
                style.align(Align::Right),
            );
        }
    }
}

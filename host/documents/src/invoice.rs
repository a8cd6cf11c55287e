//! The invoice (A4): parties, lines, totals and notes.

use super::lettering::Weight;
use super::paper::{self, HEIGHT, INNER, MARGIN, TOP, Table, WIDTH};
use super::sheet::{Align, Book, Sheet, Style};
use super::{
    Invoice, InvoiceLine, MAX_INVOICE_LINES, Party, day, internal_error, non_empty, required,
};
use kernel::{FieldError, message};

const FIRST_TOP: f32 = 92.0;
const ROW: f32 = 7.0;
/// Height of sums and notes below the last line.
const CLOSING: f32 = 58.0;

const BODY: Style = Style::new(Weight::Regular, 9.0, 7.0);
const SMALL: Style = Style::new(Weight::Regular, 9.5, 7.5);
const CAPTION: Style = Style::new(Weight::Bold, 7.5, 6.5);

/// A column: left edge, width, alignment.
const COLUMNS: [(f32, f32, Align); 6] = [
    (1.0, 32.0, Align::Left),
    (35.0, 50.0, Align::Left),
    (87.0, 32.0, Align::Left),
    (120.0, 20.0, Align::Right),
    (141.0, 17.0, Align::Right),
    (159.0, 20.0, Align::Right),
];

pub fn pdf(invoice: &Invoice) -> Result<Vec<u8>, FieldError> {
    required(&invoice.title, "title")?;
    required(&invoice.number, "number")?;
    if invoice.lines.len() > MAX_INVOICE_LINES {
        return Err(FieldError::new(
            "lines",
            message!(
                "must be at most {max}, not {count}",
                max = MAX_INVOICE_LINES,
                count = invoice.lines.len()
            ),
        ));
    }
    let (date, due) = (day(&invoice.date, "date")?, day(&invoice.due, "due")?);
    let pages = TABLE.pages(&invoice.lines);
    let count = pages.len();
    let mut book = Book::new(
        &format!("{} {}", invoice.title, invoice.number),
        WIDTH,
        HEIGHT,
    );
    for (index, lines) in pages.into_iter().enumerate() {
        let page = Page {
            invoice,
            date: &date,
            due: &due,
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
    headings: ROW,
    row: ROW,
    closing: CLOSING,
};

struct Page<'a> {
    invoice: &'a Invoice,
    date: &'a str,
    due: &'a str,
    lines: &'a [InvoiceLine],
    number: usize,
    of: usize,
}

impl Page<'_> {
    fn draw(&self, sheet: &mut Sheet<'_, '_>) {
        let top = if self.number == 1 {
            self.head(sheet);
            FIRST_TOP
        } else {
            paper::head(sheet, &self.invoice.title, &self.invoice.number);
            TOP
        };
        let bottom = self.table(sheet, top);
        if self.number == self.of {
            self.closing(sheet, bottom);
        }
        paper::foot(sheet, &self.invoice.number, self.number, self.of);
    }

    fn head(&self, sheet: &mut Sheet<'_, '_>) {
        let invoice = self.invoice;
        sheet.text(
            &invoice.title,
            MARGIN,
            24.0,
            95.0,
            Style::new(Weight::Bold, 22.0, 11.0),
        );
        sheet.text("FROM", MARGIN, 33.5, 40.0, CAPTION);
        self.party(sheet, &invoice.seller, &invoice.seller_tax_number, 34.6);
        sheet.text("TO", MARGIN, 61.5, 40.0, CAPTION);
        self.party(sheet, &invoice.customer, &invoice.customer_tax_number, 62.6);
        let own = [
            ("NUMBER", invoice.number.as_str()),
            ("DATE", self.date),
            ("DUE", self.due),
            ("TERMS", invoice.terms.as_str()),
            ("PERIOD", invoice.period.as_str()),
            ("COST CENTRE", invoice.cost_center.as_str()),
            ("CURRENCY", invoice.currency.as_str()),
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
                Style::new(Weight::Bold, 11.0, 6.5).align(Align::Right),
            );
        }
    }

    fn party(&self, sheet: &mut Sheet<'_, '_>, party: &Party, tax_number: &str, top: f32) {
        let mut top = sheet.block(
            party.name(),
            MARGIN,
            top,
            95.0,
            5.0,
            Style::new(Weight::Bold, 11.0, 8.0),
        );
        top = sheet.block(&party.lines.join(", "), MARGIN, top, 95.0, 8.2, SMALL);
        let place = format!("{} {}", party.place(), party.postcode);
        if !place.trim().is_empty() {
            top = sheet.block(place.trim(), MARGIN, top, 95.0, 4.1, SMALL);
        }
        let last: Vec<&str> = [
            party.attention(),
            non_empty(&party.telephone),
            Some(tax_number),
        ]
        .into_iter()
        .flatten()
        .collect();
        let last: Vec<&str> = last.into_iter().filter(|text| !text.is_empty()).collect();
        sheet.block(&last.join(" · "), MARGIN, top, 95.0, 4.1, SMALL);
    }

    fn table(&self, sheet: &mut Sheet<'_, '_>, top: f32) -> f32 {
        sheet.fill(MARGIN, top, INNER, ROW, 0);
        for (heading, (x, width, align)) in self.invoice.captions.columns.into_iter().zip(COLUMNS) {
            sheet.text(
                heading,
                MARGIN + x,
                top + 4.8,
                width,
                CAPTION.align(align).white(),
            );
        }
        let mut y = top + ROW;
        for (index, line) in self.lines.iter().enumerate() {
            if index % 2 == 1 {
                sheet.fill(MARGIN, y, INNER, ROW, 240);
            }
            let cells = [
                &line.reference,
                &line.description,
                &line.service,
                &line.before_tax,
                &line.tax,
                &line.amount,
            ];
            for (cell, (x, width, align)) in cells.into_iter().zip(COLUMNS) {
                let style = BODY.align(align);
                if Sheet::fits(cell, width, style.weight, style.smallest) {
                    sheet.text(cell, MARGIN + x, y + 4.8, width, style);
                } else {
                    let small = Style {
                        largest: 7.5,
                        smallest: 6.0,
                        ..style
                    };
                    sheet.block(cell, MARGIN + x, y + 0.4, width, ROW - 0.6, small);
                }
            }
            y += ROW;
        }
        sheet.rule(MARGIN, y, INNER, 0.3);
        y
    }

    fn closing(&self, sheet: &mut Sheet<'_, '_>, top: f32) {
        let invoice = self.invoice;
        let sums = [
            (&invoice.before_tax, Weight::Regular),
            (&invoice.tax, Weight::Regular),
            (&invoice.total, Weight::Bold),
            (&invoice.outstanding, Weight::Bold),
        ];
        for (index, (caption, (value, weight))) in
            invoice.captions.sums.into_iter().zip(sums).enumerate()
        {
            let baseline = top + 8.0 + 6.5 * index as f32;
            let style = Style::new(weight, 11.0, 8.0);
            sheet.text(caption, MARGIN + 100.0, baseline, 38.0, style);
            let value = format!("{} {value}", invoice.currency);
            sheet.text(
                &value,
                MARGIN + 138.0,
                baseline,
                41.0,
                style.align(Align::Right),
            );
        }
        sheet.block(
            &invoice.notes,
            MARGIN,
            top + 4.0,
            92.0,
            CLOSING - 8.0,
            SMALL,
        );
    }
}

//! The manifest (A4): consignments, totals and signatures.

use super::code128::{QUIET_ZONE, Symbol};
use super::lettering::Weight;
use super::paper::{self, HEIGHT, INNER, MARGIN, TOP, Table, WIDTH};
use super::sheet::{Align, Book, Sheet, Style};
use super::{
    MAX_LINES, Manifest, ManifestLine, counted, day, internal_error, kilograms, non_empty, required,
};
use data::{FieldError, message};

const FIRST_TOP: f32 = 62.0;
const ROW: f32 = 7.0;
/// Height of totals and signatures below the last line.
const CLOSING: f32 = 62.0;

const BODY: Style = Style::new(Weight::Regular, 9.0, 8.0);
const CAPTION: Style = Style::new(Weight::Bold, 7.5, 6.5);

/// A column: heading, left edge, width, alignment.
const COLUMNS: [(&str, f32, f32, Align); 7] = [
    ("#", 0.0, 8.0, Align::Right),
    ("CONSIGNMENT", 11.0, 38.0, Align::Left),
    ("RECEIVER", 51.0, 44.0, Align::Left),
    ("SUBURB", 97.0, 30.0, Align::Left),
    ("SERVICE", 129.0, 22.0, Align::Left),
    ("PIECES", 152.0, 11.0, Align::Right),
    ("WEIGHT", 164.0, 15.0, Align::Right),
];

pub fn pdf(manifest: &Manifest) -> Result<Vec<u8>, FieldError> {
    required(&manifest.title, "title")?;
    required(&manifest.number, "number")?;
    if manifest.lines.len() > MAX_LINES {
        return Err(FieldError::new(
            "lines",
            message!(
                "must be at most {max}, not {count}",
                max = MAX_LINES,
                count = manifest.lines.len()
            ),
        ));
    }
    for (index, line) in manifest.lines.iter().enumerate() {
        required(&line.connote, format!("lines[{index}].connote"))?;
    }
    let date = day(&manifest.date, "date")?;
    let rows = rows(&manifest.lines);
    let pages = TABLE.pages(&rows);
    let count = pages.len();
    let mut book = Book::new(
        &format!("{} {}", manifest.title, manifest.number),
        WIDTH,
        HEIGHT,
    );
    for (index, rows) in pages.into_iter().enumerate() {
        let page = Page {
            manifest,
            date: &date,
            rows,
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

/// A row of the table; `index` is that of the consignment.
struct Row<'a> {
    index: usize,
    cells: Cells<'a>,
}

enum Cells<'a> {
    Consignment(&'a ManifestLine),
    /// Names the consignment too, since a page may begin with it.
    DangerousGoods(String),
}

/// UN numbers that fit into a row.
const UN_NUMBERS_PER_ROW: usize = 10;

fn rows(lines: &[ManifestLine]) -> Vec<Row<'_>> {
    let mut rows = Vec::with_capacity(lines.len());
    for (index, line) in lines.iter().enumerate() {
        rows.push(Row {
            index,
            cells: Cells::Consignment(line),
        });
        for numbers in line.un_numbers.chunks(UN_NUMBERS_PER_ROW) {
            let numbers = numbers.join(", ");
            let note = format!("{} contains dangerous goods: {numbers}", line.connote);
            rows.push(Row {
                index,
                cells: Cells::DangerousGoods(note),
            });
        }
    }
    rows
}

struct Page<'a> {
    manifest: &'a Manifest,
    date: &'a str,
    rows: &'a [Row<'a>],
    number: usize,
    of: usize,
}

impl Page<'_> {
    fn draw(&self, sheet: &mut Sheet<'_, '_>) {
        let top = if self.number == 1 {
            self.head(sheet);
            FIRST_TOP
        } else {
            paper::head(sheet, &self.manifest.title, &self.manifest.number);
            TOP
        };
        let bottom = self.table(sheet, top);
        if self.number == self.of {
            self.closing(sheet, bottom);
        }
        paper::foot(sheet, &self.manifest.number, self.number, self.of);
    }

    fn head(&self, sheet: &mut Sheet<'_, '_>) {
        let manifest = self.manifest;
        sheet.text(
            &manifest.title,
            MARGIN,
            24.0,
            105.0,
            Style::new(Weight::Bold, 22.0, 11.0),
        );
        self.number_as_barcode(sheet);
        sheet.text("SENDER", MARGIN, 33.5, 40.0, CAPTION);
        let sender = &manifest.sender;
        let mut top = sheet.block(
            sender.name(),
            MARGIN,
            34.6,
            90.0,
            5.0,
            Style::new(Weight::Bold, 11.0, 8.0),
        );
        top = sheet.block(
            &sender.lines.join(", "),
            MARGIN,
            top,
            90.0,
            8.2,
            Style::new(Weight::Regular, 9.5, 7.5),
        );
        let place = format!("{} {}", sender.place(), sender.postcode);
        top = sheet.block(
            &place,
            MARGIN,
            top,
            90.0,
            4.1,
            Style::new(Weight::Regular, 9.5, 7.5),
        );
        let person: Vec<&str> = [sender.attention(), non_empty(&sender.telephone)]
            .into_iter()
            .flatten()
            .collect();
        sheet.block(
            &person.join(" · "),
            MARGIN,
            top,
            90.0,
            4.1,
            Style::new(Weight::Regular, 9.5, 7.5),
        );
        let facts = [
            ("MANIFEST", manifest.number.clone()),
            ("DISPATCHED", self.date.to_string()),
            ("CONSIGNMENTS", manifest.lines.len().to_string()),
        ];
        for (index, (caption, value)) in facts
            .iter()
            .filter(|(_, value)| !value.is_empty())
            .enumerate()
        {
            let baseline = 43.0 + 6.0 * index as f32;
            sheet.text(caption, 120.0, baseline, 26.0, CAPTION);
            sheet.text(
                value,
                146.0,
                baseline,
                WIDTH - MARGIN - 146.0,
                Style::new(Weight::Bold, 11.0, 7.0).align(Align::Right),
            );
        }
    }

    /// Draws the manifest's number as barcode. Text only if it cannot be encoded.
    fn number_as_barcode(&self, sheet: &mut Sheet<'_, '_>) {
        let room = 75.0;
        let Ok(symbol) = Symbol::plain(self.manifest.number.trim()) else {
            return;
        };
        let modules = (symbol.width() + 2 * QUIET_ZONE) as f32;
        if let Some(module) = [0.375, 0.25]
            .into_iter()
            .find(|module| modules * module <= room)
        {
            let left = WIDTH - MARGIN - symbol.width() as f32 * module;
            sheet.barcode(&symbol, left, 16.0, module, 16.0);
        }
    }

    fn table(&self, sheet: &mut Sheet<'_, '_>, top: f32) -> f32 {
        sheet.fill(MARGIN, top, INNER, ROW, 0);
        for (heading, x, width, align) in COLUMNS {
            sheet.text(
                heading,
                MARGIN + x,
                top + 4.8,
                width,
                CAPTION.align(align).white(),
            );
        }
        let mut y = top + ROW;
        for Row { index, cells } in self.rows {
            if index % 2 == 1 {
                sheet.fill(MARGIN, y, INNER, ROW, 240);
            }
            let line = match cells {
                Cells::Consignment(line) => line,
                Cells::DangerousGoods(text) => {
                    let left = COLUMNS[1].1;
                    let style = Style {
                        weight: Weight::Bold,
                        ..BODY
                    };
                    sheet.text(text, MARGIN + left, y + 4.8, INNER - left, style);
                    y += ROW;
                    continue;
                }
            };
            let number = (index + 1).to_string();
            let pieces = line.pieces.to_string();
            let weight = kilograms(line.weight_g);
            let cells = [
                &number,
                &line.connote,
                &line.receiver,
                &line.suburb,
                &line.service_name,
                &pieces,
                &weight,
            ];
            for ((cell, (_, x, width, align)), column) in cells.into_iter().zip(COLUMNS).zip(0..) {
                let weight = if column == 1 {
                    Weight::Bold
                } else {
                    Weight::Regular
                };
                let style = Style {
                    weight,
                    ..BODY.align(align)
                };
                if Sheet::fits(cell, width, weight, BODY.smallest) {
                    sheet.text(cell, MARGIN + x, y + 4.8, width, style);
                } else {
                    sheet.block(
                        cell,
                        MARGIN + x,
                        y + 0.4,
                        width,
                        ROW - 0.6,
                        Style {
                            largest: 7.5,
                            smallest: 6.0,
                            ..style
                        },
                    );
                }
            }
            y += ROW;
        }
        sheet.rule(MARGIN, y, INNER, 0.3);
        y
    }

    /// Draws totals and signatures.
    fn closing(&self, sheet: &mut Sheet<'_, '_>, top: f32) {
        let lines = &self.manifest.lines;
        let pieces: u64 = lines.iter().map(|line| u64::from(line.pieces)).sum();
        let grams = lines
            .iter()
            .fold(0_u64, |sum, line| sum.saturating_add(line.weight_g));
        let total = format!(
            "{} · {} · {}",
            counted(lines.len() as u64, "consignment", "consignments"),
            counted(pieces, "piece", "pieces"),
            kilograms(grams)
        );
        sheet.text(
            &total,
            MARGIN,
            top + 8.0,
            INNER - 1.0,
            Style::new(Weight::Bold, 12.0, 8.0).align(Align::Right),
        );
        let words = "Received the pieces listed above in apparent good order and condition, contents unknown.";
        sheet.text(
            words,
            MARGIN,
            top + 20.0,
            INNER,
            Style::new(Weight::Regular, 9.0, 8.0),
        );
        for (row, fields) in [
            ["DRIVER'S NAME", "DRIVER'S SIGNATURE", "VEHICLE"],
            ["SENDER'S NAME", "SENDER'S SIGNATURE", "DATE AND TIME"],
        ]
        .iter()
        .enumerate()
        {
            let baseline = top + 36.0 + 18.0 * row as f32;
            for (field, (x, width)) in fields
                .iter()
                .zip([(0.0, 62.0), (67.0, 70.0), (142.0, 38.0)])
            {
                sheet.rule(MARGIN + x, baseline, width, 0.3);
                sheet.text(field, MARGIN + x, baseline + 3.6, width, CAPTION);
            }
        }
    }
}

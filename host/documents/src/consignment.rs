//! A4 documents of a consignment: consignment note, dangerous goods declaration, commercial
//! invoice, packing list, proof of delivery.

use super::code128::{QUIET_ZONE, Symbol};
use super::lettering::Weight;
use super::paper::{self, HEIGHT, INNER, MARGIN, TOP, Table, WIDTH};
use super::sheet::{Align, Book, Sheet, Style};
use super::square::{QR_QUIET_ZONE, Square};
use super::{
    Consignment, ConsignmentDocument, MAX_GOODS, Party, counted, day, internal_error, kilograms,
    non_empty, required,
};
use data::{FieldError, message};

const FIRST_TOP: f32 = 112.0;
const ROW: f32 = 8.0;
/// Height of sum, instructions and signatures below the last line.
const CLOSING_HEIGHT: f32 = 84.0;
const TABLE: Table = Table {
    first_top: FIRST_TOP,
    headings: ROW,
    row: ROW,
    closing: CLOSING_HEIGHT,
};
/// Position of the QR code including quiet zones, and its minimum module size.
const QR_TOP: f32 = 76.0;
const QR_SIDE: f32 = 32.0;
const MIN_QR_MODULE: f32 = 0.4;
const HALF: f32 = INNER / 2.0 - 4.0;

const BODY: Style = Style::new(Weight::Regular, 9.5, 6.5);
const STRONG: Style = Style::new(Weight::Bold, 11.0, 8.0);
const CAPTION: Style = Style::new(Weight::Bold, 7.5, 6.0);

/// A column: heading, left edge, width, alignment.
type Column = (&'static str, f32, f32, Align);

const GOODS: [Column; 5] = [
    ("PIECES", 1.0, 14.0, Align::Right),
    ("PACKAGE", 18.0, 34.0, Align::Left),
    ("DESCRIPTION", 54.0, 64.0, Align::Left),
    ("EACH", 120.0, 36.0, Align::Left),
    ("WEIGHT", 158.0, 21.0, Align::Right),
];
const VALUED: [Column; 6] = [
    ("PIECES", 1.0, 14.0, Align::Right),
    ("DESCRIPTION", 18.0, 66.0, Align::Left),
    ("HS CODE", 86.0, 22.0, Align::Left),
    ("ORIGIN", 110.0, 14.0, Align::Left),
    ("VALUE EACH", 126.0, 25.0, Align::Right),
    ("VALUE", 153.0, 26.0, Align::Right),
];
const DANGEROUS: [Column; 6] = [
    ("UN NUMBER", 1.0, 19.0, Align::Left),
    ("PROPER SHIPPING NAME", 21.0, 58.0, Align::Left),
    ("CLASS", 81.0, 14.0, Align::Left),
    ("OTHER RISKS", 96.0, 20.0, Align::Left),
    ("GROUP", 118.0, 14.0, Align::Left),
    ("PACKAGES AND GROSS WEIGHT", 133.0, 46.0, Align::Left),
];

pub fn pdf(consignment: &Consignment) -> Result<Vec<u8>, FieldError> {
    required(&consignment.connote, "connote")?;
    for (party, member) in [
        (&consignment.sender, "sender"),
        (&consignment.receiver, "receiver"),
    ] {
        required(party.name(), format!("{member}.contactName"))?;
    }
    if consignment.goods.len() > MAX_GOODS {
        return Err(FieldError::new(
            "goods",
            message!(
                "must be at most {max}, not {count}",
                max = MAX_GOODS,
                count = consignment.goods.len()
            ),
        ));
    }
    if consignment.paper == ConsignmentDocument::ProofOfDelivery && consignment.delivery.is_none() {
        return Err(FieldError::new("delivery", message!("is required")));
    }
    if consignment.paper == ConsignmentDocument::DangerousGoods && consignment.dangerous.is_empty()
    {
        return Err(FieldError::new("dangerous", message!("is required")));
    }
    let date = day(&consignment.date, "date")?;
    let rows = rows(consignment);
    let pages = TABLE.pages(&rows);
    let of = pages.len();
    let mut book = Book::new(
        &format!("{} {}", title(consignment.paper), consignment.connote),
        WIDTH,
        HEIGHT,
    );
    for (index, rows) in pages.into_iter().enumerate() {
        let page = Page {
            consignment,
            date: &date,
            rows,
            number: index + 1,
            of,
        };
        book.page(|sheet| page.draw(sheet))
            .map_err(internal_error)?;
    }
    book.finish().map_err(internal_error)
}

fn title(paper: ConsignmentDocument) -> &'static str {
    match paper {
        ConsignmentDocument::Note => "Consignment note",
        ConsignmentDocument::DangerousGoods => "Dangerous goods declaration",
        ConsignmentDocument::CommercialInvoice => "Commercial invoice",
        ConsignmentDocument::PackingList => "Packing list",
        ConsignmentDocument::ProofOfDelivery => "Proof of delivery",
    }
}

fn columns(paper: ConsignmentDocument) -> &'static [Column] {
    match paper {
        ConsignmentDocument::Note
        | ConsignmentDocument::PackingList
        | ConsignmentDocument::ProofOfDelivery => &GOODS,
        ConsignmentDocument::CommercialInvoice => &VALUED,
        ConsignmentDocument::DangerousGoods => &DANGEROUS,
    }
}

fn rows(consignment: &Consignment) -> Vec<Vec<String>> {
    let goods = consignment.goods.iter();
    match consignment.paper {
        ConsignmentDocument::Note
        | ConsignmentDocument::PackingList
        | ConsignmentDocument::ProofOfDelivery => goods
            .map(|line| {
                let weight = if line.weight_g == 0 {
                    String::new()
                } else {
                    kilograms(line.weight_g)
                };
                let (package, description) = (line.package.clone(), line.description.clone());
                vec![
                    line.pieces.to_string(),
                    package,
                    description,
                    line.measures.clone(),
                    weight,
                ]
            })
            .collect(),
        ConsignmentDocument::CommercialInvoice => goods
            .map(|line| {
                let words = [line.description.as_str(), line.package.as_str()];
                let description = words
                    .into_iter()
                    .find(|text| !text.trim().is_empty())
                    .unwrap_or_default();
                let (code, origin) = (line.hs_code.clone(), line.origin.clone());
                let (each, value) = (line.value_each.clone(), line.value.clone());
                vec![
                    line.pieces.to_string(),
                    description.to_string(),
                    code,
                    origin,
                    each,
                    value,
                ]
            })
            .collect(),
        ConsignmentDocument::DangerousGoods => {
            let line = |goods: &super::DangerousLine| {
                let (name, class) = (goods.name.clone(), goods.class.clone());
                let (risks, group) = (goods.other_risks.clone(), goods.packing_group.clone());
                vec![
                    format!("UN {}", goods.un_number),
                    name,
                    class,
                    risks,
                    group,
                    goods.packages.clone(),
                ]
            };
            consignment.dangerous.iter().map(line).collect()
        }
    }
}

struct Page<'a> {
    consignment: &'a Consignment,
    date: &'a str,
    rows: &'a [Vec<String>],
    number: usize,
    of: usize,
}

impl Page<'_> {
    fn draw(&self, sheet: &mut Sheet<'_, '_>) {
        let top = if self.number == 1 {
            self.head(sheet);
            FIRST_TOP
        } else {
            paper::head(
                sheet,
                title(self.consignment.paper),
                &self.consignment.connote,
            );
            TOP
        };
        let bottom = self.table(sheet, top);
        if self.number == self.of {
            self.closing(sheet, bottom);
        }
        paper::foot(sheet, &self.consignment.connote, self.number, self.of);
    }

    fn head(&self, sheet: &mut Sheet<'_, '_>) {
        let consignment = self.consignment;
        sheet.text(
            title(consignment.paper),
            MARGIN,
            24.0,
            102.0,
            Style::new(Weight::Bold, 22.0, 11.0),
        );
        sheet.text(&consignment.issuer, MARGIN, 31.0, 102.0, STRONG);
        self.connote_as_barcode(sheet);
        party(sheet, "FROM", &consignment.sender, MARGIN, 42.0);
        party(
            sheet,
            "TO",
            &consignment.receiver,
            MARGIN + HALF + 8.0,
            42.0,
        );
        sheet.rule(MARGIN, 75.0, INNER, 0.3);
        let facts = [
            ("CONSIGNMENT", consignment.connote.as_str()),
            ("DATE", self.date),
            ("CARRIER", consignment.carrier.as_str()),
            ("REFERENCE", consignment.reference.as_str()),
            ("ORDER", consignment.order.as_str()),
        ];
        for (index, (caption, value)) in facts
            .into_iter()
            .filter(|(_, text)| !text.trim().is_empty())
            .enumerate()
        {
            let baseline = 81.0 + 6.0 * index as f32;
            sheet.text(caption, MARGIN, baseline, 30.0, CAPTION);
            sheet.text(
                value,
                MARGIN + 32.0,
                baseline,
                INNER - 32.0 - QR_SIDE,
                STRONG,
            );
        }
        if consignment.paper == ConsignmentDocument::Note {
            self.tracking_link(sheet);
        }
    }

    /// Omitted if the QR code's modules would be too small.
    fn tracking_link(&self, sheet: &mut Sheet<'_, '_>) {
        let link = self.consignment.tracking_link.trim();
        let Ok(square) = Square::qr(link) else { return };
        let module = QR_SIDE / (square.size() + 2 * QR_QUIET_ZONE) as f32;
        if link.is_empty() || module < MIN_QR_MODULE {
            return;
        }
        let (left, quiet) = (WIDTH - MARGIN - QR_SIDE, QR_QUIET_ZONE as f32 * module);
        sheet.square(&square, left + quiet, QR_TOP + quiet, module);
        sheet.text(
            "SCAN TO TRACK",
            left,
            QR_TOP + QR_SIDE + 0.5,
            QR_SIDE,
            CAPTION.align(Align::Centre),
        );
    }

    /// Text only if it cannot be encoded.
    fn connote_as_barcode(&self, sheet: &mut Sheet<'_, '_>) {
        let room = 75.0;
        let Ok(symbol) = Symbol::plain(self.consignment.connote.trim()) else {
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
        let columns = columns(self.consignment.paper);
        sheet.fill(MARGIN, top, INNER, ROW, 0);
        for &(heading, x, width, align) in columns {
            sheet.text(
                heading,
                MARGIN + x,
                top + 5.2,
                width,
                CAPTION.align(align).white(),
            );
        }
        let mut y = top + ROW;
        for (index, row) in self.rows.iter().enumerate() {
            if index % 2 == 1 {
                sheet.fill(MARGIN, y, INNER, ROW, 240);
            }
            for (cell, &(_, x, width, align)) in row.iter().zip(columns) {
                if Sheet::fits(cell, width, BODY.weight, BODY.smallest) {
                    sheet.text(cell, MARGIN + x, y + 5.2, width, BODY.align(align));
                } else {
                    let small = Style {
                        largest: 7.5,
                        smallest: 6.0,
                        ..BODY.align(align)
                    };
                    sheet.block(cell, MARGIN + x, y + 0.6, width, ROW - 0.8, small);
                }
            }
            y += ROW;
        }
        sheet.rule(MARGIN, y, INNER, 0.3);
        y
    }

    fn closing(&self, sheet: &mut Sheet<'_, '_>, top: f32) {
        let consignment = self.consignment;
        let mut total = format!(
            "{} · {}",
            counted(consignment.pieces, "piece", "pieces"),
            kilograms(consignment.weight_g)
        );
        if consignment.paper == ConsignmentDocument::CommercialInvoice
            && !consignment.total.trim().is_empty()
        {
            total = format!("{total} · {}", consignment.total);
        }
        let sum = Style::new(Weight::Bold, 12.0, 8.0).align(Align::Right);
        sheet.text(&total, MARGIN, top + 8.0, INNER - 1.0, sum);
        if !consignment.instructions.trim().is_empty() {
            sheet.text("INSTRUCTIONS", MARGIN, top + 15.0, INNER, CAPTION);
            sheet.block(
                &consignment.instructions,
                MARGIN,
                top + 16.0,
                INNER,
                10.0,
                BODY,
            );
        }
        let words = match consignment.paper {
            ConsignmentDocument::Note => {
                "Received the pieces listed above in apparent good order and condition, contents unknown."
            }
            ConsignmentDocument::DangerousGoods => {
                "I declare that the contents of this consignment are fully and accurately described above by the \
                 proper shipping name, and are classified, packaged, marked and labelled, and are in all respects in \
                 proper condition for transport according to the applicable regulations."
            }
            ConsignmentDocument::CommercialInvoice => {
                "I declare that what is stated on this invoice is true and correct."
            }
            ConsignmentDocument::PackingList => {
                "The pieces listed above have been packed and counted."
            }
            ConsignmentDocument::ProofOfDelivery => "The pieces listed above were delivered.",
        };
        sheet.block(words, MARGIN, top + 29.0, INNER, 13.0, BODY);
        if let (ConsignmentDocument::ProofOfDelivery, Some(delivery)) =
            (consignment.paper, &consignment.delivery)
        {
            let facts = [
                ("DELIVERED", delivery.at.as_str()),
                ("AT", delivery.place.as_str()),
                ("SIGNED BY", delivery.signed_by.as_str()),
            ];
            for (row, (caption, value)) in facts
                .into_iter()
                .filter(|(_, text)| !text.trim().is_empty())
                .enumerate()
            {
                let baseline = top + 44.0 + 8.0 * row as f32;
                sheet.text(caption, MARGIN, baseline, 30.0, CAPTION);
                sheet.text(value, MARGIN + 32.0, baseline, INNER - 32.0, STRONG);
            }
        }
        let signed: &[&str] = match consignment.paper {
            ConsignmentDocument::ProofOfDelivery => &[],
            ConsignmentDocument::Note => &["SENDER", "DRIVER", "RECEIVER"],
            _ => &["SENDER"],
        };
        for (row, who) in signed.iter().enumerate() {
            let baseline = top + 52.0 + 13.0 * row as f32;
            for (field, x, width) in [
                ("NAME", 0.0, 62.0),
                ("SIGNATURE", 67.0, 70.0),
                ("DATE AND TIME", 142.0, 38.0),
            ] {
                sheet.rule(MARGIN + x, baseline, width, 0.3);
                let field = if x > 100.0 {
                    field.to_string()
                } else {
                    format!("{who}'S {field}")
                };
                sheet.text(&field, MARGIN + x, baseline + 3.6, width, CAPTION);
            }
        }
    }
}

fn party(sheet: &mut Sheet<'_, '_>, caption: &str, party: &Party, left: f32, top: f32) {
    sheet.text(caption, left, top + 3.0, HALF, CAPTION);
    let mut below = sheet.block(party.name(), left, top + 4.0, HALF, 10.0, STRONG);
    below = sheet.block(&party.lines.join(", "), left, below, HALF, 9.0, BODY);
    let place = format!(
        "{} {} {}",
        party.place(),
        party.postcode,
        party.country_code
    );
    below = sheet.block(place.trim(), left, below, HALF, 5.0, BODY);
    let person: Vec<&str> = [party.attention(), non_empty(&party.telephone)]
        .into_iter()
        .flatten()
        .collect();
    sheet.block(&person.join(" · "), left, below, HALF, 5.0, BODY);
}

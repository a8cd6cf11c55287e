//! The label: 100 × 150 mm, black on white, for thermal printers with 8 dots per millimetre.

use super::bundle;
use super::code128::{QUIET_ZONE, Symbol};
use super::dots::Dots;
use super::gs1;
use super::lettering::Weight;
use super::sheet::{Align, Book, Sheet, Style, render_dots};
use super::square::{self, Square};
use super::{Label, MAX_LABELS, day, internal_error, kilograms, non_empty, required};
use data::{FieldError, Message, message};

pub const WIDTH: f32 = 100.0;
pub const HEIGHT: f32 = 150.0;
/// Printers leave the outermost millimetres white.
const MARGIN: f32 = 4.0;
const INNER: f32 = WIDTH - 2.0 * MARGIN;
/// A printer's dot. Bars are aligned to whole dots, since scanners misread ragged edges.
const DOT: f32 = 0.125;
/// Dots per barcode module, best first. Carriers require 0.5 mm.
const MODULE_DOTS: [usize; 3] = [4, 3, 2];

/// Upper left corner and size of the square symbol, including quiet zones.
const SQUARE: (f32, f32, f32) = (45.0, 90.25, 14.0);

/// Bottom of the receiver's street.
const STREET_END: f32 = 67.6;

const CAPTION: Style = Style::new(Weight::Bold, 6.5, 6.0);

pub fn pdf(labels: &[Label]) -> Result<Vec<u8>, FieldError> {
    if labels.is_empty() || labels.len() > MAX_LABELS {
        return Err(FieldError::new(
            "labels",
            message!(
                "must be 1 to {max} labels, not {count}",
                max = MAX_LABELS,
                count = labels.len()
            ),
        ));
    }
    let title = if labels.len() == 1 {
        format!("Label {}", labels[0].connote)
    } else {
        format!("{} labels", labels.len())
    };
    let mut book = Book::new(&title, WIDTH, HEIGHT);
    for (index, label) in labels.iter().enumerate() {
        let prepared = Prepared::new(label)
            .map_err(|error| error.with_prefix(&format!("labels[{index}].")))?;
        book.page(|sheet| prepared.draw(sheet))
            .map_err(internal_error)?;
    }
    book.attach(|document| bundle::attach(document, labels))
        .map_err(internal_error)?;
    book.finish().map_err(internal_error)
}

pub fn dots(label: &Label, per_millimetre: f32) -> Result<Dots, FieldError> {
    let prepared = Prepared::new(label)?;
    Ok(render_dots(WIDTH, HEIGHT, per_millimetre, |sheet| {
        prepared.draw(sheet)
    }))
}

/// A validated label with its symbol and texts.
struct Prepared<'a> {
    label: &'a Label,
    symbol: Symbol,
    dots: usize,
    square: Square,
    human: String,
    date: String,
}

impl<'a> Prepared<'a> {
    fn new(label: &'a Label) -> Result<Self, FieldError> {
        required(&label.carrier_name, "carrierName")?;
        required(&label.connote, "connote")?;
        required(&label.receiver.suburb, "receiver.suburb")?;
        required(&label.receiver.postcode, "receiver.postcode")?;
        if label.piece == 0 || label.piece > label.pieces {
            return Err(FieldError::new(
                "piece",
                message!(
                    "must be 1 to {max}, the number of pieces",
                    max = label.pieces.max(1)
                ),
            ));
        }
        let elements = gs1::parse(&label.gs1)
            .map_err(|message| FieldError::new("gs1", Message::verbatim(message)))?;
        let symbol = Symbol::gs1(&gs1::characters(&elements))
            .map_err(|message| FieldError::new("gs1", Message::verbatim(message)))?;
        let modules = symbol.width() + 2 * QUIET_ZONE;
        let dots = MODULE_DOTS.into_iter().find(|&dots| (modules * dots) as f32 * DOT <= WIDTH).ok_or_else(|| {
            FieldError::new(
                "gs1",
                message!("makes a barcode that is wider than the label; shorten it (digits take the least space)"),
            )
        })?;
        let square = Square::gs1(&gs1::characters(&elements))
            .map_err(|message| FieldError::new("gs1", Message::verbatim(message)))?;
        let date = day(&label.date, "date")?;
        Ok(Self {
            label,
            symbol,
            dots,
            square,
            human: gs1::human(&elements),
            date,
        })
    }

    fn draw(&self, sheet: &mut Sheet<'_, '_>) {
        self.head(sheet);
        self.sorting(sheet);
        self.receiver(sheet);
        self.handling(sheet);
        self.sender(sheet);
        self.square(sheet);
        self.barcode(sheet);
    }

    fn head(&self, sheet: &mut Sheet<'_, '_>) {
        sheet.fill(MARGIN, 4.0, INNER, 12.0, 0);
        let name = Style::new(Weight::Bold, 21.0, 9.0).white();
        sheet.text(&self.label.carrier_name, MARGIN + 2.5, 12.6, 50.0, name);
        let service = Style::new(Weight::Bold, 15.0, 8.0)
            .white()
            .align(Align::Right);
        sheet.text(&self.label.service_name, MARGIN + 54.5, 12.3, 35.0, service);
    }

    /// Route readable from two metres, item's number, and dangerous goods mark.
    fn sorting(&self, sheet: &mut Sheet<'_, '_>) {
        let label = self.label;
        let route_width = if label.dangerous_goods { 42.0 } else { 60.0 };
        sheet.text(
            &label.route,
            MARGIN,
            32.4,
            route_width,
            Style::new(Weight::Bold, 50.0, 14.0),
        );
        if label.dangerous_goods {
            sheet.diamond(57.0, 27.0, 9.5, 0);
            sheet.diamond(57.0, 27.0, 8.2, 255);
            sheet.text(
                "DG",
                51.0,
                29.0,
                12.0,
                Style::new(Weight::Bold, 17.0, 17.0).align(Align::Centre),
            );
        }
        let right = |style: Style| style.align(Align::Right);
        sheet.text("PIECE", 68.0, 20.4, 28.0, right(CAPTION));
        let count = format!("{} of {}", label.piece, label.pieces);
        sheet.text(
            &count,
            68.0,
            28.2,
            28.0,
            right(Style::new(Weight::Bold, 24.0, 10.0)),
        );
        if label.weight_g > 0 {
            sheet.text(
                &kilograms(label.weight_g),
                68.0,
                34.6,
                28.0,
                right(Style::new(Weight::Bold, 15.0, 9.0)),
            );
        }
        sheet.rule(MARGIN, 37.0, INNER, 0.5);
    }

    fn receiver(&self, sheet: &mut Sheet<'_, '_>) {
        let receiver = &self.label.receiver;
        sheet.fill(MARGIN, 39.0, 7.5, 4.6, 0);
        sheet.text(
            "TO",
            MARGIN,
            42.5,
            7.5,
            Style::new(Weight::Bold, 9.5, 9.5)
                .align(Align::Centre)
                .white(),
        );
        let (left, width) = (MARGIN + 10.0, INNER - 10.0);
        let mut top = sheet.block(
            receiver.name(),
            left,
            38.4,
            width,
            12.5,
            Style::new(Weight::Bold, 15.0, 8.5),
        );
        let person: Vec<&str> = [receiver.attention(), non_empty(&receiver.telephone)]
            .into_iter()
            .flatten()
            .collect();
        top = sheet.block(
            &person.join(" · "),
            left,
            top,
            width,
            4.5,
            Style::new(Weight::Regular, 10.5, 7.5),
        );
        let street = Style::new(Weight::Regular, 12.5, 7.5);
        let each = (STREET_END - top) / receiver.lines.len().max(1) as f32;
        if receiver
            .lines
            .iter()
            .all(|line| Sheet::fits(line, width, Weight::Regular, 9.0))
            && each > 4.0
        {
            for line in &receiver.lines {
                top = sheet.block(line, left, top, width, each.min(5.4), street);
            }
        } else {
            sheet.block(
                &receiver.lines.join(", "),
                left,
                top,
                width,
                STREET_END - top,
                street,
            );
        }
        let mut place = receiver.place();
        if !receiver
            .country_code
            .eq_ignore_ascii_case(&self.label.sender.country_code)
        {
            place = format!("{place} {}", receiver.country_code.to_uppercase());
        }
        if Sheet::fits(&place, 54.0, Weight::Bold, 12.0) {
            sheet.text(
                &place,
                left,
                75.4,
                54.0,
                Style::new(Weight::Bold, 20.0, 9.0),
            );
        } else {
            sheet.block(
                &place,
                left,
                STREET_END,
                54.0,
                10.0,
                Style::new(Weight::Bold, 11.5, 7.5),
            );
        }
        let postcode = Style::new(Weight::Bold, 26.0, 10.0).align(Align::Right);
        sheet.text(
            &receiver.postcode.to_uppercase(),
            left + 56.0,
            75.4,
            width - 56.0,
            postcode,
        );
        sheet.rule(MARGIN, 78.0, INNER, 0.5);
    }

    fn handling(&self, sheet: &mut Sheet<'_, '_>) {
        let instructions = Style::new(Weight::Bold, 10.0, 6.5);
        if self.label.dangerous_goods {
            sheet.fill(MARGIN, 79.3, 28.0, 8.8, 0);
            sheet.text(
                "DANGEROUS",
                MARGIN,
                83.1,
                28.0,
                Style::new(Weight::Bold, 10.0, 10.0)
                    .align(Align::Centre)
                    .white(),
            );
            sheet.text(
                "GOODS",
                MARGIN,
                87.2,
                28.0,
                Style::new(Weight::Bold, 10.0, 10.0)
                    .align(Align::Centre)
                    .white(),
            );
            sheet.block(
                &self.label.instructions,
                MARGIN + 30.0,
                79.2,
                INNER - 30.0,
                9.3,
                instructions,
            );
        } else {
            sheet.block(
                &self.label.instructions,
                MARGIN,
                79.2,
                INNER,
                9.3,
                instructions,
            );
        }
        sheet.rule(MARGIN, 89.0, INNER, 0.25);
    }

    fn sender(&self, sheet: &mut Sheet<'_, '_>) {
        let sender = &self.label.sender;
        let width = SQUARE.0 - MARGIN - 1.0;
        sheet.text("FROM", MARGIN, 92.2, 20.0, CAPTION);
        let name = sheet.block(
            sender.name(),
            MARGIN,
            92.8,
            width,
            6.2,
            Style::new(Weight::Bold, 8.5, 7.0),
        );
        let address = format!(
            "{}, {} {}",
            sender.lines.join(", "),
            sender.place(),
            sender.postcode
        );
        let address = address.trim_start_matches(", ");
        sheet.block(
            address,
            MARGIN,
            name,
            width,
            104.8 - name,
            Style::new(Weight::Regular, 8.0, 6.5),
        );
        sheet.fill(60.0, 90.0, 0.25, 14.2, 0);
        let (left, width) = (62.0, WIDTH - MARGIN - 62.0);
        if !self.label.reference.trim().is_empty() {
            sheet.text("REFERENCE", left, 92.2, width, CAPTION);
            sheet.block(
                &self.label.reference,
                left,
                92.6,
                width,
                7.4,
                Style::new(Weight::Bold, 11.0, 6.5),
            );
        }
        if !self.date.is_empty() {
            sheet.text("DISPATCHED", left, 103.2, 16.0, CAPTION);
            let date = Style::new(Weight::Bold, 10.0, 7.0).align(Align::Right);
            sheet.text(&self.date, left + 16.0, 103.4, width - 16.0, date);
        }
        sheet.rule(MARGIN, 105.0, INNER, 0.5);
    }

    /// Modules are as many whole dots as fit.
    fn square(&self, sheet: &mut Sheet<'_, '_>) {
        let (left, top, side) = SQUARE;
        let modules = (self.square.size() + 2 * square::QUIET_ZONE) as f32;
        let module = (side / modules / DOT).floor().min(MODULE_DOTS[0] as f32) * DOT;
        let inset = ((side - self.square.size() as f32 * module) / 2.0 / DOT).floor() * DOT;
        sheet.square(&self.square, left + inset, top + inset, module);
    }

    fn barcode(&self, sheet: &mut Sheet<'_, '_>) {
        sheet.text("CONSIGNMENT", MARGIN, 110.4, 24.0, CAPTION);
        let connote = Style::new(Weight::Bold, 15.0, 8.0).align(Align::Right);
        sheet.text(
            &self.label.connote,
            MARGIN + 24.0,
            111.0,
            INNER - 24.0,
            connote,
        );
        let module = self.dots as f32 * DOT;
        let slack = WIDTH - self.symbol.width() as f32 * module;
        let left = (slack / 2.0 / DOT).round() * DOT;
        sheet.barcode(&self.symbol, left, 113.0, module, 28.0);
        let human = Style::new(Weight::Regular, 10.0, 6.5).align(Align::Centre);
        sheet.text(&self.human, MARGIN, 145.2, INNER, human);
    }
}

//! The certificate of insurance: one A4 page with goods, insured party, value and route.

use super::lettering::Weight;
use super::sheet::{Align, Book, Sheet, Style};
use super::{Certificate, Party, counted, day, internal_error, kilograms, non_empty, required};
use data::FieldError;

const WIDTH: f32 = 210.0;
const HEIGHT: f32 = 297.0;
const MARGIN: f32 = 20.0;
const INNER: f32 = WIDTH - 2.0 * MARGIN;
const HALF: f32 = INNER / 2.0 - 4.0;
const ROW: f32 = 8.0;
/// Maximum rows of goods. The number omitted is printed.
const MAX_GOODS: usize = 12;

const TITLE: Style = Style::new(Weight::Bold, 22.0, 12.0);
const BODY: Style = Style::new(Weight::Regular, 10.0, 8.0);
const STRONG: Style = Style::new(Weight::Bold, 11.0, 8.0);
const CAPTION: Style = Style::new(Weight::Bold, 7.5, 6.5);

pub fn pdf(certificate: &Certificate) -> Result<Vec<u8>, FieldError> {
    for (text, member) in [
        (&certificate.number, "number"),
        (&certificate.issuer, "issuer"),
        (&certificate.insured, "insured"),
        (&certificate.connote, "connote"),
        (&certificate.value, "value"),
    ] {
        required(text, member)?;
    }
    let issued = day(&certificate.issued, "issued")?;
    let mut book = Book::new(
        &format!("Certificate of insurance {}", certificate.number),
        WIDTH,
        HEIGHT,
    );
    book.page(|sheet| draw(sheet, certificate, &issued))
        .map_err(internal_error)?;
    book.finish().map_err(internal_error)
}

fn draw(sheet: &mut Sheet<'_, '_>, certificate: &Certificate, issued: &str) {
    sheet.text("Certificate of insurance", MARGIN, 30.0, 110.0, TITLE);
    sheet.text(
        &certificate.number,
        MARGIN + 110.0,
        30.0,
        INNER - 110.0,
        STRONG.align(Align::Right),
    );
    sheet.rule(MARGIN, 34.0, INNER, 0.5);
    let facts = [
        ("ISSUED BY", certificate.issuer.as_str()),
        ("ISSUED", issued),
        ("INSURED", certificate.insured.as_str()),
        ("INSURANCE", certificate.kind.as_str()),
        ("INSURED VALUE", certificate.value.as_str()),
        ("EXCESS OF EVERY LOSS", certificate.excess.as_str()),
        ("PREMIUM, WITH TAX", certificate.premium.as_str()),
        ("CONSIGNMENT", certificate.connote.as_str()),
        ("CARRIER", certificate.carrier.as_str()),
    ];
    let mut baseline = 44.0;
    for (caption, value) in facts
        .into_iter()
        .filter(|(_, value)| !value.trim().is_empty())
    {
        sheet.text(caption, MARGIN, baseline, 50.0, CAPTION);
        sheet.text(value, MARGIN + 54.0, baseline, INNER - 54.0, STRONG);
        baseline += ROW;
    }
    let top = baseline + 2.0;
    let from = party(sheet, "FROM", &certificate.sender, MARGIN, top);
    let to = party(sheet, "TO", &certificate.receiver, MARGIN + HALF + 8.0, top);
    goods(sheet, certificate, from.max(to) + 8.0);
    let words = "The goods are insured from the pickup to the delivery, subject to the terms of the insurance. \
                 This certificate is no longer valid once the consignment is cancelled.";
    sheet.block(
        words,
        MARGIN,
        HEIGHT - 32.0,
        INNER,
        12.0,
        Style::new(Weight::Regular, 8.5, 7.0),
    );
}

fn party(sheet: &mut Sheet<'_, '_>, caption: &str, party: &Party, left: f32, top: f32) -> f32 {
    sheet.text(caption, left, top + 3.0, HALF, CAPTION);
    let mut below = sheet.block(party.name(), left, top + 5.0, HALF, 5.0, STRONG);
    below = sheet.block(&party.lines.join(", "), left, below, HALF, 9.0, BODY);
    let place = format!(
        "{} {} {}",
        party.place(),
        party.postcode,
        party.country_code
    );
    below = sheet.block(place.trim(), left, below, HALF, 5.0, BODY);
    match non_empty(&party.contact_name).filter(|name| *name != party.name()) {
        Some(person) => sheet.block(person, left, below, HALF, 5.0, BODY),
        None => below,
    }
}

fn goods(sheet: &mut Sheet<'_, '_>, certificate: &Certificate, top: f32) {
    sheet.rule(MARGIN, top, INNER, 0.3);
    let total = format!(
        "{} · {}",
        counted(certificate.pieces, "piece", "pieces"),
        kilograms(certificate.weight_g)
    );
    sheet.text("GOODS", MARGIN, top + 6.0, 50.0, CAPTION);
    sheet.text(&total, MARGIN + 54.0, top + 6.0, INNER - 54.0, STRONG);
    let mut baseline = top + 13.0;
    for line in certificate.goods.iter().take(MAX_GOODS) {
        sheet.text(line, MARGIN + 54.0, baseline, INNER - 54.0, BODY);
        baseline += 5.0;
    }
    let more = certificate.goods.len().saturating_sub(MAX_GOODS);
    if more > 0 {
        sheet.text(
            &format!("and {more} more lines"),
            MARGIN + 54.0,
            baseline,
            INNER - 54.0,
            BODY,
        );
    }
}

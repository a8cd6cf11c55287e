//! Proof of a job's delivery: receiver, time and place, signature, articles, photos (A4).

use krilla::image::Image;

use super::lettering::Weight;
use super::paper::{self, BOTTOM, HEIGHT, INNER, MARGIN, TOP, Table, WIDTH};
use super::sheet::{Align, Book, Sheet, Style};
use super::{MAX_GOODS, Party, internal_error, required};
use data::{FieldError, message};

const PARTIES_TOP: f32 = 38.0;
const FACTS_TOP: f32 = 72.0;
const FACT: f32 = 5.5;
/// Lines of one fact; longer ones are cut.
const MAX_FACT_LINES: usize = 4;
const CAPTION_WIDTH: f32 = 42.0;
const SIGNATURE: (f32, f32) = (80.0, 28.0);
const ROW: f32 = 7.0;
const HALF: f32 = INNER / 2.0 - 4.0;
/// Widths of the columns: article, description, time of delivery.
const COLUMNS: [f32; 3] = [55.0, 80.0, 45.0];
const PHOTOS_PER_PAGE: usize = 6;
const PHOTO: (f32, f32) = (HALF, 72.0);

const TITLE: Style = Style::new(Weight::Bold, 22.0, 11.0);
const BODY: Style = Style::new(Weight::Regular, 9.5, 6.5);
const STRONG: Style = Style::new(Weight::Bold, 11.0, 8.0);
const CAPTION: Style = Style::new(Weight::Bold, 7.5, 6.0);

/// A JPEG, PNG or WebP picture.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Photo {
    pub media_type: String,
    pub content: Vec<u8>,
    /// Turns clockwise after which it is upright.
    pub quarter_turns: u8,
}

/// Proof of a job's delivery, with captions in the reader's language. Empty facts are omitted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DeliveryProof {
    pub title: String,
    pub number: String,
    pub issuer: String,
    pub sender_caption: String,
    pub sender: Party,
    pub receiver_caption: String,
    pub receiver: Party,
    /// Captions with values.
    pub facts: Vec<(String, String)>,
    pub signature_caption: String,
    pub signature: Option<Photo>,
    pub headings: [String; 3],
    /// Article, description, time of delivery.
    pub rows: Vec<[String; 3]>,
    pub photos_caption: String,
    pub photos: Vec<Photo>,
}

/// Draws the proof. Pictures that cannot be drawn are left out: the proof is valid without them.
pub fn pdf(proof: &DeliveryProof) -> Result<Vec<u8>, FieldError> {
    required(&proof.title, "title")?;
    required(&proof.number, "number")?;
    if proof.rows.len() > MAX_GOODS {
        return Err(FieldError::new(
            "rows",
            message!(
                "must be at most {max}, not {count}",
                max = MAX_GOODS,
                count = proof.rows.len()
            ),
        ));
    }
    let facts = facts(proof);
    let signature = proof.signature.as_ref().and_then(image);
    let facts_bottom = FACTS_TOP + 6.0 + FACT * facts.len() as f32;
    let first_top = match signature {
        Some(_) => facts_bottom + SIGNATURE.1 + 6.0,
        None => facts_bottom + 2.0,
    };
    let table = Table {
        first_top,
        headings: ROW,
        row: ROW,
        closing: 0.0,
    };
    let photos: Vec<(&Photo, Image)> = proof
        .photos
        .iter()
        .filter_map(|photo| Some((photo, image(photo)?)))
        .collect();
    let tables = table.pages(&proof.rows);
    let of = tables.len() + photos.len().div_ceil(PHOTOS_PER_PAGE);
    let mut book = Book::new(&format!("{} {}", proof.title, proof.number), WIDTH, HEIGHT);
    for (index, rows) in tables.into_iter().enumerate() {
        book.page(|sheet| {
            let top = match index {
                0 => {
                    head(sheet, proof, &facts);
                    if let (Some(image), Some(photo)) = (&signature, &proof.signature) {
                        draw_signature(sheet, proof, (photo, image), facts_bottom);
                    }
                    first_top
                }
                _ => {
                    paper::head(sheet, &proof.title, &proof.number);
                    TOP
                }
            };
            draw_table(sheet, proof, rows, top);
            foot(sheet, &proof.number, index + 1, of);
        })
        .map_err(internal_error)?;
    }
    let before = of - photos.len().div_ceil(PHOTOS_PER_PAGE);
    for (index, photos) in photos.chunks(PHOTOS_PER_PAGE).enumerate() {
        book.page(|sheet| {
            paper::head(sheet, &proof.title, &proof.number);
            sheet.text(&proof.photos_caption, MARGIN, TOP, INNER, CAPTION);
            draw_photos(sheet, photos);
            foot(sheet, &proof.number, before + index + 1, of);
        })
        .map_err(internal_error)?;
    }
    book.finish().map_err(internal_error)
}

/// True if a decoder reads the picture to its end.
pub fn is_drawable(photo: &Photo) -> bool {
    let Some(image) = image(photo) else {
        return false;
    };
    let mut book = Book::new("", WIDTH, HEIGHT);
    let drawn = book.page(|sheet| sheet.picture(&image, 0.0, 0.0, WIDTH, HEIGHT));
    drawn.and_then(|()| book.finish()).is_ok()
}

fn image(photo: &Photo) -> Option<Image> {
    let content = photo.content.clone().into();
    match photo.media_type.as_str() {
        "image/png" => Image::from_png(content, true).ok(),
        "image/jpeg" => Image::from_jpeg(content, true).ok(),
        "image/webp" => Image::from_webp(content, true).ok(),
        _ => None,
    }
}

/// Lines of the facts; the caption is at the first of each.
fn facts(proof: &DeliveryProof) -> Vec<(&str, String)> {
    let mut lines = Vec::new();
    for (caption, value) in proof.facts.iter().filter(|(_, it)| !it.trim().is_empty()) {
        let wrapped = Sheet::lines(value, INNER - CAPTION_WIDTH, BODY);
        for (at, line) in wrapped.take(MAX_FACT_LINES).enumerate() {
            lines.push((if at == 0 { caption.as_str() } else { "" }, line));
        }
    }
    lines
}

fn head(sheet: &mut Sheet<'_, '_>, proof: &DeliveryProof, facts: &[(&str, String)]) {
    sheet.text(&proof.title, MARGIN, 24.0, 110.0, TITLE);
    let number = STRONG.align(Align::Right);
    sheet.text(&proof.number, MARGIN + 110.0, 24.0, INNER - 110.0, number);
    sheet.text(&proof.issuer, MARGIN, 31.0, INNER, STRONG);
    let right = MARGIN + HALF + 8.0;
    party(sheet, &proof.sender_caption, &proof.sender, MARGIN);
    party(sheet, &proof.receiver_caption, &proof.receiver, right);
    sheet.rule(MARGIN, FACTS_TOP - 3.0, INNER, 0.3);
    for (index, (caption, value)) in facts.iter().enumerate() {
        let baseline = FACTS_TOP + 3.0 + FACT * index as f32;
        sheet.text(caption, MARGIN, baseline, CAPTION_WIDTH - 2.0, CAPTION);
        let left = MARGIN + CAPTION_WIDTH;
        sheet.text(value, left, baseline, INNER - CAPTION_WIDTH, BODY);
    }
}

fn party(sheet: &mut Sheet<'_, '_>, caption: &str, party: &Party, left: f32) {
    let top = PARTIES_TOP;
    sheet.text(caption, left, top + 3.0, HALF, CAPTION);
    let mut below = sheet.block(party.name(), left, top + 5.0, HALF, 5.0, STRONG);
    below = sheet.block(&party.lines.join(", "), left, below, HALF, 9.0, BODY);
    let place = format!("{} {}", party.place(), party.postcode);
    below = sheet.block(place.trim(), left, below, HALF, 5.0, BODY);
    if let Some(person) = party.attention() {
        sheet.block(person, left, below, HALF, 5.0, BODY);
    }
}

fn draw_signature(
    sheet: &mut Sheet<'_, '_>,
    proof: &DeliveryProof,
    (photo, image): (&Photo, &Image),
    top: f32,
) {
    let (width, height) = SIGNATURE;
    let baseline = top + 3.0;
    sheet.text(
        &proof.signature_caption,
        MARGIN,
        baseline,
        CAPTION_WIDTH - 2.0,
        CAPTION,
    );
    let left = MARGIN + CAPTION_WIDTH;
    sheet.turned_picture(image, photo.quarter_turns, left, top, width, height);
    sheet.rule(left, top + height + 1.0, width, 0.3);
}

fn draw_table(sheet: &mut Sheet<'_, '_>, proof: &DeliveryProof, rows: &[[String; 3]], top: f32) {
    const GAP: f32 = 2.0;
    sheet.fill(MARGIN, top, INNER, ROW, 0);
    let mut left = MARGIN + 1.0;
    for (heading, width) in proof.headings.iter().zip(COLUMNS) {
        sheet.text(heading, left, top + 4.8, width - GAP, CAPTION.white());
        left += width;
    }
    let mut y = top + ROW;
    for (index, row) in rows.iter().enumerate() {
        if index % 2 == 1 {
            sheet.fill(MARGIN, y, INNER, ROW, 240);
        }
        let mut left = MARGIN + 1.0;
        for (cell, width) in row.iter().zip(COLUMNS) {
            sheet.text(cell, left, y + 4.8, width - GAP, BODY);
            left += width;
        }
        y += ROW;
    }
    sheet.rule(MARGIN, y.min(BOTTOM), INNER, 0.3);
}

fn draw_photos(sheet: &mut Sheet<'_, '_>, photos: &[(&Photo, Image)]) {
    let (width, height) = PHOTO;
    for (index, (photo, image)) in photos.iter().enumerate() {
        let left = MARGIN + (index % 2) as f32 * (width + 8.0);
        let top = TOP + 4.0 + (index / 2) as f32 * (height + 6.0);
        sheet.turned_picture(image, photo.quarter_turns, left, top, width, height);
    }
}

/// The page number has no words, as the proof is in the reader's language.
fn foot(sheet: &mut Sheet<'_, '_>, number: &str, page: usize, of: usize) {
    let small = Style::new(Weight::Regular, 8.0, 7.0);
    sheet.text(number, MARGIN, HEIGHT - 10.0, 100.0, small);
    let counted = small.align(Align::Right);
    sheet.text(
        &format!("{page} / {of}"),
        MARGIN,
        HEIGHT - 10.0,
        INNER,
        counted,
    );
}

//! Text bounds for a guest's host calls (labels and manifests to draw) and its errors.

use super::{Bounded, Bounds, MAX_NAME, MAX_NOTE, clean};
use crate::{interface::wit::*, sandbox::secrets::shorten};

const MAX_FIELDS: usize = 100;

impl Bounded for Label {
    const LIST: &'static str = "labels";

    fn bound(&mut self, bounds: &mut Bounds) {
        let Label {
            carrier_name,
            service_name,
            connote,
            piece: _,
            pieces: _,
            gs1,
            route,
            sender,
            receiver,
            reference,
            weight_g: _,
            instructions,
            date,
            dangerous_goods: _,
        } = self;
        bounds.name("carrier-name", carrier_name);
        bounds.name("service-name", service_name);
        bounds.number("connote", connote);
        bounds.exact("gs1", gs1, MAX_NAME);
        bounds.name("route", route);
        bounds.record("sender", sender);
        bounds.record("receiver", receiver);
        bounds.line("reference", reference);
        bounds.multi_line_up_to("instructions", instructions, MAX_NOTE);
        bounds.code("date", date);
    }
}

impl Bounded for ManifestSheet {
    fn bound(&mut self, bounds: &mut Bounds) {
        let ManifestSheet {
            title,
            number,
            date,
            sender,
            lines,
        } = self;
        bounds.name("title", title);
        bounds.number("number", number);
        bounds.code("date", date);
        bounds.record("sender", sender);
        let max = lines.len();
        bounds.list("lines", lines, max);
    }
}

impl Bounded for ManifestLine {
    fn bound(&mut self, bounds: &mut Bounds) {
        bounds.number("connote", &self.connote);
        bounds.line("receiver", &mut self.receiver);
        bounds.line("suburb", &mut self.suburb);
        bounds.name("service-name", &mut self.service_name);
    }
}

/// Too long texts are cut, because an error must still be reported.
pub(crate) fn field_errors(
    fields: &mut Vec<FieldError>,
    max: usize,
    mask: impl Fn(String) -> String,
) {
    fields.truncate(MAX_FIELDS);
    for field in fields {
        field.member = line(mask(std::mem::take(&mut field.member)), MAX_NAME);
        field.message = multi_line(mask(std::mem::take(&mut field.message)), max);
    }
}

pub(crate) fn line(mut text: String, max: usize) -> String {
    clean(&mut text, false);
    shorten(text, max)
}

pub(crate) fn multi_line(mut text: String, max: usize) -> String {
    clean(&mut text, true);
    shorten(text, max)
}

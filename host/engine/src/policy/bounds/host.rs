//! Text bounds for a guest's host calls: labels and manifests to draw.

use super::{Bounded, Bounds};
use crate::{
    interface::wit::*,
    text::{MAX_NAME, MAX_NOTE},
};

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

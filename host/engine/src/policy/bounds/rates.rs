//! Text bounds for the answers of rate engines.

use super::{Bounded, Bounds};
use crate::interface::wit::*;

const MAX_PRICES: usize = 100;
const MAX_LINES: usize = 250;
const MAX_STEPS: usize = 100;

impl Bounded for LaneAnswer {
    fn bound(&mut self, bounds: &mut Bounds) {
        bounds.list("prices", &mut self.prices, MAX_PRICES);
        bounds.list("refused", &mut self.refused, MAX_PRICES);
    }
}

impl Bounded for LanePrice {
    fn bound(&mut self, bounds: &mut Bounds) {
        bounds.list("lines", &mut self.lines, MAX_LINES);
        bounds.code(
            "dispatch-date",
            self.dispatch_date.as_deref().unwrap_or_default(),
        );
        bounds.code(
            "delivery-date",
            self.delivery_date.as_deref().unwrap_or_default(),
        );
        bounds.names("explanation", &mut self.explanation, MAX_STEPS);
    }
}

impl Bounded for LaneLine {
    fn bound(&mut self, bounds: &mut Bounds) {
        bounds.code("code", &self.code);
        bounds.name("description", &mut self.description);
    }
}

impl Bounded for NoPrice {
    fn bound(&mut self, bounds: &mut Bounds) {
        bounds.name("reason", &mut self.reason);
    }
}

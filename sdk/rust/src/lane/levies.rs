//! Levies: charges in addition to the freight, one line each.

use super::freight::minor_of;
use super::words::plain;
use super::{Measures, ONE};
use crate::decimal::round_div;
use crate::types::{Lane, LaneLine, LaneRequest, Levy, LevyCase};
use crate::units;

/// Adds the fuel levy, then the levies that hold for the request, then the waiting charge.
///
/// A percentage applies to the rounded freight, and to earlier levies if the lane includes them.
pub fn levies(lane: &Lane, request: &LaneRequest, freight: i64, lines: &mut Vec<LaneLine>) {
    let mut base = freight;
    let mut add = |code: &str, description: String, minor: i64| {
        if lane.levies_compound {
            base = base.saturating_add(minor);
        }
        lines.push(LaneLine {
            code: code.into(),
            description,
            minor,
        });
        base
    };
    let mut of = freight;
    if lane.fuel_percent > 0 {
        let description = format!("Fuel levy {}%", plain(lane.fuel_percent));
        of = add("FUEL", description, percent(lane.fuel_percent, of));
    }
    for levy in &lane.levies {
        let Some(pieces) = pieces(levy, request) else {
            continue;
        };
        let once = minor_of(lane, levy.amount, 1);
        let each = minor_of(lane, levy.amount_per_item, pieces);
        let share = percent(levy.percent, of);
        of = add(
            &levy.code,
            levy.name.clone(),
            once.saturating_add(each).saturating_add(share),
        );
    }
    if let Some(waiting) = lane.waiting
        && let Some(charged) = request
            .waiting_minutes
            .checked_sub(waiting.free_minutes)
            .filter(|minutes| *minutes > 0)
    {
        let steps = charged.div_ceil(waiting.step_minutes.max(1));
        let description = format!(
            "Waiting {} min, {} min free",
            request.waiting_minutes, waiting.free_minutes
        );
        add(
            "WAITING",
            description,
            minor_of(lane, waiting.price_per_step, steps.into()),
        );
    }
}

/// Number of pieces that a levy applies to; `None` when it does not hold.
fn pieces(levy: &Levy, request: &LaneRequest) -> Option<u64> {
    let count = |concerned: &dyn Fn(&Measures) -> bool| -> u64 {
        let pieces = request
            .items
            .iter()
            .zip(Measures::of_pieces(&request.items));
        pieces
            .filter(|(_, piece)| concerned(piece))
            .map(|(item, _)| u64::from(item.quantity))
            .sum()
    };
    let all = || units::pieces(&request.items);
    let some = |pieces: u64| (pieces > 0).then_some(pieces);
    match &levy.when {
        LevyCase::Always => Some(all()),
        LevyCase::AskedFor(option) => request
            .options
            .iter()
            .any(|asked| asked == option)
            .then(all),
        LevyCase::OverLength(most) => some(count(&|piece| piece.is_longer_than(*most))),
        LevyCase::OverWeight(most) => some(count(&|piece| piece.is_heavier_than(*most))),
        LevyCase::DangerousGoods => request
            .items
            .iter()
            .any(|item| item.dangerous_goods)
            .then(all),
        LevyCase::Residential => request.residential.then(all),
    }
}

/// Takes ten-thousandths of a per cent of an amount in minor units; rounds halves away from zero.
fn percent(ten_thousandths: i64, minor: i64) -> i64 {
    let share = round_div(
        i128::from(ten_thousandths) * i128::from(minor),
        i128::from(ONE) * 100,
    );
    i64::try_from(share).unwrap_or(i64::MAX)
}

//! SQL conditions on `bookings` that follow from the table of statuses.

use data::{sql_names, sql_text};

use super::{model::Intent, status::Status};

/// A call that may have booked it is pending, or ended without an answer.
pub const MAYBE_BOOKED: &str = sql_text!(
    "(intent = ",
    sql_names!(Intent: Book),
    " OR is_uncertain = TRUE)",
);
/// A hold from before the carrier accepted.
const UNBOOKED_HOLD: &str = sql_text!(
    "(booking_status = ",
    sql_names!(Status: OnHold),
    " AND COALESCE(status_before_hold, '') IN (",
    sql_names!(Status, Status::is_unbooked),
    "))",
);
pub const CHARGED: &str = sql_text!(
    "booking_status NOT IN (",
    sql_names!(Status, Status::is_free),
    ") AND NOT ",
    UNBOOKED_HOLD,
);
/// At a carrier, which may hold it itself.
pub const BILLABLE: &str = sql_text!(
    "(booking_status NOT IN (",
    sql_names!(Status, Status::is_not_at_carrier),
    ") OR booking_status = ",
    sql_names!(Status: OnHold),
    " AND status_before_hold IS NULL)",
);
/// Billable and neither on an invoice nor in the middle of a carrier call.
pub const UNINVOICED: &str = sql_text!(
    "invoice_id IS NULL AND intent IS NULL AND is_uncertain = FALSE AND ",
    BILLABLE,
);
/// At a carrier and not final.
pub const OPEN: &str = sql_text!(
    "booking_status NOT IN (",
    sql_names!(Status, Status::is_closed),
    ") AND NOT ",
    UNBOOKED_HOLD,
);
/// Neither cancelled nor deleted; partial indexes have the same words.
pub const PRESENT: &str = sql_text!(
    "booking_status NOT IN (",
    sql_names!(Status, Status::is_gone),
    ")",
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_follow_from_the_table() {
        let hold = "(booking_status = 'OnHold' AND COALESCE(status_before_hold, '') IN ('Draft', 'Quoted', 'PendingPayment'))";
        let free = "'Draft', 'Quoted', 'PendingPayment'";
        assert_eq!(
            CHARGED,
            format!(
                "booking_status NOT IN ({free}, 'Failed', 'Cancelled', 'Deleted') AND NOT {hold}"
            )
        );
        assert_eq!(
            BILLABLE,
            format!(
                "(booking_status NOT IN ({free}, 'OnHold', 'Failed', 'Cancelled', 'Deleted') \
                 OR booking_status = 'OnHold' AND status_before_hold IS NULL)"
            )
        );
        assert_eq!(
            OPEN,
            format!(
                "booking_status NOT IN ({free}, 'Delivered', 'Lost', 'ReturnedToSender', 'TrackingExpired', \
                 'Failed', 'Cancelled', 'Deleted') AND NOT {hold}"
            )
        );
        assert_eq!(PRESENT, "booking_status NOT IN ('Cancelled', 'Deleted')");
    }
}

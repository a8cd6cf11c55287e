//! Lists of statuses, and SQL conditions on `bookings`, that follow from the table of statuses.

use kernel::{sql_names, sql_text};

use super::status::Status;

/// Lists the statuses that meet a condition, which is the path of a `const fn`.
macro_rules! statuses {
    ($meets:path) => {{
        const fn select<const N: usize>() -> ([Status; N], usize) {
            let (mut selected, mut length, mut at) = ([Status::Unknown; N], 0, 0);
            while at < Status::ALL.len() {
                if $meets(Status::ALL[at]) {
                    if length < N {
                        selected[length] = Status::ALL[at];
                    }
                    length += 1;
                }
                at += 1;
            }
            (selected, length)
        }
        const SELECTED: [Status; select::<0>().1] = select().0;
        &SELECTED
    }};
}
pub(super) use statuses;

/// A hold from before the carrier accepted.
const UNBOOKED_HOLD: &str = sql_text!(
    "(booking_status = 'OnHold' AND COALESCE(status_before_hold, '') IN (",
    sql_names!(Status, Status::is_unbooked),
    "))",
);
pub const CHARGED: &str = sql_text!(
    "booking_status NOT IN (",
    sql_names!(Status, Status::is_free),
    ") AND NOT ",
    UNBOOKED_HOLD,
);
pub const BILLABLE: &str = sql_text!(
    "booking_status NOT IN (",
    sql_names!(Status, Status::is_not_at_carrier),
    ")",
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
            format!("booking_status NOT IN ({free}, 'OnHold', 'Failed', 'Cancelled', 'Deleted')")
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

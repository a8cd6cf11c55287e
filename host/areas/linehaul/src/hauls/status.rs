//! The life cycle of a line haul: its states, facts about them and the operations they allow.

use data::{Refusal, life_cycle::Operation as _, message, states};
use jobs::JobStatus;

/// Rejection of an operation that the line haul's state does not allow.
pub const STATUS_NOT_ALLOWED: Refusal =
    Refusal::new(6160, "The line haul's status does not allow this.");

states! {
    /// State of a line haul.
    #[derive(Default, Hash)]
    pub enum LineHaulStatus {
        #[default]
        Draft [takes_goods, can_be_edited, can_be_deleted],
        Loading [takes_goods, can_be_edited],
        Closed [can_be_edited],
        Departed [can_be_edited],
        InTransit [can_be_edited],
        Arrived [can_be_edited, gives_goods],
        Unloading [can_be_edited, gives_goods],
        Completed [is_final],
        Cancelled [is_final, can_be_deleted],
        /// A stored state unknown to this version; no operation is allowed.
        #[text_enum(unknown)]
        Unknown [is_final],
    }
    facts {
        /// Articles are allocated and loaded.
        pub takes_goods,
        /// Articles are unloaded.
        pub gives_goods,
        pub can_be_edited,
        pub can_be_deleted,
        pub is_final,
    }
    operations {
        /// An operation on a line haul.
        #[derive(Hash)]
        pub enum LineHaulOperation {
            /// The first loaded article does it too.
            Load [is_processed]: [Draft] => Loading,
            /// Frees articles that are not loaded.
            Close [is_processed]: [Loading] => Closed,
            /// Books the load with the carrier account that runs the line haul.
            Book [is_processed]: [Closed],
            Depart [is_processed]: [Closed] => Departed,
            Transit [is_processed]: [Departed] => InTransit,
            Arrive [is_processed]: [Departed, InTransit] => Arrived,
            /// The first unloaded article does it too.
            Unload [is_processed]: [Arrived] => Unloading,
            /// Loaded articles become short, and jobs that arrived get their onward legs.
            Complete [is_processed]: [Unloading] => Completed,
            Cancel [is_processed]: [Draft, Loading, Closed] => Cancelled,
            Edit: can_be_edited,
            Delete: can_be_deleted,
        }
        facts {
            /// True for the operations of `processlinehauls`.
            pub is_processed,
        }
    }
}

impl LineHaulStatus {
    /// Returns the state of the line haul's job.
    pub const fn to_job_status(self) -> JobStatus {
        match self {
            Self::Draft => JobStatus::Draft,
            Self::Loading | Self::Closed => JobStatus::Allocated,
            Self::Departed | Self::InTransit => JobStatus::EnRouteToDelivery,
            Self::Arrived | Self::Unloading => JobStatus::AtDelivery,
            Self::Completed => JobStatus::Delivered,
            Self::Cancelled => JobStatus::Cancelled,
            Self::Unknown => JobStatus::Unknown,
        }
    }
}

impl LineHaulOperation {
    /// Rejects an operation that the state does not allow.
    pub fn check(self, status: LineHaulStatus) -> data::Result<()> {
        if self.is_allowed_in(status) {
            return Ok(());
        }
        let (operation, states) = (self, self.allowed_states());
        Err(STATUS_NOT_ALLOWED.with_message(message!(
            "{operation} is not possible for a line haul that is {status}. It is possible when the line haul is {states}."
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::{LineHaulOperation as Op, LineHaulStatus::*, *};

    #[test]
    fn every_operation_in_every_status_is_checked_as_the_table_says() {
        STATUS_NOT_ALLOWED.assert_checks(Op::check);
    }

    #[test]
    fn a_line_haul_is_cancelled_until_it_has_left() {
        let cancelled: Vec<LineHaulStatus> = LineHaulStatus::ALL
            .iter()
            .copied()
            .filter(|status| Op::Cancel.is_allowed_in(*status))
            .collect();
        assert_eq!(cancelled, [Draft, Loading, Closed]);
    }

    #[test]
    fn the_job_of_a_line_haul_never_moves_back() {
        let way = [
            Draft, Loading, Closed, Departed, InTransit, Arrived, Unloading, Completed,
        ];
        let steps: Vec<Option<u8>> = way.iter().map(|it| it.to_job_status().step()).collect();
        assert!(steps.is_sorted(), "{steps:?}");
    }
}

//! The life cycle of a job: its states, facts about them and the operations they allow.

use data::{Caller, Permission, Refusal, life_cycle::Operation as _, message, states};

use crate::access::{JOB_ALLOCATE, JOB_DELETE, JOB_EDIT};

/// Rejection of an operation that the job's state does not allow.
pub const STATUS_NOT_ALLOWED: Refusal = Refusal::new(6101, "The job's status does not allow this.");

states! {
    /// State of a job.
    #[derive(Default, Hash)]
    pub enum JobStatus {
        #[default]
        Draft [step = Some(0), can_be_edited, can_be_deleted],
        Unallocated [step = Some(1), is_open, can_be_held, can_be_edited],
        Allocated [step = Some(2), is_open, is_given, can_be_held, can_be_edited],
        Acknowledged [step = Some(3), is_open, is_given, can_be_held, can_be_edited],
        EnRouteToPickup [step = Some(4), is_open, is_given, can_be_held, can_be_edited],
        AtPickup [step = Some(5), is_open, is_given, can_be_held, can_be_edited],
        PickedUp [step = Some(6), is_open, is_given, has_goods, can_be_held, can_be_edited],
        // Goods alternate between depots and line hauls: both are the same step.
        AtDepot [step = Some(7), is_open, is_given, has_goods, can_be_held, can_be_edited],
        OnLineHaul [step = Some(7), is_open, is_given, has_goods, can_be_held, can_be_edited],
        OnBoard [step = Some(8), is_open, is_given, has_goods, can_be_held, can_be_edited],
        EnRouteToDelivery [
            step = Some(9), is_open, is_given, has_goods, can_be_held, can_be_edited
        ],
        AtDelivery [step = Some(10), is_open, is_given, has_goods, can_be_held, can_be_edited],
        Delivered [step = Some(12), is_final, is_delivered],
        PartiallyDelivered [
            step = Some(11), is_open, is_given, has_goods, can_be_held, can_be_edited,
            can_be_retried, is_delivered
        ],
        FailedPickup [
            step = Some(5), is_open, is_given, can_be_held, can_be_edited, is_failed, can_be_retried
        ],
        FailedDelivery [
            step = Some(10), is_open, is_given, has_goods, can_be_held, can_be_edited, is_failed,
            can_be_retried
        ],
        OnHold [is_open, can_be_edited],
        Cancelled [is_final, can_be_deleted],
        /// A stored state unknown to this version; no operation is allowed.
        #[text_enum(unknown)]
        Unknown [is_final],
    }
    facts {
        /// Progress. None for a hold and a cancelled job, which have no place in the order.
        pub step: Option<u8> = None,
        /// Confirmed, and work remains.
        pub is_open,
        /// A delivery agent has it.
        pub is_given,
        /// The agent has collected the goods.
        pub has_goods,
        pub is_final,
        /// The receiver has goods: the customer is invoiced and the driver is paid.
        pub is_delivered,
        pub is_failed,
        pub can_be_held,
        pub can_be_edited,
        pub can_be_deleted,
        pub can_be_retried,
    }
    operations {
        /// An operation on a job.
        #[derive(Hash)]
        pub enum FreightOperation {
            Confirm: [Draft] => Unallocated,
            Allocate [permission = JOB_ALLOCATE]: [Unallocated] => Allocated,
            Unallocate [permission = JOB_ALLOCATE]:
                [Allocated, Acknowledged, EnRouteToPickup, AtPickup] => Unallocated,
            Acknowledge [is_processed, is_drivers]: [Allocated] => Acknowledged,
            Start [is_processed, is_drivers]: [Allocated, Acknowledged] => EnRouteToPickup,
            Arrive [is_processed, is_drivers]:
                [EnRouteToPickup, OnBoard, EnRouteToDelivery] => AtPickup | AtDelivery,
            PickUp [is_processed, is_drivers]:
                [Allocated, Acknowledged, EnRouteToPickup, AtPickup] => PickedUp,
            Depart [is_processed, is_drivers]:
                [PickedUp, AtDepot, OnBoard] => EnRouteToDelivery,
            /// With only some of the articles, the rest stays to be delivered.
            Deliver [is_processed, is_drivers]:
                [PickedUp, AtDepot, OnBoard, EnRouteToDelivery, AtDelivery]
                => Delivered | PartiallyDelivered,
            Fail [is_processed, is_drivers]:
                [
                    Allocated,
                    Acknowledged,
                    EnRouteToPickup,
                    AtPickup,
                    PickedUp,
                    AtDepot,
                    OnLineHaul,
                    OnBoard,
                    EnRouteToDelivery,
                    AtDelivery,
                ] => FailedPickup | FailedDelivery,
            /// Begins a new leg, which has no agent yet.
            Retry [is_processed]: can_be_retried => Unallocated,
            Hold [is_processed]: can_be_held => OnHold,
            Release [is_processed]:
                [OnHold] => Unallocated | Allocated | Acknowledged | EnRouteToPickup | AtPickup
                | PickedUp | AtDepot | OnLineHaul | OnBoard | EnRouteToDelivery | AtDelivery
                | PartiallyDelivered | FailedPickup | FailedDelivery,
            // A hold of goods that are picked up is released first.
            Cancel [is_processed]:
                [
                    Draft,
                    Unallocated,
                    Allocated,
                    Acknowledged,
                    EnRouteToPickup,
                    AtPickup,
                    FailedPickup,
                    FailedDelivery,
                    OnHold,
                ] => Cancelled,
            Edit: can_be_edited,
            /// Moves some articles to a new job.
            Split: [Draft, Unallocated, Allocated, Acknowledged],
            /// Makes one job of several.
            Merge: [Draft, Unallocated],
            Delete [permission = JOB_DELETE]: can_be_deleted,
        }
        facts {
            pub permission: Permission = JOB_EDIT,
            /// True for the operations of `processjobs`.
            pub is_processed,
            /// True if drivers do it with their own jobs.
            pub is_drivers,
        }
    }
}

impl JobStatus {
    /// True from the confirmation on, unless it was cancelled: the customer will be invoiced.
    pub const fn is_confirmed(self) -> bool {
        self.is_open() || self.is_delivered()
    }
    /// True if the state counts for the job's parent.
    pub const fn counts_for_parent(self) -> bool {
        self.step().is_some()
    }
    /// True if a driver sees it among the work of the day.
    pub const fn is_under_way(self) -> bool {
        self.is_given() && !self.is_failed()
    }
    /// True while the driver is at the sender or the receiver.
    pub const fn is_arrival(self) -> bool {
        matches!(self, Self::AtPickup | Self::AtDelivery)
    }
    /// True if the driver's work is done, with or without success.
    pub const fn ends_run(self) -> bool {
        self.is_failed() || matches!(self, Self::Delivered | Self::PartiallyDelivered)
    }
    /// True if a scan of `target` moves the job on: scans never lower a state. Depots and line
    /// hauls are the same step, where the later scan counts.
    pub fn is_advanced_by(self, target: Self) -> bool {
        match (self.step(), target.step()) {
            (Some(from), Some(to)) => !self.is_final() && self != target && from <= to,
            _ => false,
        }
    }
}

impl FreightOperation {
    /// Rejects an operation that the state does not allow.
    pub fn check(self, status: JobStatus) -> data::Result<()> {
        if self.is_allowed_in(status) {
            return Ok(());
        }
        let (operation, states) = (self, self.allowed_states());
        Err(STATUS_NOT_ALLOWED.with_message(message!(
            "{operation} is not possible for a job that is {status}. It is possible when the job is {states}."
        )))
    }

    /// Returns the state that follows, if the operation and the state determine it.
    pub fn next(self, status: JobStatus) -> Option<JobStatus> {
        match self {
            Self::Arrive if status == JobStatus::EnRouteToPickup => Some(JobStatus::AtPickup),
            Self::Arrive => Some(JobStatus::AtDelivery),
            Self::Fail if status.has_goods() => Some(JobStatus::FailedDelivery),
            Self::Fail => Some(JobStatus::FailedPickup),
            _ => self.target(),
        }
    }

    /// True if the caller may do it, with a job that the caller reaches.
    pub fn is_permitted(self, caller: &Caller) -> bool {
        match caller.driver() {
            Some(_) => self.is_drivers(),
            None => caller.can(self.permission()),
        }
    }
}

/// Returns the state of a job with legs: that of its least advanced leg. Cancelled legs are left
/// out; held ones count as before the hold, and the failed one of two on the same step. None if
/// no leg counts.
pub fn least_advanced(legs: impl IntoIterator<Item = JobStatus>) -> Option<JobStatus> {
    legs.into_iter()
        .filter_map(|status| Some((status.step()?, !status.is_failed(), status)))
        .min_by_key(|(step, is_sound, _)| (*step, *is_sound))
        .map(|(.., status)| status)
}

#[cfg(test)]
mod tests {
    use data::Error;

    use super::{FreightOperation as Op, JobStatus::*, *};

    #[test]
    fn every_operation_in_every_status_is_checked_as_the_table_says() {
        data::life_cycle::assert_transitions(STATUS_NOT_ALLOWED.code, |operation: Op, status| {
            match operation.check(status) {
                Ok(()) => Ok(operation
                    .next(status)
                    .or_else(|| operation.targets().first().copied())
                    .unwrap_or(status)),
                Err(Error::Refused { code, .. }) => Err(code),
                Err(_) => Err(0),
            }
        });
    }

    #[test]
    fn arrival_and_failure_depend_on_the_goods() {
        assert_eq!(Op::Arrive.next(EnRouteToPickup), Some(AtPickup));
        assert_eq!(Op::Arrive.next(OnBoard), Some(AtDelivery));
        assert_eq!(Op::Fail.next(AtPickup), Some(FailedPickup));
        assert_eq!(Op::Fail.next(PickedUp), Some(FailedDelivery));
        assert_eq!(Op::Deliver.next(AtDelivery), None);
    }

    #[test]
    fn nothing_is_cancelled_with_the_goods_on_the_way() {
        for status in JobStatus::ALL.iter().copied() {
            let is_on_the_way = status.has_goods() && status != FailedDelivery;
            assert!(
                !(is_on_the_way && Op::Cancel.is_allowed_in(status)),
                "{status}"
            );
        }
    }

    #[test]
    fn a_release_leads_back_to_every_state_that_can_be_held() {
        let held: Vec<JobStatus> = JobStatus::ALL
            .iter()
            .copied()
            .filter(|status| status.can_be_held())
            .collect();
        let mut released = Op::Release.targets().to_vec();
        released.sort_by_key(|status| *status as usize);
        assert_eq!(released, held);
    }

    #[test]
    fn the_least_advanced_leg_decides() {
        let state = |legs: &[JobStatus]| least_advanced(legs.iter().copied());
        assert_eq!(state(&[Delivered, AtDepot, Delivered]), Some(AtDepot));
        assert_eq!(state(&[Delivered, Cancelled]), Some(Delivered));
        assert_eq!(state(&[AtPickup, FailedPickup]), Some(FailedPickup));
        assert_eq!(state(&[FailedPickup, AtPickup]), Some(FailedPickup));
        assert_eq!(state(&[Unallocated, Draft]), Some(Draft));
        assert_eq!(state(&[Cancelled]), None);
        assert_eq!(state(&[]), None);
    }

    #[test]
    fn a_scan_never_lowers_a_state() {
        assert!(PickedUp.is_advanced_by(AtDepot));
        assert!(AtDepot.is_advanced_by(OnLineHaul) && OnLineHaul.is_advanced_by(AtDepot));
        assert!(!OnBoard.is_advanced_by(AtDepot));
        assert!(!Delivered.is_advanced_by(OnBoard) && !Delivered.is_advanced_by(Delivered));
        assert!(!Cancelled.is_advanced_by(Delivered) && !OnHold.is_advanced_by(Delivered));
    }

    #[test]
    fn drivers_do_only_what_happens_on_the_road() {
        let of_drivers: Vec<&str> = Op::ALL
            .iter()
            .filter(|operation| operation.is_drivers())
            .map(|operation| operation.as_str())
            .collect();
        assert_eq!(
            of_drivers,
            [
                "Acknowledge",
                "Start",
                "Arrive",
                "PickUp",
                "Depart",
                "Deliver",
                "Fail"
            ]
        );
        assert!(
            Op::ALL
                .iter()
                .all(|operation| operation.is_processed() || !operation.is_drivers())
        );
    }
}

//! The state that a scan leads to.
//!
//! Invariants:
//!
//! - A scan never lowers a state. Of two states on the same step the later scan counts.
//! - A job without an agent, a held and a final one only record scans. A line haul moves a job
//!   without an agent too.

use super::values::ScanEventType;
use crate::jobs::status::JobStatus;

/// Facts about a scan among the others of its job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Standing {
    /// No earlier scan of the job is of a later time.
    pub is_newest: bool,
    /// Every article of the job is delivered with it.
    pub is_complete: bool,
    /// Articles of the job are on board of a line haul after the scan.
    pub is_on_line_haul: bool,
}

impl ScanEventType {
    /// True if the receiver has the goods.
    pub(super) fn is_delivery(self) -> bool {
        matches!(self, Self::Delivered | Self::Collected)
    }

    /// Returns the state that the scan shows: a location is the sender's before the pickup.
    /// A job is on a line haul while any of its articles is.
    fn to_status(self, status: JobStatus, standing: Standing) -> Option<JobStatus> {
        Some(match self {
            Self::PickedUp => JobStatus::PickedUp,
            Self::UnloadedLineHaul if standing.is_on_line_haul => JobStatus::OnLineHaul,
            Self::Received | Self::DepotIn | Self::Sorted | Self::UnloadedLineHaul => {
                JobStatus::AtDepot
            }
            Self::LoadedLineHaul => JobStatus::OnLineHaul,
            Self::OnBoard => JobStatus::OnBoard,
            Self::AtLocation if !status.has_goods() => JobStatus::AtPickup,
            // Goods that are not on board are somewhere else.
            Self::AtLocation if status.step() < JobStatus::OnBoard.step() => return None,
            Self::AtLocation => JobStatus::AtDelivery,
            Self::CardLeft => JobStatus::FailedDelivery,
            Self::Delivered | Self::Collected if standing.is_complete => JobStatus::Delivered,
            Self::Delivered | Self::Collected => JobStatus::PartiallyDelivered,
            // Recorded and shown only.
            Self::DepotOut
            | Self::AwaitingCollection
            | Self::Damaged
            | Self::Short
            | Self::Over
            | Self::WeightCheck
            | Self::ReturnedToDepot
            | Self::ReturnedToSender
            | Self::PutAway
            | Self::Picked
            | Self::Packed
            | Self::StockTake
            | Self::Unknown => return None,
        })
    }
}

/// Returns the state that follows, if the scan moves the job on.
pub(super) fn advance(
    code: ScanEventType,
    status: JobStatus,
    standing: Standing,
) -> Option<JobStatus> {
    // A line haul carries goods that have no agent.
    let is_taken = code == ScanEventType::LoadedLineHaul && status == JobStatus::Unallocated;
    if !status.is_given() && !is_taken {
        return None;
    }
    let target = code.to_status(status, standing)?;
    if !status.is_advanced_by(target) {
        return None;
    }
    if status.step() == target.step() {
        // A failure ends the attempt: the arrival before it comes too late.
        return (standing.is_newest && !status.is_failed()).then_some(target);
    }
    Some(target)
}

#[cfg(test)]
mod tests {
    use super::{JobStatus::*, ScanEventType as Scan, *};

    const COMPLETE: Standing = Standing {
        is_newest: true,
        is_complete: true,
        is_on_line_haul: false,
    };

    /// States from which each kind of scan moves a job on, with the state that follows. All others
    /// stay.
    const MOVES: &[(&[Scan], &[JobStatus], JobStatus)] = &[
        (
            &[Scan::PickedUp],
            &[
                Allocated,
                Acknowledged,
                EnRouteToPickup,
                AtPickup,
                FailedPickup,
            ],
            PickedUp,
        ),
        (
            &[
                Scan::Received,
                Scan::DepotIn,
                Scan::Sorted,
                Scan::UnloadedLineHaul,
            ],
            &[
                Allocated,
                Acknowledged,
                EnRouteToPickup,
                AtPickup,
                FailedPickup,
                PickedUp,
                OnLineHaul,
            ],
            AtDepot,
        ),
        (
            &[Scan::LoadedLineHaul],
            &[
                Unallocated,
                Allocated,
                Acknowledged,
                EnRouteToPickup,
                AtPickup,
                FailedPickup,
                PickedUp,
                AtDepot,
            ],
            OnLineHaul,
        ),
        (
            &[Scan::OnBoard],
            &[
                Allocated,
                Acknowledged,
                EnRouteToPickup,
                AtPickup,
                FailedPickup,
                PickedUp,
                AtDepot,
                OnLineHaul,
            ],
            OnBoard,
        ),
        (
            &[Scan::AtLocation],
            &[Allocated, Acknowledged, EnRouteToPickup],
            AtPickup,
        ),
        (
            &[Scan::AtLocation],
            &[OnBoard, EnRouteToDelivery],
            AtDelivery,
        ),
        (
            &[Scan::CardLeft],
            &[
                Allocated,
                Acknowledged,
                EnRouteToPickup,
                AtPickup,
                FailedPickup,
                PickedUp,
                AtDepot,
                OnLineHaul,
                OnBoard,
                EnRouteToDelivery,
                AtDelivery,
            ],
            FailedDelivery,
        ),
        (
            &[Scan::Delivered, Scan::Collected],
            &[
                Allocated,
                Acknowledged,
                EnRouteToPickup,
                AtPickup,
                FailedPickup,
                PickedUp,
                AtDepot,
                OnLineHaul,
                OnBoard,
                EnRouteToDelivery,
                AtDelivery,
                FailedDelivery,
                PartiallyDelivered,
            ],
            Delivered,
        ),
    ];

    #[test]
    fn every_scan_in_every_state_leads_where_the_table_says() {
        for code in Scan::ALL.iter().copied() {
            for status in JobStatus::ALL.iter().copied() {
                let expected = MOVES
                    .iter()
                    .find(|(codes, from, _)| codes.contains(&code) && from.contains(&status))
                    .map(|(.., target)| *target);
                assert_eq!(
                    advance(code, status, COMPLETE),
                    expected,
                    "{code} in {status}"
                );
            }
        }
    }

    #[test]
    fn no_scan_lowers_a_state() {
        for code in Scan::ALL.iter().copied() {
            for status in JobStatus::ALL.iter().copied() {
                for is_complete in [true, false] {
                    let standing = Standing {
                        is_complete,
                        ..COMPLETE
                    };
                    if let Some(target) = advance(code, status, standing) {
                        assert!(status.step() <= target.step(), "{code} in {status}");
                        assert!(!status.is_final());
                    }
                }
            }
        }
    }

    #[test]
    fn depots_and_line_hauls_alternate_in_the_order_of_time() {
        let late = Standing {
            is_newest: false,
            ..COMPLETE
        };
        assert_eq!(advance(Scan::DepotIn, OnLineHaul, COMPLETE), Some(AtDepot));
        assert_eq!(advance(Scan::DepotIn, OnLineHaul, late), None);
        assert_eq!(advance(Scan::LoadedLineHaul, AtDepot, late), None);
        assert_eq!(advance(Scan::OnBoard, AtDepot, late), Some(OnBoard));
    }

    #[test]
    fn a_job_is_on_a_line_haul_while_any_of_its_articles_is() {
        let split = Standing {
            is_on_line_haul: true,
            ..COMPLETE
        };
        let unloaded = |status, standing| advance(Scan::UnloadedLineHaul, status, standing);
        assert_eq!(unloaded(OnLineHaul, split), None);
        assert_eq!(unloaded(AtDepot, split), Some(OnLineHaul));
        assert_eq!(unloaded(OnLineHaul, COMPLETE), Some(AtDepot));
        assert_eq!(unloaded(OnBoard, split), None);
    }

    #[test]
    fn fewer_articles_are_a_part_of_the_delivery() {
        let part = Standing {
            is_complete: false,
            ..COMPLETE
        };
        assert_eq!(
            advance(Scan::Delivered, AtDelivery, part),
            Some(PartiallyDelivered)
        );
        assert_eq!(advance(Scan::Delivered, PartiallyDelivered, part), None);
        assert_eq!(
            advance(Scan::Delivered, PartiallyDelivered, COMPLETE),
            Some(Delivered)
        );
    }
}

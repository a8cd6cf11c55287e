//! Value lists of scans.

use data::TextEnum;

data::id! { ScanEventId }

/// Kind of a scan.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, TextEnum)]
pub enum ScanEventType {
    #[default]
    Received,
    PickedUp,
    DepotIn,
    Sorted,
    DepotOut,
    LoadedLineHaul,
    UnloadedLineHaul,
    OnBoard,
    AtLocation,
    Delivered,
    CardLeft,
    AwaitingCollection,
    Collected,
    Damaged,
    Short,
    Over,
    WeightCheck,
    ReturnedToDepot,
    ReturnedToSender,
    PutAway,
    Picked,
    Packed,
    StockTake,
    /// A stored value unknown to this version.
    #[text_enum(unknown)]
    Unknown,
}

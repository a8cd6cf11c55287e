//! Rows of articles on line hauls and of onward legs.

use chrono::{DateTime, Utc};
use data::{Record, TextEnum};
use jobs::FreightJobId;
use network::HeadPortId;
use rust_decimal::Decimal;

use crate::hauls::model::LineHaulId;

data::id! {
    LineHaulArticleId,
    LineHaulLegId,
}

/// State of an article on a line haul.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, TextEnum)]
pub(crate) enum ArticleState {
    /// On no line haul.
    #[default]
    Free,
    /// Expected by the line haul.
    Allocated,
    Loaded,
    Unloaded,
    /// Loaded, and not unloaded when the line haul was completed.
    Short,
    /// Unloaded without having been loaded.
    Over,
    /// A stored value unknown to this version.
    #[text_enum(unknown)]
    Unknown,
}

impl ArticleState {
    /// True if the line haul has the article or expects it.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Allocated | Self::Loaded)
    }

    /// True if the article has reached the destination.
    pub const fn has_arrived(self) -> bool {
        matches!(self, Self::Unloaded | Self::Over)
    }

    /// True if the line haul has loaded the article.
    pub const fn was_loaded(self) -> bool {
        matches!(self, Self::Loaded | Self::Unloaded | Self::Short)
    }
}

/// An article on a line haul.
#[derive(Debug, Clone, Record)]
#[record(table = "line_haul_articles", name = "The article", unrecorded)]
pub(crate) struct LoadedArticle {
    pub id: LineHaulArticleId,
    pub row_version: i64,
    pub line_haul_id: LineHaulId,
    /// The line haul's destination.
    pub destination_id: HeadPortId,
    /// The job that it belongs to: a leg, if its job has legs.
    pub job_id: FreightJobId,
    pub root_id: FreightJobId,
    pub article_number: String,
    pub state: ArticleState,
    /// An article is open on one line haul.
    pub is_open: bool,
    /// Kilograms.
    pub weight: Decimal,
    /// Cubic metres.
    pub volume: Decimal,
    pub pallet_spaces: Decimal,
    pub loaded_time: Option<DateTime<Utc>>,
    pub unloaded_time: Option<DateTime<Utc>>,
}

impl LoadedArticle {
    pub fn set_state(&mut self, state: ArticleState) {
        self.state = state;
        self.is_open = state.is_open();
    }
}

/// The leg that takes a job's goods on from a head port.
#[derive(Debug, Clone, Record)]
#[record(table = "line_haul_onward_legs", name = "The leg", unrecorded)]
pub(crate) struct OnwardLeg {
    pub id: LineHaulLegId,
    pub row_version: i64,
    pub job_id: FreightJobId,
    pub head_port_id: HeadPortId,
    pub line_haul_id: LineHaulId,
    pub leg_id: FreightJobId,
}

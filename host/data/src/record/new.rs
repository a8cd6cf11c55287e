//! Records to insert, without the members that the data layer assigns.

use chrono::{DateTime, Utc};

use super::Entity;

/// A record to insert. Its id, row version and creation time are assigned by
/// [`Scope::create`](crate::Scope::create), and its `sent` members have their defaults.
///
/// ```
/// # use data::{New, NewRecord, Record};
/// # use chrono::{DateTime, Utc};
/// #[derive(Record)]
/// #[record(table = "notes", name = "The note")]
/// struct Note { id: i64, row_version: i64, text: String, creation_time: DateTime<Utc> }
///
/// let note = New::<Note> { text: "Fragile".to_owned() }.created_at(DateTime::UNIX_EPOCH);
/// assert_eq!((note.id, note.row_version, note.text.as_str()), (0, 0, "Fragile"));
/// assert_eq!(note.creation_time, DateTime::UNIX_EPOCH);
/// ```
pub type New<E> = <E as Entity>::New;

/// Implemented only by `#[derive(Record)]`, for the struct behind [`New`].
pub trait NewRecord: Sized + Send {
    type Record: Entity<New = Self>;
    /// Returns the record before its insert: without an id, in version 0.
    fn created_at(self, time: DateTime<Utc>) -> Self::Record;
    /// Returns the record for a form's defaults, or if it has no creation time.
    fn unsaved(self) -> Self::Record {
        self.created_at(DateTime::UNIX_EPOCH)
    }
}

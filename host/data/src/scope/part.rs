//! Parts of a transaction that are saved together and fail individually.

use super::Scope;
use crate::{
    audit::Record,
    db::Savepoint,
    error::{Error, Result},
};

/// A part of a scope's transaction, from [`Scope::part`] to [`Scope::end`].
#[must_use = "a part is ended"]
pub struct Part {
    savepoint: Savepoint,
    entries: Record,
    wakes: bool,
}

impl Scope {
    /// Begins a part. Commits and rollbacks are not allowed within it.
    pub async fn part(&mut self) -> Result<Part> {
        let savepoint = self.tx().await?.savepoint().await?;
        Ok(Part {
            savepoint,
            entries: std::mem::take(&mut self.entries),
            wakes: self.wakes,
        })
    }

    /// Ends the part: keeps the changes of a success, rolls back those of an error. An outer error
    /// concerns the whole transaction, as internal errors do: a deadlock or a lost connection, for
    /// example.
    pub async fn end<T>(&mut self, part: Part, outcome: Result<T>) -> Result<Result<T>> {
        let Part {
            savepoint,
            entries: mut told,
            wakes,
        } = part;
        if outcome.is_ok() {
            self.tx().await?.release_savepoint(savepoint).await?;
            told.append(std::mem::take(&mut self.entries));
        } else {
            self.tx().await?.roll_back_to(savepoint).await?;
            self.wakes = wakes;
        }
        self.entries = told;
        match outcome {
            Err(Error::Internal(cause)) => Err(Error::Internal(cause)),
            outcome => Ok(outcome),
        }
    }
}

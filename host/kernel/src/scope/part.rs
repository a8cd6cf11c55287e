//! Parts of a transaction: many things are saved together, and each fails alone.

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
    told: Record,
    wakes: bool,
}

impl Scope {
    /// Begins a part. Within it nothing is committed or rolled back.
    pub async fn part(&mut self) -> Result<Part> {
        let savepoint = self.tx().await?.savepoint().await?;
        Ok(Part {
            savepoint,
            told: std::mem::take(&mut self.told),
            wakes: self.wakes,
        })
    }

    /// Ends the part: what a success has done stays, what an error has done is undone. An error here is one of the whole
    /// transaction, as an internal one always is: two that wait for one another, say, or a connection that broke.
    pub async fn end<T>(&mut self, part: Part, outcome: Result<T>) -> Result<Result<T>> {
        let Part {
            savepoint,
            mut told,
            wakes,
        } = part;
        if outcome.is_ok() {
            self.tx().await?.keep(savepoint).await?;
            told.append(std::mem::take(&mut self.told));
        } else {
            self.tx().await?.undo(savepoint).await?;
            self.wakes = wakes;
        }
        self.told = told;
        match outcome {
            Err(Error::Internal(cause)) => Err(Error::Internal(cause)),
            outcome => Ok(outcome),
        }
    }
}

//! Results of a bulk call, one for each item.

use std::{collections::BTreeSet, vec::IntoIter};

use crate::{
    error::{Error, Result},
    message::{Message, Remark, TranslatableMessage},
    scope::Scope,
};

/// The result of one item of a bulk call. A route converts it to its own response in one place.
#[derive(Debug)]
pub struct Outcome<K, T = (), E = Error> {
    pub item: K,
    pub result: Result<T, E>,
}

impl<K, T, E> Outcome<K, T, E> {
    /// Every error is the item's.
    pub fn new(item: K, result: Result<T, E>) -> Self {
        Self { item, result }
    }

    pub fn is_ok(&self) -> bool {
        self.result.is_ok()
    }
}

impl<K, T> Outcome<K, T> {
    /// An internal error ends the call; every other error is the item's.
    pub fn unless_internal(item: K, result: Result<T>) -> Result<Self> {
        match result {
            Err(Error::Internal(cause)) => Err(Error::Internal(cause)),
            result => Ok(Self { item, result }),
        }
    }

    /// A rejection is the item's; every other error ends the call.
    pub fn rejected(item: K, result: Result<T>) -> Result<Self> {
        match result {
            Err(error @ (Error::Invalid(_) | Error::Refused { .. } | Error::NotFound(_))) => {
                Ok(Self {
                    item,
                    result: Err(error),
                })
            }
            result => Ok(Self {
                item,
                result: Ok(result?),
            }),
        }
    }
}

/// The items of a bulk call, each once and each in a separate transaction, and their outcomes.
///
/// ```ignore
/// let mut bulk = Bulk::new(ids);
/// while let Some(id) = bulk.next_item() {
///     let result = process_one(&mut scope, id).await;
///     bulk.add(&mut scope, id, result)?;
/// }
/// Ok(bulk.into_results())
/// ```
pub struct Bulk<K, T = ()> {
    items: IntoIter<K>,
    seen: BTreeSet<K>,
    is_single: bool,
    outcomes: Vec<Outcome<K, T>>,
}

impl<K: Copy + Ord, T> Bulk<K, T> {
    /// The call is rejected with 404 if its only item does not exist.
    pub fn new(items: Vec<K>) -> Self {
        Self {
            is_single: items.len() == 1,
            ..Self::with_unknown(items)
        }
    }

    /// An item that does not exist has an outcome, also if it is the only one.
    pub fn with_unknown(items: Vec<K>) -> Self {
        Self {
            outcomes: Vec::with_capacity(items.len()),
            items: items.into_iter(),
            seen: BTreeSet::new(),
            is_single: false,
        }
    }

    /// Returns the next item; a repeated one is left out.
    pub fn next_item(&mut self) -> Option<K> {
        self.items.by_ref().find(|item| self.seen.insert(*item))
    }

    /// Adds an item's outcome; a failed item leaves nothing in the scope's transaction. An internal
    /// error ends the call.
    pub fn add(&mut self, scope: &mut Scope, item: K, result: Result<T>) -> Result<()> {
        if result.is_err() {
            scope.rollback();
        }
        match Outcome::unless_internal(item, result)? {
            Outcome {
                result: Err(Error::NotFound(name)),
                ..
            } if self.is_single => Err(Error::NotFound(name)),
            outcome => {
                self.outcomes.push(outcome);
                Ok(())
            }
        }
    }

    pub fn into_outcomes(self) -> Vec<Outcome<K, T>> {
        self.outcomes
    }

    /// Returns the outcomes as items of the call's response.
    pub fn into_results<R: From<Outcome<K, T>>>(self) -> Vec<R> {
        self.outcomes.into_iter().map(R::from).collect()
    }
}

impl<K, T, E: Reason> Outcome<K, T, E> {
    /// Returns the item, its value, and the reason for a missing one.
    pub fn into_parts(self) -> (K, Option<T>, Option<TranslatableMessage>) {
        match self.result {
            Ok(value) => (self.item, Some(value), None),
            Err(error) => (self.item, None, Some(error.into_reason())),
        }
    }

    /// Returns the item, its success, and the reason as members of the item's response.
    pub fn into_remark(self) -> (K, bool, Remark) {
        let (item, value, reason) = self.into_parts();
        (item, value.is_some(), reason.into())
    }
}

/// An error that people are shown as a sentence.
pub trait Reason {
    fn into_reason(self) -> TranslatableMessage;
}

impl Reason for Message {
    fn into_reason(self) -> TranslatableMessage {
        self.to_translatable()
    }
}

impl Reason for Error {
    /// Logs an internal error, whose cause people are not shown.
    fn into_reason(self) -> TranslatableMessage {
        if let Self::Internal(cause) = &self {
            tracing::error!(
                error = format!("{cause:#}"),
                "an item of a bulk call failed"
            );
        }
        self.message_for_people().to_translatable()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message;

    fn internal() -> Result<()> {
        Err(Error::Internal(anyhow::anyhow!("no disk")))
    }

    #[test]
    fn only_an_items_own_errors_are_its_outcome() {
        assert!(Outcome::new(1, internal()).into_parts().2.is_some());
        assert!(Outcome::unless_internal(1, internal()).is_err());
        assert!(Outcome::unless_internal(1, Err::<(), _>(Error::Conflict)).is_ok());
        assert!(Outcome::rejected(1, Err::<(), _>(Error::Conflict)).is_err());
        let missing = Outcome::rejected(1, Err::<(), _>(Error::NotFound("The booking")));
        assert!(!missing.unwrap().is_ok());
    }

    #[test]
    fn a_remark_is_empty_for_a_success() {
        let (item, success, remark) = Outcome::<_, _, Message>::new(7, Ok("value")).into_remark();
        assert_eq!((item, success, remark.message), (7, true, None));
        let failed: Outcome<_, (), _> = Outcome::new(8, Err(message!("is already decided")));
        let (item, success, remark) = failed.into_remark();
        assert_eq!((item, success), (8, false));
        assert_eq!(remark.message.as_deref(), Some("is already decided"));
    }
}

//! Results of a bulk call, one for each item.

use crate::{
    error::{Error, Result},
    message::{Message, Remark, TranslatableMessage},
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

//! Places for calls of a tenant, whose number may change while some are in use, and its queue.

use std::sync::{
    Arc, Mutex, MutexGuard, PoisonError,
    atomic::{AtomicU32, Ordering::Relaxed},
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

const MAX_WAITING: u32 = 256;

/// Places whose number may be set anew while some are taken.
pub(crate) struct Places {
    places: Arc<Semaphore>,
    size: Mutex<Size>,
}

struct Size {
    most: usize,
    /// Taken places that are not given back, since there are to be fewer.
    surplus: usize,
}

impl Places {
    pub(crate) fn new(most: usize) -> Self {
        Places {
            places: Arc::new(Semaphore::new(most)),
            size: Mutex::new(Size { most, surplus: 0 }),
        }
    }

    pub(crate) fn semaphore(&self) -> &Arc<Semaphore> {
        &self.places
    }

    fn size(&self) -> MutexGuard<'_, Size> {
        self.size.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn resize(&self, most: usize) {
        let mut size = self.size();
        if most > size.most {
            let more = most - size.most;
            let kept = more.min(size.surplus);
            size.surplus -= kept;
            self.places.add_permits(more - kept);
        } else if most < size.most {
            let fewer = size.most - most;
            size.surplus += fewer - self.places.forget_permits(fewer);
        }
        size.most = most;
    }

    pub(crate) fn release(&self, permit: OwnedSemaphorePermit) {
        let mut size = self.size();
        if size.surplus > 0 {
            size.surplus -= 1;
            permit.forget();
        }
    }
}

/// One of the places in the queue, given back however the waiting ends.
pub(crate) struct Place<'a>(&'a AtomicU32);

impl<'a> Place<'a> {
    pub(crate) fn take(waiting: &'a AtomicU32) -> Option<Self> {
        let place = Place(waiting);
        (waiting.fetch_add(1, Relaxed) < MAX_WAITING).then_some(place)
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn their_number_changes_while_some_are_taken() {
        let places = Places::new(4);
        let take = || places.semaphore().clone().try_acquire_owned().ok();
        let mut held: Vec<_> = (0..4).filter_map(|_| take()).collect();
        assert_eq!((held.len(), take().is_none()), (4, true));
        places.resize(2);
        for left in [3, 2] {
            places.release(held.pop().unwrap());
            assert!(
                take().is_none(),
                "{left} are taken yet, and two is the most"
            );
        }
        places.release(held.pop().unwrap());
        let again = take().unwrap();
        assert!(take().is_none());
        places.resize(3);
        let more = take().unwrap();
        assert!(take().is_none());
        for permit in held.into_iter().chain([again, more]) {
            places.release(permit);
        }
        assert_eq!(
            (
                places.semaphore().available_permits(),
                places.size().surplus
            ),
            (3, 0)
        );
    }

    #[test]
    fn the_queue_is_bounded_and_left_in_every_way() {
        let waiting = AtomicU32::new(MAX_WAITING - 1);
        let last = Place::take(&waiting);
        assert!(last.is_some() && Place::take(&waiting).is_none());
        drop(last);
        assert_eq!(waiting.load(Relaxed), MAX_WAITING - 1);
    }
}

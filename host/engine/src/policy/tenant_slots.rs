//! Slots for concurrent calls of a tenant, whose number may change meanwhile, and their queue.

use std::sync::{
    Arc, Mutex, MutexGuard, PoisonError,
    atomic::{AtomicU32, Ordering::Relaxed},
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

const MAX_WAITING: u32 = 256;

/// Slots whose number may change while some are taken.
pub(crate) struct TenantSlots {
    slots: Arc<Semaphore>,
    size: Mutex<Size>,
}

struct Size {
    most: usize,
    /// Taken slots that are not returned, since the number shrank.
    surplus: usize,
}

impl TenantSlots {
    pub(crate) fn new(most: usize) -> Self {
        TenantSlots {
            slots: Arc::new(Semaphore::new(most)),
            size: Mutex::new(Size { most, surplus: 0 }),
        }
    }

    pub(crate) fn semaphore(&self) -> &Arc<Semaphore> {
        &self.slots
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
            self.slots.add_permits(more - kept);
        } else if most < size.most {
            let fewer = size.most - most;
            size.surplus += fewer - self.slots.forget_permits(fewer);
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

/// A slot in the queue, returned however the wait ends.
pub(crate) struct QueueSlot<'a>(&'a AtomicU32);

impl<'a> QueueSlot<'a> {
    pub(crate) fn take(waiting: &'a AtomicU32) -> Option<Self> {
        let slot = QueueSlot(waiting);
        (waiting.fetch_add(1, Relaxed) < MAX_WAITING).then_some(slot)
    }
}

impl Drop for QueueSlot<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn their_number_changes_while_some_are_taken() {
        let slots = TenantSlots::new(4);
        let take = || slots.semaphore().clone().try_acquire_owned().ok();
        let mut held: Vec<_> = (0..4).filter_map(|_| take()).collect();
        assert_eq!((held.len(), take().is_none()), (4, true));
        slots.resize(2);
        for left in [3, 2] {
            slots.release(held.pop().unwrap());
            assert!(
                take().is_none(),
                "{left} are taken yet, and two is the most"
            );
        }
        slots.release(held.pop().unwrap());
        let again = take().unwrap();
        assert!(take().is_none());
        slots.resize(3);
        let more = take().unwrap();
        assert!(take().is_none());
        for permit in held.into_iter().chain([again, more]) {
            slots.release(permit);
        }
        assert_eq!(
            (slots.semaphore().available_permits(), slots.size().surplus),
            (3, 0)
        );
    }

    #[test]
    fn the_queue_is_bounded_and_left_in_every_way() {
        let waiting = AtomicU32::new(MAX_WAITING - 1);
        let last = QueueSlot::take(&waiting);
        assert!(last.is_some() && QueueSlot::take(&waiting).is_none());
        drop(last);
        assert_eq!(waiting.load(Relaxed), MAX_WAITING - 1);
    }
}

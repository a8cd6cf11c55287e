//! The connections that are held: counted in all and by address, so that neither has them all.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use kernel::origin::network;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::Limits;

/// Connections of one listener.
pub struct Connections {
    places: Arc<Semaphore>,
    most: usize,
    per_address: Option<usize>,
    by_address: Mutex<HashMap<IpAddr, usize>>,
    taken: AtomicU64,
    refused: AtomicU64,
}

/// What was counted, at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    pub held: u64,
    pub most: u64,
    /// Since the program started.
    pub taken: u64,
    /// Closed at once because their address held enough.
    pub refused: u64,
}

/// A place for a connection that has not come yet.
pub struct Place(OwnedSemaphorePermit);

/// A connection; its place is free when this is dropped.
pub struct Held {
    connections: Arc<Connections>,
    address: IpAddr,
    _place: OwnedSemaphorePermit,
}

impl Connections {
    pub fn new(limits: &Limits) -> Self {
        let most = limits.all.min(Semaphore::MAX_PERMITS);
        Self {
            places: Arc::new(Semaphore::new(most)),
            most,
            per_address: limits.per_address,
            by_address: Mutex::default(),
            taken: AtomicU64::new(0),
            refused: AtomicU64::new(0),
        }
    }

    /// Waits for a place.
    pub async fn place(&self) -> Place {
        match self.places.clone().acquire_owned().await {
            Ok(permit) => Place(permit),
            // It is never closed.
            Err(_) => std::future::pending().await,
        }
    }

    /// Counts a connection from this address; none when the address holds as many as it may.
    pub fn hold(self: &Arc<Self>, place: Place, address: IpAddr) -> Option<Held> {
        let address = network(address);
        let mut by_address = self
            .by_address
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let held = by_address.entry(address).or_default();
        if self.per_address.is_some_and(|most| *held >= most) {
            self.refused.fetch_add(1, Ordering::Relaxed);
            return None;
        }
        *held += 1;
        self.taken.fetch_add(1, Ordering::Relaxed);
        Some(Held {
            connections: self.clone(),
            address,
            _place: place.0,
        })
    }

    pub fn counts(&self) -> Counts {
        let wide = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
        let by_address = self
            .by_address
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        Counts {
            held: wide(by_address.values().sum()),
            most: wide(self.most),
            taken: self.taken.load(Ordering::Relaxed),
            refused: self.refused.load(Ordering::Relaxed),
        }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut by_address = self
            .connections
            .by_address
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(held) = by_address.get_mut(&self.address) {
            *held -= 1;
            if *held == 0 {
                by_address.remove(&self.address);
            }
        }
    }
}

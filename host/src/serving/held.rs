//! Connection limits, in total and by address.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use data::address::network;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::Limits;

pub struct Connections {
    places: Arc<Semaphore>,
    most: usize,
    per_address: Option<usize>,
    by_address: Mutex<HashMap<IpAddr, usize>>,
    taken: AtomicU64,
    refused: AtomicU64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    pub held: u64,
    pub most: u64,
    /// Total since startup.
    pub accepted: u64,
    /// Closed at once because of the limit by address.
    pub refused: u64,
}

pub struct Slot(OwnedSemaphorePermit);

pub struct HeldConnection {
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

    pub async fn acquire_slot(&self) -> Slot {
        match self.places.clone().acquire_owned().await {
            Ok(permit) => Slot(permit),
            // The semaphore is never closed.
            Err(_) => std::future::pending().await,
        }
    }

    /// `None` if the address has reached its limit.
    pub fn register(self: &Arc<Self>, place: Slot, address: IpAddr) -> Option<HeldConnection> {
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
        Some(HeldConnection {
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
            accepted: self.taken.load(Ordering::Relaxed),
            refused: self.refused.load(Ordering::Relaxed),
        }
    }
}

impl Drop for HeldConnection {
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

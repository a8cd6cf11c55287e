//! Memory of guests: of one call, of one tenant's calls together, and of all.

use crate::limits::TABLE_ELEMENTS;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use wasmtime::ResourceLimiter;

/// Memory of all guests together, so that the host keeps enough.
pub(crate) struct MemoryPool {
    limit: usize,
    max_per_tenant: usize,
    usage: Mutex<PoolUsage>,
}

#[derive(Default)]
struct PoolUsage {
    all: usize,
    tenants: HashMap<i64, usize>,
}

impl MemoryPool {
    /// A tenant has a quarter of it, and at least as much as one call may have.
    pub(crate) fn new(mib: u32, one_call_mib: u32) -> Self {
        let limit = (mib.max(one_call_mib) as usize) << 20;
        MemoryPool {
            limit,
            max_per_tenant: (limit / 4).max((one_call_mib as usize) << 20),
            usage: Mutex::default(),
        }
    }

    fn take(&self, tenant: i64, bytes: usize) -> bool {
        let mut usage = self.lock_usage();
        let own = usage
            .tenants
            .get(&tenant)
            .copied()
            .unwrap_or(0)
            .saturating_add(bytes);
        let all = usage.all.saturating_add(bytes);
        if own > self.max_per_tenant || all > self.limit {
            return false;
        }
        usage.all = all;
        usage.tenants.insert(tenant, own);
        true
    }

    fn release(&self, tenant: i64, bytes: usize) {
        let mut usage = self.lock_usage();
        usage.all = usage.all.saturating_sub(bytes);
        if let Some(own) = usage.tenants.get_mut(&tenant) {
            *own = own.saturating_sub(bytes);
            if *own == 0 {
                usage.tenants.remove(&tenant);
            }
        }
    }

    pub(crate) fn mib(&self) -> (u32, u32) {
        (
            (self.lock_usage().all >> 20) as u32,
            (self.limit >> 20) as u32,
        )
    }

    fn lock_usage(&self) -> MutexGuard<'_, PoolUsage> {
        self.usage.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(crate) struct Memory {
    pool: Arc<MemoryPool>,
    tenant: i64,
    limit: usize,
    used: usize,
    /// Set when the guest requested more than its limit; explains a later failure.
    pub(crate) denied: bool,
    /// Set when the shared pool refused memory within the guest's limit.
    pub(crate) crowded: bool,
}

impl Memory {
    pub(crate) fn new(pool: &Arc<MemoryPool>, tenant: i64, mib: u32) -> Self {
        let pool = pool.clone();
        Memory {
            pool,
            tenant,
            limit: (mib as usize) << 20,
            used: 0,
            denied: false,
            crowded: false,
        }
    }

    pub(crate) fn most_mib(&self) -> usize {
        self.limit >> 20
    }

    /// The most there was at once: memories never shrink.
    pub(crate) fn peak_kib(&self) -> usize {
        self.used >> 10
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        self.pool.release(self.tenant, self.used);
    }
}

impl ResourceLimiter for Memory {
    fn memory_growing(
        &mut self,
        current: usize,
        desired: usize,
        _maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        let more = desired.saturating_sub(current);
        let total = self.used.saturating_add(more);
        if total > self.limit {
            self.denied = true;
            return Ok(false);
        }
        if !self.pool.take(self.tenant, more) {
            self.crowded = true;
            return Ok(false);
        }
        self.used = total;
        Ok(true)
    }

    fn table_growing(
        &mut self,
        _current: usize,
        desired: usize,
        _maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        if desired > TABLE_ELEMENTS {
            self.denied = true;
            return Ok(false);
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grow(memory: &mut Memory, kib: usize) -> bool {
        memory.memory_growing(0, kib << 10, None).unwrap()
    }

    #[test]
    fn memory_counts_all_memories_together() {
        let mut memory = Memory::new(&Arc::new(MemoryPool::new(16, 1)), 1, 1);
        assert!(grow(&mut memory, 600));
        assert!(!grow(&mut memory, 600));
        assert!(memory.denied && !memory.crowded);
    }

    #[test]
    fn a_tenant_has_a_quarter_and_all_have_the_whole() {
        let pool = Arc::new(MemoryPool::new(8, 1));
        let mut calls: Vec<Memory> = Vec::new();
        for tenant in 1..=5 {
            for number in 1..=3 {
                let mut memory = Memory::new(&pool, tenant, 1);
                let fits = grow(&mut memory, 1024);
                assert_eq!(
                    fits,
                    number <= 2 && tenant <= 4,
                    "call {number} of tenant {tenant}"
                );
                assert_eq!((memory.crowded, memory.denied), (!fits, false));
                calls.push(memory);
            }
        }
        assert_eq!(pool.mib(), (8, 8));
        calls.clear();
        assert_eq!(pool.mib(), (0, 8));
        assert!(
            pool.lock_usage().tenants.is_empty(),
            "nothing is kept of who has no call"
        );
        assert!(grow(&mut Memory::new(&pool, 5, 1), 1024));
    }
}

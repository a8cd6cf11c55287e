//! CPU-bound work, off the threads that serve requests.

use tokio::runtime::{Handle, RuntimeFlavor};

/// Runs work of more than a few milliseconds; the thread first hands over its other tasks.
pub fn run<T>(work: impl FnOnce() -> T) -> T {
    match Handle::try_current().map(|handle| handle.runtime_flavor()) {
        Ok(RuntimeFlavor::MultiThread) => tokio::task::block_in_place(work),
        _ => work(),
    }
}

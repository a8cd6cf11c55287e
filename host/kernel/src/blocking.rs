//! Work that computes for long: off the threads that answer requests.

use tokio::runtime::{Handle, RuntimeFlavor};

/// Runs work that may take more than some milliseconds. The runtime's thread hands its other tasks on first, so that no
/// caller waits behind it.
pub fn run<T>(work: impl FnOnce() -> T) -> T {
    match Handle::try_current().map(|handle| handle.runtime_flavor()) {
        Ok(RuntimeFlavor::MultiThread) => tokio::task::block_in_place(work),
        _ => work(),
    }
}

//! Responses that wait until a test lets them go.

use tokio::sync::watch;

/// Holds responses until it is opened. Tests need no clock to act during a call.
#[derive(Debug, Default)]
pub struct Gate {
    reached: watch::Sender<bool>,
    opened: watch::Sender<bool>,
}

impl Gate {
    /// Lives until the test program ends, so that faults can be copied.
    pub fn leak() -> &'static Self {
        Box::leak(Box::default())
    }

    /// Waits until a call is held.
    pub async fn reached(&self) {
        wait_for_true(&self.reached).await;
    }

    /// Answers all calls that are held.
    pub fn open(&self) {
        self.opened.send_replace(true);
    }

    pub(crate) async fn hold(&self) {
        self.reached.send_replace(true);
        wait_for_true(&self.opened).await;
    }
}

async fn wait_for_true(sender: &watch::Sender<bool>) {
    // The sender lives as long as the gate.
    let _ = sender.subscribe().wait_for(|value| *value).await;
}

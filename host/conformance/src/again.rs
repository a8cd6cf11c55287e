//! Replays a recorded call with the author's package.

use std::{path::Path, time::Duration};

use engine::{Engine, EngineConfig, EngineError, Recording, Replayed, package::Package};

use crate::{package, subject::Scratch};

/// Longer than any call may take; only a stalled machine reaches it.
const REPLAY_TIMEOUT: Duration = Duration::from_secs(15 * 60);

#[derive(Clone, Debug)]
pub struct Again {
    pub replayed: Replayed,
    pub version: String,
    /// True if the component is byte-identical to the recorded one.
    pub is_same_component: bool,
}

/// Replays the call with the package in this file or folder. The error explains why it cannot.
pub async fn replay(target: &Path, recording: &Recording) -> Result<Again, String> {
    let package = Package::read(&package::bytes(target)?).map_err(|error| error.to_string())?;
    let scratch = Scratch::new();
    let folder = scratch.0.join(&package.manifest.id);
    package
        .unpack(&folder)
        .map_err(|error| format!("the package cannot be unpacked: {error}"))?;
    let config = EngineConfig {
        workers: 2,
        max_instances: 8,
        ..EngineConfig::for_trials(scratch.0.join("engine"))
    };
    let engine = Engine::new(config).map_err(|error| error.to_string())?;
    let text = |error: EngineError| error.to_string();
    let plugin = engine.prepare(&folder).await.map_err(text)?;
    let replayed = tokio::time::timeout(REPLAY_TIMEOUT, engine::replay(&plugin, recording)).await;
    Ok(Again {
        replayed: replayed
            .map_err(|_| "it does not come to an end".to_owned())?
            .map_err(text)?,
        version: plugin.manifest().version.clone(),
        is_same_component: plugin.component_hash() == recording.component,
    })
}

//! A recorded call made again with the author's package, with nothing around it but the recording.

use std::{path::Path, time::Duration};

use engine::{Engine, EngineConfig, Recording, Replayed, package::Package};

use crate::{package, subject::Scratch};

/// More than any call may take: whatever holds a replay up longer is the machine.
const PATIENCE: Duration = Duration::from_secs(15 * 60);

/// A recorded call, made again.
#[derive(Clone, Debug)]
pub struct Again {
    pub replayed: Replayed,
    /// Of the package it was made with.
    pub version: String,
    /// It is the very component that was recorded.
    pub is_same_component: bool,
}

/// Makes the call with the package in this file, or in the folder of a built plugin or project. The error says why it
/// cannot be replayed.
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
    let plugin = engine.prepare(&folder).await?;
    let replayed = tokio::time::timeout(PATIENCE, engine::replay(&plugin, recording)).await;
    Ok(Again {
        replayed: replayed.map_err(|_| "it does not come to an end".to_owned())??,
        version: plugin.manifest().version.clone(),
        is_same_component: plugin.component_hash() == recording.component,
    })
}

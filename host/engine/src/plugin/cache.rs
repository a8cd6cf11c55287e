//! Cache of compiled components on disk: one compilation per machine and engine.
//!
//! Loading compiled code takes as much trust as loading a shared library. Each artefact is
//! therefore sealed with an HMAC, bound to the component it was compiled from. Only this
//! installation's account can read the key.

use crate::{error::EngineError, plugin::compile::Compiler, stats::PoolStats};
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use std::{
    fs::{self, DirBuilder, File, OpenOptions},
    hash::{Hash, Hasher},
    io::{self, Read, Write},
    os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt},
    path::{Path, PathBuf},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::Instant,
};
use tokio::runtime::Handle;
use wasmtime::{Engine, component::Component};

/// An HMAC-SHA-256.
const SEAL_BYTES: usize = 32;

pub(crate) struct Cache {
    compiler: Option<Compiler>,
    /// Serializes compilations: each may use all the memory that compiling is granted.
    compiling: Mutex<()>,
    hits: AtomicU64,
    /// Microseconds spent on cache hits.
    hits_took: AtomicU64,
    compiled: AtomicU64,
    refused: AtomicU64,
    folder: PathBuf,
    key: [u8; 32],
    /// Digest of everything besides the component that determines the compiled code.
    machine: [u8; 32],
}

pub(crate) struct Cached {
    pub(crate) component: Component,
    pub(crate) hash: String,
    pub(crate) compiled: bool,
}

impl Cache {
    pub(crate) fn open(
        data_folder: &Path,
        engine: &Engine,
        compiler: Option<Compiler>,
    ) -> io::Result<Self> {
        let folder = data_folder.join("plugin-cache");
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(&folder)?;
        let key = key(&folder.join("key"))?;
        Ok(Cache {
            compiler,
            compiling: Mutex::new(()),
            hits: AtomicU64::new(0),
            hits_took: AtomicU64::new(0),
            compiled: AtomicU64::new(0),
            refused: AtomicU64::new(0),
            folder,
            key,
            machine: machine(engine),
        })
    }

    /// Loads the sealed code, else compiles and stores it. Blocks on the compiler: call it on a
    /// blocking thread.
    pub(crate) fn load(
        &self,
        engine: &Engine,
        wasm: Vec<u8>,
        handle: &Handle,
    ) -> Result<Cached, EngineError> {
        let started = Instant::now();
        let hash = hex::encode(Sha256::digest(&wasm));
        let path = self.path(&hash);
        if let Some(component) = self.read(engine, &path, &hash) {
            self.hits.fetch_add(1, Relaxed);
            self.hits_took
                .fetch_add(started.elapsed().as_micros() as u64, Relaxed);
            return Ok(Cached {
                component,
                hash,
                compiled: false,
            });
        }
        let made = self.compile(engine, wasm, handle);
        let counter = if made.is_ok() {
            &self.compiled
        } else {
            &self.refused
        };
        counter.fetch_add(1, Relaxed);
        let (component, code) = made?;
        if let Err(error) = self.write(&path, &hash, &code) {
            tracing::warn!(path = %path.display(), %error, "the compiled plugin could not be stored; it will be compiled again");
        }
        Ok(Cached {
            component,
            hash,
            compiled: true,
        })
    }

    pub(crate) fn count(&self, pool: &mut PoolStats) {
        pool.cache_hits = self.hits.load(Relaxed);
        pool.cache_micros = self.hits_took.load(Relaxed);
        pool.compiled = self.compiled.load(Relaxed);
        pool.not_compiled = self.refused.load(Relaxed);
    }

    #[allow(unsafe_code)]
    fn compile(
        &self,
        engine: &Engine,
        wasm: Vec<u8>,
        handle: &Handle,
    ) -> Result<(Component, Vec<u8>), EngineError> {
        let _alone = self
            .compiling
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let Some(compiler) = &self.compiler else {
            let component = Component::new(engine, &wasm)?;
            let code = component.serialize()?;
            return Ok((component, code));
        };
        let code = handle.block_on(compiler.compile(wasm))?;
        // SAFETY: the operator configured the compiler just like this program. It has just produced
        // these bytes, and no other process can change them in transit.
        let component = unsafe { Component::deserialize(engine, &code) }?;
        Ok((component, code))
    }

    fn path(&self, hash: &str) -> PathBuf {
        let mut name = Sha256::new();
        name.update(self.machine);
        name.update(hash);
        self.folder
            .join(format!("{}.cwasm", hex::encode(name.finalize())))
    }

    /// Seal of code compiled from this component for this machine.
    fn seal(&self, hash: &str, code: &[u8]) -> Hmac<Sha256> {
        let mut seal =
            Hmac::<Sha256>::new_from_slice(&self.key).expect("HMAC takes keys of any length");
        seal.update(&self.machine);
        seal.update(hash.as_bytes());
        seal.update(code);
        seal
    }

    /// None if the seal is invalid. The file is mapped, so only used pages are loaded.
    #[allow(unsafe_code)]
    fn read(&self, engine: &Engine, path: &Path, hash: &str) -> Option<Component> {
        let mut bytes = Vec::new();
        File::open(path).ok()?.read_to_end(&mut bytes).ok()?;
        let (code, seal) = bytes.split_at_checked(bytes.len().checked_sub(SEAL_BYTES)?)?;
        if self.seal(hash, code).verify_slice(seal).is_err() {
            tracing::warn!(path = %path.display(), "the compiled plugin was changed on disk; it is compiled again");
            return None;
        }
        // SAFETY: `deserialize_file` needs bytes that `Component::serialize` made, and that never
        // change. The seal just verified exists only on such bytes, under a key that only this
        // installation holds. The file is in this installation's private folder, whose files are
        // replaced and never modified.
        unsafe { Component::deserialize_file(engine, path) }
            .inspect_err(|error| tracing::warn!(path = %path.display(), %error, "the compiled plugin is of no use"))
            .ok()
    }

    fn write(&self, path: &Path, hash: &str, code: &[u8]) -> io::Result<()> {
        let draft = draft_path(path)?;
        let written = private(&draft).and_then(|mut file| {
            file.write_all(code)?;
            // The seal comes last, so that the code stays aligned to its pages.
            file.write_all(&self.seal(hash, code).finalize().into_bytes())?;
            // The rename is atomic, so no reader sees a partial file.
            fs::rename(&draft, path)
        });
        if written.is_err() {
            let _ = fs::remove_file(&draft);
        }
        written
    }
}

/// Returns a path next to this one for a draft that is renamed when complete. Concurrent writers
/// get different ones.
pub(crate) fn draft_path(path: &Path) -> io::Result<PathBuf> {
    let mut mark = [0; 8];
    getrandom::fill(&mut mark).map_err(io::Error::other)?;
    Ok(path.with_extension(hex::encode(mark)))
}

/// Creates a new key if it is missing, truncated or readable by others.
fn key(path: &Path) -> io::Result<[u8; 32]> {
    let mut key = [0; 32];
    if let Ok(mut file) = File::open(path) {
        let mode = file.metadata()?.permissions().mode();
        if mode & 0o077 == 0 && file.read_exact(&mut key).is_ok() {
            return Ok(key);
        }
        tracing::warn!(path = %path.display(), "the key of the plugin cache was readable by others or cut short; a new one replaces it");
        fs::remove_file(path)?;
    }
    getrandom::fill(&mut key).map_err(io::Error::other)?;
    match private(path) {
        Ok(mut file) => file.write_all(&key).map(|()| key),
        // Another process created the key at the same moment; use that one.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            File::open(path)?.read_exact(&mut key).map(|()| key)
        }
        Err(error) => Err(error),
    }
}

fn private(path: &Path) -> io::Result<File> {
    OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path)
}

/// Hashes the engine's version and settings and the target processor.
fn machine(engine: &Engine) -> [u8; 32] {
    struct Digested(Sha256);
    impl Hasher for Digested {
        fn write(&mut self, bytes: &[u8]) {
            self.0.update(bytes);
        }
        fn finish(&self) -> u64 {
            0
        }
    }
    let mut digested = Digested(Sha256::new());
    engine.precompile_compatibility_hash().hash(&mut digested);
    digested.0.update(std::env::consts::ARCH);
    let processor = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let features = processor
        .lines()
        .find(|line| line.starts_with("flags") || line.starts_with("Features"));
    digested.0.update(features.unwrap_or_default());
    digested.0.finalize().into()
}

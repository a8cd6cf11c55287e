//! Compilation of components: in a child process with limits if a program is configured, else in
//! this process.
//!
//! Compilation cannot be interrupted, and a hostile component can make it use very much time or
//! memory. In a child process it cannot harm the host: the child is killed and the component is
//! rejected.

use crate::error::{EngineError, invalid};
use rustix::process::{Pid, Resource, Rlimit, prlimit};
use std::{num::NonZeroUsize, path::PathBuf, process::Stdio, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    process::{Child, Command},
};
use wasmtime::Config;

/// Reads a component from standard input and writes the result of [`compile`].
#[derive(Clone, Debug)]
pub struct Compiler {
    pub program: PathBuf,
    pub arguments: Vec<String>,
    /// Time limit per component.
    pub time: Duration,
    /// Address space the child may have, in MiB.
    pub memory_mib: u64,
}

/// More than any component of the permitted upload size compiles to.
const MAX_CODE: u64 = 256 << 20;
const MAX_MESSAGE: u64 = 4 << 10;

impl Compiler {
    /// Creates a compiler with the default limits: 60 s and 2 GiB.
    pub fn new(program: impl Into<PathBuf>, arguments: &[&str]) -> Self {
        Compiler {
            program: program.into(),
            arguments: arguments
                .iter()
                .map(|&argument| argument.to_owned())
                .collect(),
            time: Duration::from_secs(60),
            memory_mib: 2048,
        }
    }

    /// The error is text for the plugin's author.
    pub(crate) async fn compile(&self, wasm: Vec<u8>) -> Result<Vec<u8>, EngineError> {
        let mut child = Command::new(&self.program)
            .args(&self.arguments)
            .env_clear()
            // By default the child's allocator reserves half of its address space at once.
            .env("MIMALLOC_ARENA_RESERVE", "65536")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .kill_on_drop(true)
            .spawn()
            .map_err(|error| {
                let program = self.program.display();
                EngineError::Io(format!("the compiler {program} does not start"), error)
            })?;
        // The limits apply before the child receives any byte of the component.
        self.bound(&child)
            .map_err(|error| EngineError::Io("the compiler cannot be bounded".to_owned(), error))?;
        let mut group = Group(child.id());
        let outcome = tokio::time::timeout(self.time, talk(&mut child, wasm)).await;
        if outcome.is_ok() {
            // The child has exited, and its process id may soon be reused.
            group.0 = None;
        }
        drop(group);
        match outcome {
            Ok(outcome) => outcome.map_err(|stop| self.explain(stop)),
            Err(_) => Err(invalid!(
                "compiling it takes longer than {} s",
                self.time.as_secs_f64()
            )),
        }
    }

    fn bound(&self, child: &Child) -> std::io::Result<()> {
        let Some(pid) = child.id().and_then(|id| Pid::from_raw(id as i32)) else {
            return Ok(());
        };
        let bound = |resource, most: u64| {
            let limit = Rlimit {
                current: Some(most),
                maximum: Some(most),
            };
            prlimit(Some(pid), resource, limit).map(|_| ())
        };
        bound(Resource::As, self.memory_mib << 20)?;
        // Ends a child that outlives the host.
        bound(Resource::Cpu, self.time.as_secs().max(1) * 16)?;
        bound(Resource::Core, 0)?;
        Ok(())
    }

    fn explain(&self, stop: Stop) -> EngineError {
        match stop {
            Stop::Refused(reason) => EngineError::Invalid(reason),
            // "temporarily unavailable" is a thread's error when there is no memory for its stack.
            Stop::Ended(how, reason)
                if ["memory", "allocat", "temporarily unavailable"]
                    .iter()
                    .any(|word| reason.contains(word)) =>
            {
                invalid!(
                    "compiling it takes more than {} MiB of memory ({how})",
                    self.memory_mib
                )
            }
            Stop::Ended(how, reason) => {
                let reason = format!("the compiler gave up on it ({how}) {reason}");
                EngineError::invalid(reason.trim())
            }
            Stop::Pipe(error) => {
                EngineError::Io("the compiler could not be spoken with".to_owned(), error)
            }
        }
    }
}

enum Stop {
    /// This host cannot run the component.
    Refused(String),
    /// The compiler ended without reporting a reason.
    Ended(String, String),
    Pipe(std::io::Error),
}

/// The compiler's exit code for a faulty component.
pub const REFUSED: u8 = 3;

async fn talk(child: &mut Child, wasm: Vec<u8>) -> Result<Vec<u8>, Stop> {
    let (input, output, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let write = async move {
        if let Some(mut input) = input {
            // If the child ends early, its exit status and standard error have the reason.
            let _ = input.write_all(&wasm).await;
        }
    };
    let read = async move {
        let mut code = Vec::new();
        match output {
            Some(output) => output
                .take(MAX_CODE + 1)
                .read_to_end(&mut code)
                .await
                .map(|_| code),
            None => Ok(code),
        }
    };
    let listen = async move {
        let mut reason = Vec::new();
        if let Some(mut errors) = errors {
            let _ = (&mut errors)
                .take(MAX_MESSAGE)
                .read_to_end(&mut reason)
                .await;
            // Discard the rest, else a verbose child would block on a full pipe.
            let _ = tokio::io::copy(&mut errors, &mut tokio::io::sink()).await;
        }
        String::from_utf8_lossy(&reason).trim().to_owned()
    };
    let ((), code, reason) = tokio::join!(write, read, listen);
    let status = child.wait().await.map_err(Stop::Pipe)?;
    if status.success() {
        let code = code.map_err(Stop::Pipe)?;
        return match code.len() as u64 > MAX_CODE {
            true => Err(Stop::Refused(format!(
                "it compiles to more than {} MiB",
                MAX_CODE >> 20
            ))),
            false => Ok(code),
        };
    }
    match status.code() {
        Some(code) if code == i32::from(REFUSED) => Err(Stop::Refused(reason)),
        _ => Err(Stop::Ended(status.to_string(), reason)),
    }
}

/// The child's process group, killed on drop unless the child exited in time.
struct Group(Option<u32>);

impl Drop for Group {
    fn drop(&mut self) {
        if let Some(pid) = self.0.and_then(|id| Pid::from_raw(id as i32)) {
            // It may have exited just now.
            let _ = rustix::process::kill_process_group(pid, rustix::process::Signal::KILL);
        }
    }
}

/// Compiles to code that an engine of the same build loads; the child's entire work. The error is
/// for the plugin's author.
pub fn compile(wasm: &[u8]) -> Result<Vec<u8>, EngineError> {
    let engine = wasmtime::Engine::new(&compiling())?;
    Ok(engine.precompile_component(wasm)?)
}

/// Must be equal wherever a component is compiled, or wasmtime rejects the artefact.
pub(crate) fn compiling() -> Config {
    let mut config = Config::new();
    config
        .epoch_interruption(true)
        .memory_init_cow(true)
        .wasm_backtrace_max_frames(NonZeroUsize::new(16))
        .wasm_component_model(true)
        .concurrency_support(false);
    config
}

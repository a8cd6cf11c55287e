//! Compiles components: in a program of its own under limits where one is named, else here.
//!
//! Compilation cannot be interrupted, and a hostile component can make it take very long or very much memory. In a
//! child process neither matters: the child is ended, the component is refused, the host goes on.

use crate::engine::compiling;
use rustix::process::{Pid, Resource, Rlimit, prlimit};
use std::{path::PathBuf, process::Stdio, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    process::{Child, Command},
};

/// A program that reads a component on its standard input and writes what [`compile`] makes of it to its output.
#[derive(Clone, Debug)]
pub struct Compiler {
    pub program: PathBuf,
    pub arguments: Vec<String>,
    /// How long one component may take.
    pub time: Duration,
    /// Address space the child may have, in MiB.
    pub memory_mib: u64,
}

/// More than any component that may be uploaded compiles to.
const CODE_MOST: u64 = 256 << 20;
const WORDS_MOST: u64 = 4 << 10;

impl Compiler {
    /// The program with the usual limits: 60 s and 2 GiB.
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

    /// Compiles the component; the error is in words for whoever made it.
    pub(crate) async fn compile(&self, wasm: Vec<u8>) -> Result<Vec<u8>, String> {
        let mut child = Command::new(&self.program)
            .args(&self.arguments)
            .env_clear()
            // Else the child's allocator would set aside half of its address space at once.
            .env("MIMALLOC_ARENA_RESERVE", "65536")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .kill_on_drop(true)
            .spawn()
            .map_err(|error| {
                format!(
                    "the compiler {} does not start: {error}",
                    self.program.display()
                )
            })?;
        // Nothing of the component has reached the child before its limits hold.
        self.bound(&child)
            .map_err(|error| format!("the compiler cannot be bounded: {error}"))?;
        let mut group = Group(child.id());
        let outcome = tokio::time::timeout(self.time, talk(&mut child, wasm)).await;
        if outcome.is_ok() {
            // It has ended by itself, and its number may soon be somebody else's.
            group.0 = None;
        }
        drop(group);
        match outcome {
            Ok(outcome) => outcome.map_err(|words| self.explain(words)),
            Err(_) => Err(format!(
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
        // Should the host end before its child does, this ends the child.
        bound(Resource::Cpu, self.time.as_secs().max(1) * 16)?;
        bound(Resource::Core, 0)?;
        Ok(())
    }

    fn explain(&self, stop: Stop) -> String {
        match stop {
            Stop::Refused(words) => words,
            // The third is how a thread says that there is no room for its stack.
            Stop::Ended(how, words)
                if ["memory", "allocat", "temporarily unavailable"]
                    .iter()
                    .any(|word| words.contains(word)) =>
            {
                format!(
                    "compiling it takes more than {} MiB of memory ({how})",
                    self.memory_mib
                )
            }
            Stop::Ended(how, words) => format!("the compiler gave up on it ({how}) {words}")
                .trim()
                .to_owned(),
            Stop::Pipe(error) => format!("the compiler could not be spoken with: {error}"),
        }
    }
}

/// Why there is no code.
enum Stop {
    /// The component is none that this host can run.
    Refused(String),
    /// The compiler ended in another way than by saying so.
    Ended(String, String),
    Pipe(std::io::Error),
}

/// The exit code by which the compiler says that it is the component's fault.
pub const REFUSED: u8 = 3;

async fn talk(child: &mut Child, wasm: Vec<u8>) -> Result<Vec<u8>, Stop> {
    let (input, output, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let write = async move {
        if let Some(mut input) = input {
            // A child that ends early says why by other means than this pipe.
            let _ = input.write_all(&wasm).await;
        }
    };
    let read = async move {
        let mut code = Vec::new();
        match output {
            Some(output) => output
                .take(CODE_MOST + 1)
                .read_to_end(&mut code)
                .await
                .map(|_| code),
            None => Ok(code),
        }
    };
    let listen = async move {
        let mut words = Vec::new();
        if let Some(mut errors) = errors {
            let _ = (&mut errors).take(WORDS_MOST).read_to_end(&mut words).await;
            // The rest is let go, or a talkative child would wait for its reader for ever.
            let _ = tokio::io::copy(&mut errors, &mut tokio::io::sink()).await;
        }
        String::from_utf8_lossy(&words).trim().to_owned()
    };
    let ((), code, words) = tokio::join!(write, read, listen);
    let status = child.wait().await.map_err(Stop::Pipe)?;
    if status.success() {
        let code = code.map_err(Stop::Pipe)?;
        return match code.len() as u64 > CODE_MOST {
            true => Err(Stop::Refused(format!(
                "it compiles to more than {} MiB",
                CODE_MOST >> 20
            ))),
            false => Ok(code),
        };
    }
    match status.code() {
        Some(code) if code == i32::from(REFUSED) => Err(Stop::Refused(words)),
        _ => Err(Stop::Ended(status.to_string(), words)),
    }
}

/// The child and whatever it has started, ended together unless it ended in time.
struct Group(Option<u32>);

impl Drop for Group {
    fn drop(&mut self) {
        if let Some(pid) = self.0.and_then(|id| Pid::from_raw(id as i32)) {
            // It may have ended at this very moment.
            let _ = rustix::process::kill_process_group(pid, rustix::process::Signal::KILL);
        }
    }
}

/// Compiled code of a component, as the engine of the same build loads it: the child's whole work. Only the code is
/// made, so nothing is reserved for running it. The error is in words for whoever made the component.
pub fn compile(wasm: &[u8]) -> Result<Vec<u8>, String> {
    let engine = wasmtime::Engine::new(&compiling()).map_err(|error| format!("{error:#}"))?;
    engine
        .precompile_component(wasm)
        .map_err(|error| format!("{error:#}"))
}

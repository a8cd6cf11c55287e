//! The program as its own compiler of plugins: a child of it compiles one component under limits and ends.

use std::{
    io::{Read, Write},
    path::{Path, PathBuf},
    process::ExitCode,
};

use engine::Compiler;

/// The subcommand that does the work.
const COMMAND: &str = "plugin-compile";
/// More than any component that is ever handed over.
const COMPONENT_MOST: u64 = 64 << 20;

/// This program, to be started as a compiler; none where it cannot tell what it is.
pub fn own() -> Option<Compiler> {
    // The running program itself, even when a newer one lies in its place meanwhile: its code must fit this engine.
    let running = Path::new("/proc/self/exe");
    let program = if running.exists() {
        PathBuf::from(running)
    } else {
        std::env::current_exe().ok()?
    };
    Some(Compiler::new(program, &[COMMAND]))
}

/// Reads a component from standard input and writes its compiled code to standard output.
pub fn work() -> ExitCode {
    let mut wasm = Vec::new();
    let read = std::io::stdin()
        .lock()
        .take(COMPONENT_MOST)
        .read_to_end(&mut wasm);
    if let Err(error) = read {
        return failed(
            &format!("the component cannot be read: {error}"),
            ExitCode::FAILURE,
        );
    }
    match engine::compile(&wasm) {
        Ok(code) => match std::io::stdout().lock().write_all(&code) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => failed(
                &format!("the code cannot be written: {error}"),
                ExitCode::FAILURE,
            ),
        },
        Err(words) => failed(&words, ExitCode::from(engine::REFUSED)),
    }
}

#[expect(clippy::print_stderr, reason = "the parent reads why there is no code")]
fn failed(words: &str, code: ExitCode) -> ExitCode {
    eprintln!("{words}");
    code
}

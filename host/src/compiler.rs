//! Plugin compiler: the host starts itself as a limited child process for each component.

use std::{
    io::{Read, Write},
    path::{Path, PathBuf},
    process::ExitCode,
};

use engine::Compiler;

/// Subcommand of the child process.
const COMMAND: &str = "plugin-compile";
/// Maximum size of a component.
const MAX_COMPONENT_BYTES: u64 = 64 << 20;

/// `None` if the program's path is unknown.
pub fn this_program() -> Option<Compiler> {
    // `/proc/self/exe` stays this build after an upgrade on disk.
    let running = Path::new("/proc/self/exe");
    let program = if running.exists() {
        PathBuf::from(running)
    } else {
        std::env::current_exe().ok()?
    };
    Some(Compiler::new(program, &[COMMAND]))
}

/// Compiles the component on standard input to standard output.
pub fn run_child() -> ExitCode {
    let mut wasm = Vec::new();
    let read = std::io::stdin()
        .lock()
        .take(MAX_COMPONENT_BYTES)
        .read_to_end(&mut wasm);
    if let Err(error) = read {
        return fail(
            &format!("the component cannot be read: {error}"),
            ExitCode::FAILURE,
        );
    }
    match engine::compile(&wasm) {
        Ok(code) => match std::io::stdout().lock().write_all(&code) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => fail(
                &format!("the code cannot be written: {error}"),
                ExitCode::FAILURE,
            ),
        },
        Err(error) => fail(&error.to_string(), ExitCode::from(engine::REFUSED)),
    }
}

#[expect(clippy::print_stderr, reason = "the parent reads why there is no code")]
fn fail(message: &str, code: ExitCode) -> ExitCode {
    eprintln!("{message}");
    code
}

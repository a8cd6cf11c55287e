//! Tests of compiling in a separate process: a compiler that hangs, eats memory, fails or cheats
//! causes only a rejection.

use crate::guests::{RATE_ENGINE, empty_folder, lay_out};
use engine::{Compiler, Engine, EngineConfig};
use std::{path::Path, time::Duration};

/// Loads the rate engine with this compiler and returns the reason it was rejected.
async fn refused(name: &str, compiler: Compiler) -> String {
    let folder = empty_folder(name);
    lay_out(&folder.join("plugins"), &RATE_ENGINE, &[]);
    let engine = engine(&folder, Some(compiler));
    let report = engine.load_folder(&folder.join("plugins")).await;
    assert!(report.loaded.is_empty());
    assert_eq!((engine.pool().compiled, engine.pool().not_compiled), (0, 1));
    // The engine still loads the next plugin.
    report.refused[0].reason.clone()
}

fn engine(folder: &Path, compiler: Option<Compiler>) -> Engine {
    let mut config = EngineConfig::new(folder.join("data"));
    config.max_instances = 8;
    config.compiler = compiler;
    Engine::new(config).unwrap()
}

fn shell(script: &str) -> Compiler {
    Compiler::new("/bin/sh", &["-c", script])
}

#[tokio::test]
async fn one_that_hangs_is_ended_with_all_it_started() {
    let folder = empty_folder("hung");
    let marker = folder.join("still-there");
    // The grandchild would leave a mark if it outlived its parent.
    let script = format!(
        "cat >/dev/null; (sleep 3; echo > {}) & sleep 600",
        marker.display()
    );
    let compiler = Compiler {
        time: Duration::from_millis(500),
        ..shell(&script)
    };
    let reason = refused("hung-compiler", compiler).await;
    assert!(
        reason.contains("compiling it takes longer than 0.5 s"),
        "{reason}"
    );
    tokio::time::sleep(Duration::from_secs(5)).await;
    assert!(!marker.exists(), "what the compiler had started went on");
}

#[tokio::test]
async fn one_that_takes_too_much_memory_is_stopped() {
    let compiler = Compiler {
        memory_mib: 64,
        ..shell("cat >/dev/null; exec dd if=/dev/zero of=/dev/null bs=256M count=1")
    };
    let reason = refused("greedy-compiler", compiler).await;
    assert!(reason.contains("more than 64 MiB of memory"), "{reason}");
}

#[tokio::test]
async fn what_it_says_and_how_it_ends_are_told() {
    for (name, compiler, words) in [
        (
            "words",
            shell("cat >/dev/null; echo function 7 is no function >&2; exit 3"),
            "function 7 is no function",
        ),
        (
            "broken",
            shell("kill -SEGV $$"),
            "the compiler gave up on it",
        ),
        (
            "liar",
            shell("cat >/dev/null; echo this is no code"),
            "no component this host can run",
        ),
        (
            "deaf",
            shell("exec <&-; echo nothing was read; exit 1"),
            "the compiler gave up on it",
        ),
        (
            "missing",
            Compiler::new("/nowhere/compiler", &[]),
            "does not start",
        ),
    ] {
        let reason = refused(name, compiler).await;
        assert!(reason.contains(words), "{name}: {reason}");
    }
}

#[tokio::test]
async fn what_is_in_the_cache_needs_no_compiler() {
    let folder = empty_folder("cached");
    lay_out(&folder.join("plugins"), &RATE_ENGINE, &[]);
    let first = engine(&folder, None);
    assert_eq!(
        first.load_folder(&folder.join("plugins")).await.loaded,
        ["rate-guest"]
    );
    assert_eq!((first.pool().compiled, first.pool().cache_hits), (1, 0));
    let second = engine(&folder, Some(shell("exit 1")));
    assert_eq!(
        second.load_folder(&folder.join("plugins")).await.loaded,
        ["rate-guest"]
    );
    assert_eq!((second.pool().compiled, second.pool().cache_hits), (0, 1));
}

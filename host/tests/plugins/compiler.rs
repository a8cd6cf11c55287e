//! The program as its own compiler: identical code, and limits that fit real components.

#![allow(clippy::unwrap_used, reason = "tests may panic")]

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Duration,
};

use engine::{Compiler, Engine, EngineConfig};

fn program() -> Compiler {
    Compiler::new(env!("CARGO_BIN_EXE_waybill"), &["plugin-compile"])
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!(
        "waybill-test-{name}-{}",
        uuid::Uuid::now_v7().simple()
    ));
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn engine(data: &Path, compiler: Option<Compiler>) -> Engine {
    let mut config = EngineConfig::new(data);
    config.max_instances = 8;
    config.compiler = compiler;
    Engine::new(config).unwrap()
}

#[test]
fn what_the_child_compiles_the_host_runs() {
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let data = folder("compiled");
        let first = engine(&data, Some(program()));
        let report = first.load_folder(&testkit::plugins_folder()).await;
        assert!(report.refused.is_empty(), "{:?}", report.refused);
        assert!(!report.loaded.is_empty());
        // Loading called the carrier's description, so the code runs.
        assert!(
            first
                .plugins()
                .iter()
                .any(|plugin| plugin.description().is_some())
        );
        let count = report.loaded.len() as u64;
        assert_eq!((first.pool().compiled, first.pool().cache_hits), (count, 0));

        let second = engine(&data, None);
        assert_eq!(
            second.load_folder(&testkit::plugins_folder()).await.loaded,
            report.loaded
        );
        assert_eq!(
            (second.pool().compiled, second.pool().cache_hits),
            (0, count)
        );
        drop((first, second));
        fs::remove_dir_all(data).unwrap();
    });
}

#[test]
fn nonsense_is_refused_in_words() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_waybill"))
        .arg("plugin-compile")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(b"\0asm nonsense")
        .unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(engine::REFUSED.into()));
    assert!(output.stdout.is_empty() && !output.stderr.is_empty());
}

/// A small component with one function of millions of additions: expensive to compile.
fn laborious() -> Vec<u8> {
    let section =
        |id: u8, content: Vec<u8>| [vec![id], number(content.len() as u64), content].concat();
    // No locals; 0, then + 1 repeatedly; the end.
    let mut body = vec![0x00, 0x41, 0x00];
    (0..1_800_000).for_each(|_| body.extend([0x41, 0x01, 0x6a]));
    body.push(0x0b);
    let module = [
        b"\0asm\x01\0\0\0".to_vec(),
        section(1, vec![1, 0x60, 0, 1, 0x7f]),
        section(3, vec![1, 0]),
        section(7, vec![1, 1, b'f', 0, 0]),
        section(10, [vec![1], number(body.len() as u64), body].concat()),
    ]
    .concat();
    [b"\0asm\x0d\0\x01\0".to_vec(), section(1, module)].concat()
}

/// Encodes an unsigned LEB128 number.
fn number(mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    loop {
        let low = (value & 0x7f) as u8;
        value >>= 7;
        if value == 0 {
            bytes.push(low);
            return bytes;
        }
        bytes.push(low | 0x80);
    }
}

#[test]
fn a_laborious_component_is_refused_and_the_host_goes_on() {
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let data = folder("laborious");
        let plugins = data.join("plugins");
        let own = plugins.join("laborious");
        fs::create_dir_all(&own).unwrap();
        let toml = "id = \"laborious\"\nname = \"L\"\nversion = \"1.0.0\"\nkind = \"carrier\"\nwit = \"1.0.0\"\n";
        fs::write(own.join("plugin.toml"), toml).unwrap();
        fs::write(own.join("component.wasm"), laborious()).unwrap();
        for (compiler, words) in [
            // A test build itself takes some hundred megabytes of address space.
            (Compiler { memory_mib: 700, ..program() }, "more than 700 MiB of memory"),
            (Compiler { time: Duration::from_millis(200), ..program() }, "takes longer than 0.2 s"),
        ] {
            let engine = engine(&data.join("data"), Some(compiler));
            let reason = engine.prepare(&own).await.err().unwrap().to_string();
            assert!(reason.contains(words), "{reason}");
        }
        let engine = engine(&data.join("data"), Some(program()));
        engine.prepare(&testkit::plugins_folder().join("zone-rates")).await.unwrap();
        drop(engine);
        fs::remove_dir_all(data).unwrap();
    });
}

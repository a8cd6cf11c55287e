//! `waybill plugin build`: builds component and front end, and packs them into one file.

use std::{
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, anyhow, bail};
use clap::Args;
use engine::{
    Manifest,
    package::{self, SigningKey},
};

use super::Print;

const TARGET: &str = "wasm32-wasip2";

#[derive(Args)]
pub struct BuildOptions {
    /// Project folder.
    #[arg(default_value = ".")]
    folder: PathBuf,
    /// Signing key for the package.
    #[arg(long)]
    key: Option<PathBuf>,
    /// Reuse the front end of the previous build.
    #[arg(long)]
    no_web: bool,
    /// Output file; defaults to <id>-<version>.wbp in the folder.
    #[arg(long)]
    out: Option<PathBuf>,
}

pub fn build(options: &BuildOptions, say: Print<'_>) -> anyhow::Result<()> {
    let folder = fs::canonicalize(&options.folder)
        .with_context(|| format!("no folder {}", options.folder.display()))?;
    let text = fs::read_to_string(folder.join("plugin.toml")).with_context(|| {
        format!(
            "{} has no plugin.toml: is it a plugin's project?",
            folder.display()
        )
    })?;
    let manifest = Manifest::parse(&text)?;
    let component = build_component(&folder, say)?;
    let front_end = build_front_end(&folder, options.no_web, say)?;
    let laid_out = write_plugin_folder(&folder, &manifest, &component, front_end.as_deref())?;
    say(&format!("Laid out in {}", laid_out.display()));
    let mut bytes = package::pack(&laid_out)?;
    if let Some(key) = &options.key {
        let key = SigningKey::open(key)?;
        bytes = package::sign(&bytes, &key)?;
        say(&format!("Signed by {}", key.public().fingerprint()));
    }
    let name = format!("{}-{}.wbp", manifest.id, manifest.version);
    let out = options.out.clone().unwrap_or_else(|| folder.join(name));
    fs::write(&out, &bytes).with_context(|| format!("cannot write {}", out.display()))?;
    say(&format!(
        "{} ({} KiB)",
        out.display(),
        bytes.len().div_ceil(1024)
    ));
    if options.key.is_none() {
        say("Nobody has signed it yet: `waybill plugin sign` does, or build with --key.");
    }
    Ok(())
}

/// Builds with the project's own tools: cargo, the script `build` of package.json, or build.py.
/// Without them the component must exist.
fn build_component(folder: &Path, say: Print<'_>) -> anyhow::Result<PathBuf> {
    let ready = folder.join("component.wasm");
    if folder.join("Cargo.toml").is_file() {
        return compile_crate(folder, say);
    }
    if has_build_script(folder)? {
        install_packages(folder, "the build", say)?;
        say("Building the component");
        run_npm(
            folder,
            &["run", "build", "--silent"],
            "the component does not build; see the output above",
        )?;
    } else if folder.join("build.py").is_file() {
        say("Building the component (the first time fetches what it needs)");
        let python = if cfg!(windows) { "python" } else { "python3" };
        let status = Command::new(python)
            .arg("build.py")
            .current_dir(folder)
            .status();
        let status =
            status.context("python3 could not be started; the build needs Python 3.9 or newer")?;
        if !status.success() {
            bail!("the component does not build; see the output above");
        }
    } else if !ready.is_file() {
        bail!(
            "there is nothing to build (Cargo.toml, package.json with a script `build`, or build.py) and no \
             component.wasm that another language's tools made"
        );
    }
    if !ready.is_file() {
        bail!("the build made no component.wasm beside plugin.toml");
    }
    Ok(ready)
}

fn has_build_script(folder: &Path) -> anyhow::Result<bool> {
    let file = folder.join("package.json");
    if !file.is_file() {
        return Ok(false);
    }
    let package: serde_json::Value = serde_json::from_str(&fs::read_to_string(&file)?)
        .with_context(|| format!("{} is no JSON", file.display()))?;
    Ok(package["scripts"]["build"].is_string())
}

fn run_npm(folder: &Path, arguments: &[&str], failed: &str) -> anyhow::Result<()> {
    let mut npm = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    let status = npm.args(arguments).current_dir(folder).status();
    let status = status.context("npm could not be started; Node.js 20.19 or newer brings it")?;
    if status.success() {
        Ok(())
    } else {
        Err(anyhow!("{failed}"))
    }
}

fn install_packages(folder: &Path, label: &str, say: Print<'_>) -> anyhow::Result<()> {
    if folder.join("node_modules").exists() {
        return Ok(());
    }
    say(&format!("Installing what {label} needs"));
    let verb = if folder.join("package-lock.json").is_file() {
        "ci"
    } else {
        "install"
    };
    let failed = format!("the packages of {label} could not be installed; see npm's output above");
    run_npm(
        folder,
        &[verb, "--no-audit", "--no-fund", "--loglevel", "error"],
        &failed,
    )
}

/// Returns the component's path.
fn compile_crate(folder: &Path, say: Print<'_>) -> anyhow::Result<PathBuf> {
    add_target(say)?;
    say(&format!(
        "Compiling for {TARGET} (the first time takes a minute)"
    ));
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args([
        "build",
        "--target",
        TARGET,
        "--profile",
        "plugin",
        "--message-format",
        "json-render-diagnostics",
    ]);
    // Native flags would replace the target's.
    cargo
        .current_dir(folder)
        .env_remove("RUSTFLAGS")
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit());
    let output = cargo
        .output()
        .context("cargo could not be started; it comes with Rust from rustup.rs")?;
    if !output.status.success() {
        bail!("the plugin does not compile; see the compiler's output above");
    }
    let manifest = folder.join("Cargo.toml");
    let components = String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter_map(|line| parse_component(line, &manifest))
        .collect::<Vec<_>>();
    let component = components
        .last()
        .context("the crate made no component: Cargo.toml needs [lib] with crate-type = [\"cdylib\", \"rlib\"]")?;
    Ok(component.clone())
}

fn parse_component(line: &str, manifest: &Path) -> Option<PathBuf> {
    let message: serde_json::Value = serde_json::from_str(line).ok()?;
    if message["reason"] != "compiler-artifact"
        || Path::new(message["manifest_path"].as_str()?) != manifest
    {
        return None;
    }
    let files = message["filenames"].as_array()?;
    let is_component = |file: &&str| Path::new(file).extension() == Some(OsStr::new("wasm"));
    files
        .iter()
        .filter_map(|file| file.as_str())
        .find(is_component)
        .map(PathBuf::from)
}

fn add_target(say: Print<'_>) -> anyhow::Result<()> {
    let listed = Command::new("rustup")
        .args(["target", "list", "--installed"])
        .output();
    // Without rustup cargo reports a missing target itself.
    let Ok(listed) = listed else { return Ok(()) };
    if !listed.status.success()
        || String::from_utf8_lossy(&listed.stdout)
            .lines()
            .any(|line| line.trim() == TARGET)
    {
        return Ok(());
    }
    say(&format!(
        "Adding the target {TARGET} to the Rust tool chain"
    ));
    let added = Command::new("rustup")
        .args(["target", "add", TARGET])
        .status();
    if !added.is_ok_and(|status| status.success()) {
        bail!(
            "the target could not be added: run `rustup target add {TARGET}` with a connection to the Internet"
        );
    }
    Ok(())
}

/// `None` if the project has no front end.
fn build_front_end(folder: &Path, keep: bool, say: Print<'_>) -> anyhow::Result<Option<PathBuf>> {
    let web = folder.join("web");
    if !web.join("package.json").is_file() {
        return Ok(web.join("remoteEntry.js").is_file().then_some(web));
    }
    let built = web.join("dist");
    if keep {
        return Ok(built.join("remoteEntry.js").is_file().then_some(built));
    }
    install_packages(&web, "the front end", say).context("--no-web leaves the front end out")?;
    say("Building the front end");
    run_npm(
        &web,
        &["run", "build", "--silent"],
        "the front end does not build; see the output above",
    )?;
    if !built.join("remoteEntry.js").is_file() {
        bail!(
            "web/dist/remoteEntry.js was not made: vite.config.ts must use pluginConfig of @waybill/plugin/vite"
        );
    }
    Ok(Some(built))
}

fn write_plugin_folder(
    folder: &Path,
    manifest: &Manifest,
    component: &Path,
    front_end: Option<&Path>,
) -> anyhow::Result<PathBuf> {
    let place = folder.join("target/waybill").join(&manifest.id);
    if place.exists() {
        fs::remove_dir_all(&place)?;
    }
    fs::create_dir_all(&place)?;
    fs::copy(component, place.join("component.wasm"))?;
    for file in [
        "plugin.toml",
        "settings.schema.json",
        "icon.svg",
        "README.md",
    ] {
        if folder.join(file).is_file() {
            fs::copy(folder.join(file), place.join(file))?;
        }
    }
    for part in ["locales", "fixtures"] {
        if folder.join(part).is_dir() {
            copy_folder(&folder.join(part), &place.join(part))?;
        }
    }
    if let Some(front_end) = front_end {
        copy_folder(front_end, &place.join("web"))?;
    }
    Ok(place)
}

fn copy_folder(from: &Path, to: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_component_is_found_in_cargos_lines() {
        let line = |manifest: &str, file: &str| {
            format!(
                r#"{{"reason":"compiler-artifact","manifest_path":"{manifest}","filenames":["{file}"]}}"#
            )
        };
        let manifest = Path::new("/p/Cargo.toml");
        assert_eq!(
            parse_component(&line("/p/Cargo.toml", "/t/p.wasm"), manifest),
            Some("/t/p.wasm".into())
        );
        assert_eq!(
            parse_component(&line("/p/Cargo.toml", "/t/libp.rlib"), manifest),
            None
        );
        assert_eq!(
            parse_component(&line("/other/Cargo.toml", "/t/o.wasm"), manifest),
            None
        );
        assert_eq!(parse_component("not JSON", manifest), None);
    }
}

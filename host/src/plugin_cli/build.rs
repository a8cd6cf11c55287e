//! `waybill plugin build`: the component and the face made, laid out and packed into one file.

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

use super::Say;

const TARGET: &str = "wasm32-wasip2";

#[derive(Args)]
pub struct BuildOptions {
    /// The project's folder.
    #[arg(default_value = ".")]
    folder: PathBuf,
    /// Sign the package with this key.
    #[arg(long)]
    key: Option<PathBuf>,
    /// Leave the face as it was built before.
    #[arg(long)]
    no_web: bool,
    /// Where to write the package; left out: <id>-<version>.wbp in the folder.
    #[arg(long)]
    out: Option<PathBuf>,
}

/// Builds what there is to build, and packs it.
pub fn build(options: &BuildOptions, say: Say<'_>) -> anyhow::Result<()> {
    let folder = fs::canonicalize(&options.folder)
        .with_context(|| format!("no folder {}", options.folder.display()))?;
    let text = fs::read_to_string(folder.join("plugin.toml")).with_context(|| {
        format!(
            "{} has no plugin.toml: is it a plugin's project?",
            folder.display()
        )
    })?;
    let manifest = Manifest::parse(&text).map_err(|words| anyhow!(words))?;
    let component = component_of(&folder, say)?;
    let face = face(&folder, options.no_web, say)?;
    let laid_out = lay_out(&folder, &manifest, &component, face.as_deref())?;
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

/// The component, made by the project's own tools: cargo, the script `build` of package.json, or build.py. Without any
/// of them it is there already.
fn component_of(folder: &Path, say: Say<'_>) -> anyhow::Result<PathBuf> {
    let ready = folder.join("component.wasm");
    if folder.join("Cargo.toml").is_file() {
        return compile(folder, say);
    }
    if has_build_script(folder)? {
        install(folder, "the build", say)?;
        say("Building the component");
        npm(
            folder,
            &["run", "build", "--silent"],
            "the component does not build; its tool's words stand above",
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
            bail!("the component does not build; its tool's words stand above");
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

/// Whether package.json has a script `build`.
fn has_build_script(folder: &Path) -> anyhow::Result<bool> {
    let file = folder.join("package.json");
    if !file.is_file() {
        return Ok(false);
    }
    let package: serde_json::Value = serde_json::from_str(&fs::read_to_string(&file)?)
        .with_context(|| format!("{} is no JSON", file.display()))?;
    Ok(package["scripts"]["build"].is_string())
}

/// Runs npm in the folder.
fn npm(folder: &Path, arguments: &[&str], failed: &str) -> anyhow::Result<()> {
    let mut npm = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    let status = npm.args(arguments).current_dir(folder).status();
    let status = status.context("npm could not be started; Node.js 20.19 or newer brings it")?;
    if status.success() {
        Ok(())
    } else {
        Err(anyhow!("{failed}"))
    }
}

/// Installs the folder's packages when there are none: those of its lock file, where it has one.
fn install(folder: &Path, what: &str, say: Say<'_>) -> anyhow::Result<()> {
    if folder.join("node_modules").exists() {
        return Ok(());
    }
    say(&format!("Installing what {what} needs"));
    let verb = if folder.join("package-lock.json").is_file() {
        "ci"
    } else {
        "install"
    };
    let failed = format!("the packages of {what} could not be installed; npm's words stand above");
    npm(
        folder,
        &[verb, "--no-audit", "--no-fund", "--loglevel", "error"],
        &failed,
    )
}

/// Compiles the crate to a component, and tells where that is.
fn compile(folder: &Path, say: Say<'_>) -> anyhow::Result<PathBuf> {
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
    // Flags meant for this machine's programs would take the place of those for components.
    cargo
        .current_dir(folder)
        .env_remove("RUSTFLAGS")
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit());
    let output = cargo
        .output()
        .context("cargo could not be started; it comes with Rust from rustup.rs")?;
    if !output.status.success() {
        bail!("the plugin does not compile; the compiler's words stand above");
    }
    let own = folder.join("Cargo.toml");
    let components = String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter_map(|line| component(line, &own))
        .collect::<Vec<_>>();
    let found = components
        .last()
        .context("the crate made no component: Cargo.toml needs [lib] with crate-type = [\"cdylib\", \"rlib\"]")?;
    Ok(found.clone())
}

/// The component that a line of cargo's tells of, if it is this crate's.
fn component(line: &str, manifest: &Path) -> Option<PathBuf> {
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

/// Adds the target for components to the tool chain when it is missing.
fn add_target(say: Say<'_>) -> anyhow::Result<()> {
    let listed = Command::new("rustup")
        .args(["target", "list", "--installed"])
        .output();
    // Without rustup the tool chain is somebody else's business, and cargo says what is missing.
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

/// Builds the face, and tells where it is; none when the project has none.
fn face(folder: &Path, keep: bool, say: Say<'_>) -> anyhow::Result<Option<PathBuf>> {
    let web = folder.join("web");
    if !web.join("package.json").is_file() {
        return Ok(web.join("remoteEntry.js").is_file().then_some(web));
    }
    let built = web.join("dist");
    if keep {
        return Ok(built.join("remoteEntry.js").is_file().then_some(built));
    }
    install(&web, "the face", say).context("--no-web leaves the face out")?;
    say("Building the face");
    npm(
        &web,
        &["run", "build", "--silent"],
        "the face does not build; its tool's words stand above",
    )?;
    if !built.join("remoteEntry.js").is_file() {
        bail!(
            "web/dist/remoteEntry.js was not made: vite.config.ts must use pluginConfig of @waybill/plugin/vite"
        );
    }
    Ok(Some(built))
}

/// `target/waybill/<id>` as the host reads a plugin's folder.
fn lay_out(
    folder: &Path,
    manifest: &Manifest,
    component: &Path,
    face: Option<&Path>,
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
    if let Some(face) = face {
        copy_folder(face, &place.join("web"))?;
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
        let own = Path::new("/p/Cargo.toml");
        assert_eq!(
            component(&line("/p/Cargo.toml", "/t/p.wasm"), own),
            Some("/t/p.wasm".into())
        );
        assert_eq!(component(&line("/p/Cargo.toml", "/t/libp.rlib"), own), None);
        assert_eq!(
            component(&line("/other/Cargo.toml", "/t/o.wasm"), own),
            None
        );
        assert_eq!(component("not JSON", own), None);
    }
}

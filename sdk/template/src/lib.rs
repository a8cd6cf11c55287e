//! Project template for new plugins: the files of each kind, with names filled in.
//!
//! The same template serves a standalone project and a plugin in this repository, a workspace
//! member whose front end is a sibling of the others.

mod kinds;
mod languages;
mod names;

use std::path::{Path, PathBuf};

pub use kinds::Kind;
pub use languages::Language;
pub use names::{check_name, check_title, spoken, type_name};

/// A new project's id, name and kind.
#[derive(Clone, Debug)]
pub struct Project {
    /// The plugin's id: its folder in the house, its crate, its name on the wire.
    pub id: String,
    /// The name that people read.
    pub name: String,
    pub kind: Kind,
}

/// A file to write: its path, and its text.
pub type File = (PathBuf, String);

impl Project {
    /// The files of a project that builds by itself, below its own folder. `sdk` is the folder that
    /// holds the SDK's `rust` and `web`; the project names it by that path.
    pub fn on_its_own(&self, sdk: &Path) -> Vec<File> {
        let sdk = sdk.display();
        let words = [
            (
                "package",
                "version = \"0.1.0\"\nedition = \"2024\"\npublish = false".to_owned(),
            ),
            ("lints", String::new()),
            ("dependencies", own_dependencies(&sdk.to_string())),
            ("face", "web/".to_owned()),
            ("webSdk", format!("file:{sdk}/web")),
            ("webBase", format!("{sdk}/web/tsconfig.base.json")),
            ("webTools", WEB_TOOLS.to_owned()),
        ];
        let common = COMMON
            .iter()
            .map(|(path, text)| (PathBuf::from(path), *text));
        let own = self
            .kind
            .files()
            .iter()
            .map(|(path, text)| (PathBuf::from(path), *text));
        let face = self
            .kind
            .face()
            .map(|(path, text)| (Path::new("web").join(path), text));
        common
            .chain(own)
            .chain(face)
            .map(|(path, text)| (path, self.filled(text, &words)))
            .collect()
    }

    /// The files of a plugin in the house: `plugins/<id>` and `web-plugins/<id>`, from the
    /// checkout's root.
    pub fn in_the_house(&self) -> Vec<File> {
        let workspace = |key: &str| format!("{key}.workspace = true");
        let words = [
            (
                "package",
                ["version", "edition", "rust-version", "license", "publish"]
                    .map(workspace)
                    .join("\n"),
            ),
            ("lints", "[lints]\nworkspace = true\n\n".to_owned()),
            (
                "dependencies",
                ["waybill-plugin", "serde", "serde_json"]
                    .map(workspace)
                    .join("\n"),
            ),
            ("face", format!("web-plugins/{}/", self.id)),
            ("webSdk", "1.0.0".to_owned()),
            ("webBase", "../../sdk/web/tsconfig.base.json".to_owned()),
            ("webTools", String::new()),
        ];
        let (place, face_place) = (
            Path::new("plugins").join(&self.id),
            Path::new("web-plugins").join(&self.id),
        );
        // Settings of the whole workspace are left out.
        let common = COMMON
            .iter()
            .filter(|(path, _)| !matches!(*path, ".gitignore" | "README.md"));
        let own = common
            .chain(self.kind.files())
            .map(|(path, text)| (place.join(path), *text));
        let face = self.kind.face().filter(|(path, _)| *path != ".npmrc");
        let face = face.map(|(path, text)| (face_place.join(path), text));
        own.chain(face)
            .map(|(path, text)| (path, self.filled(text, &words)))
            .collect()
    }

    fn filled(&self, text: &str, words: &[(&str, String)]) -> String {
        let own = [
            ("id", self.id.clone()),
            ("Name", self.name.clone()),
            ("Type", type_name(&self.id)),
            ("kind", self.kind.word().to_owned()),
            ("prefix", names::style_prefix(&self.id)),
        ];
        own.iter()
            .chain(words)
            .fold(text.to_owned(), |text, (name, word)| {
                text.replace(&format!("{{{{{name}}}}}"), word)
            })
    }
}

/// Files common to all kinds.
const COMMON: &[(&str, &str)] = &[
    ("Cargo.toml", include_str!("../files/common/Cargo.toml")),
    ("README.md", include_str!("../files/common/README.md")),
    (".gitignore", include_str!("../files/common/gitignore")),
    ("icon.svg", include_str!("../files/common/icon.svg")),
    (
        "settings.schema.json",
        include_str!("../files/common/settings.schema.json"),
    ),
];

/// A standalone project is its own workspace and sets its own build options for components.
fn own_dependencies(sdk: &str) -> String {
    format!(
        "waybill-plugin = {{ path = {:?} }}\n\
         serde = {{ version = \"1\", features = [\"derive\"] }}\n\
         serde_json = \"1\"\n\n\
         [workspace]\n\n\
         # Components: small, fast, and they abort on panic (the host reports the trap).\n\
         [profile.plugin]\n\
         inherits = \"release\"\n\
         opt-level = 3\n\
         lto = true\n\
         codegen-units = 1\n\
         panic = \"abort\"\n\
         strip = \"debuginfo\"",
        format!("{sdk}/rust")
    )
}

/// Build tools of a standalone front end; in this repository the root package names them.
const WEB_TOOLS: &str = r#",
  "devDependencies": {
    "@module-federation/vite": "1.23.0",
    "@tailwindcss/vite": "4.3.3",
    "@tanstack/react-query": "^5.108.0",
    "@types/react": "^19.3.0",
    "@types/react-dom": "^19.3.0",
    "@vitejs/plugin-react": "6.3.0",
    "react-dom": "^19.3.1",
    "tailwindcss": "4.3.3",
    "typescript": "7.0.2",
    "vite": "8.3.8"
  }"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_filled_in() {
        for kind in Kind::ALL {
            let project = Project {
                id: "coastal-couriers".into(),
                name: "Coastal couriers".into(),
                kind,
            };
            for (path, text) in project
                .on_its_own(Path::new("/sdk"))
                .into_iter()
                .chain(project.in_the_house())
            {
                // A secret's place in a request is written the same way and is no word of ours.
                let left = text.replace("{{secret:", "").replace("{{basic:", "");
                let left = left
                    .split("{{")
                    .skip(1)
                    .find(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()));
                assert_eq!(
                    left.map(|rest| &rest[..rest.len().min(20)]),
                    None,
                    "{kind:?} {}",
                    path.display()
                );
            }
        }
    }

    #[test]
    fn a_project_of_its_own_names_the_sdk_by_its_path() {
        let project = Project {
            id: "ferry".into(),
            name: "Ferry".into(),
            kind: Kind::RateEngine,
        };
        let files = project.on_its_own(Path::new("/opt/sdk"));
        let text = |name: &str| {
            &files
                .iter()
                .find(|(path, _)| path == Path::new(name))
                .unwrap()
                .1
        };
        assert!(text("Cargo.toml").contains("path = \"/opt/sdk/rust\""));
        assert!(text("web/package.json").contains("file:/opt/sdk/web"));
        assert!(text("src/lib.rs").contains("register!(rate_engine Ferry)"));
    }
}

//! The languages that a plugin may begin in; all but Rust begin as the SDK's examples, with the
//! names replaced.

use std::{
    fmt,
    path::{Path, PathBuf},
    str::FromStr,
};

use crate::{File, Project};

/// The language of a new plugin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    Rust,
    TypeScript,
    Python,
}

/// An example of the SDK; all examples in other languages are carriers.
struct Example {
    /// Its id, and the name of its world.
    id: &'static str,
    name: &'static str,
    language: &'static str,
    needs: &'static str,
    files: &'static [(&'static str, &'static str)],
}

/// The example's files, read where they stand.
macro_rules! example_files {
    ($example:literal: $($path:literal),* $(,)?) => {
        &[$(($path, include_str!(concat!("../../examples/", $example, "/", $path)))),*]
    };
}

const TYPESCRIPT: Example = Example {
    id: "carrier-js",
    name: "Carrier in TypeScript",
    language: "TypeScript",
    needs: "The build needs Node.js 20.19 or newer and fetches its tools the first time; `npm run typecheck` checks the types.",
    files: example_files!("carrier-js":
        ".gitignore", ".npmrc", "README.md", "bundle.mjs", "package-lock.json", "package.json", "plugin.toml", "tsconfig.json",
        "wit/world.wit",
        "src/account.ts", "src/carrier.ts", "src/errors.ts", "src/host.d.ts", "src/live.ts", "src/pricing.ts",
        "src/unsigned.ts", "src/utf8.ts",
        "fixtures/account.json", "fixtures/prices.json", "fixtures/vectors/price.json",
        "fixtures/vectors/wrong-settings.json",
    ),
};

const PYTHON: Example = Example {
    id: "carrier-py",
    name: "Carrier in Python",
    language: "Python",
    needs: "The build needs Python 3.9 or newer with `venv` and fetches its tool the first time.",
    files: example_files!("carrier-py":
        ".gitignore", "README.md", "build.py", "plugin.toml", "requirements.txt", "wit/world.wit",
        "src/account.py", "src/carrier.py", "src/errors.py", "src/live.py", "src/pricing.py",
        "fixtures/account.json", "fixtures/prices.json", "fixtures/vectors/price.json",
        "fixtures/vectors/wrong-settings.json",
    ),
};

/// The name of a new project's world: an id may have words that no name of an interface may have.
const WORLD: &str = "own-carrier";
const README: &str = include_str!("../files/languages/README.md");
/// Heading of an example's README from which the text is copied to new projects.
const HOW: &str = "## How it is made";

impl Language {
    pub const ALL: [Language; 3] = [Language::Rust, Language::TypeScript, Language::Python];

    pub fn word(self) -> &'static str {
        match self {
            Language::Rust => "rust",
            Language::TypeScript => "typescript",
            Language::Python => "python",
        }
    }

    fn example(self) -> Option<&'static Example> {
        match self {
            Language::Rust => None,
            Language::TypeScript => Some(&TYPESCRIPT),
            Language::Python => Some(&PYTHON),
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.word())
    }
}

impl FromStr for Language {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let known = Language::ALL
            .into_iter()
            .find(|language| language.word() == word);
        known.ok_or_else(|| {
            let all = Language::ALL.map(Language::word).join(", ");
            format!("there is no language {word:?} to begin in: {all} are")
        })
    }
}

impl Project {
    /// Returns the files of a carrier from the SDK's example in this language; `None` for Rust,
    /// which uses the template. `sdk` is the folder that contains the SDK's `examples`, next to
    /// `wit`.
    pub fn from_example(&self, language: Language, sdk: &Path) -> Option<Vec<File>> {
        let example = language.example()?;
        Some(
            example
                .files
                .iter()
                .map(|(path, text)| (PathBuf::from(path), self.renamed(example, path, text, sdk)))
                .collect(),
        )
    }

    fn renamed(&self, example: &Example, path: &str, text: &str, sdk: &Path) -> String {
        let tool = sdk.join("examples/wit-deps.mjs").display().to_string();
        let interfaces = json_text(&sdk.join("../wit/v1").display().to_string());
        let name = &self.name;
        match path {
            "plugin.toml" => text
                .replace(&format!("the {}", small(example.name)), name)
                .replace(example.name, name)
                .replace(example.id, &self.id)
                .replacen("\nversion = \"1.0.0\"", "\nversion = \"0.1.0\"", 1),
            "README.md" => {
                let how = text.find(HOW).map_or("", |place| &text[place..]);
                let how = how
                    .replace(example.id, WORLD)
                    .replace("../wit-deps.mjs", &format!("{}/examples/wit-deps.mjs", sdk.display()));
                let words = [("Language", example.language.to_owned()), ("needs", example.needs.to_owned())];
                self.filled(README, &words) + &how
            }
            "package.json" | "package-lock.json" => text
                .replace(&format!("waybill-{}", example.id), &self.id)
                .replace("  \"license\": \"Apache-2.0\",\n  \"description\"", "  \"description\"")
                .replace(
                    "A carrier written in TypeScript. Apart from the web's workspace, with a lock of its own.",
                    name,
                )
                .replace("node ../wit-deps.mjs", &format!("node \\\"{}\\\"", json_text(&tool)))
                .replace(&format!("--world-name {}", example.id), &format!("--world-name {WORLD}")),
            "build.py" => text.replace("../../../wit/v1", &interfaces).replace(example.id, WORLD),
            "wit/world.wit" => text.replace(example.id, WORLD),
            // In single quotes, as TypeScript is written here.
            "src/carrier.ts" => text
                .replace(&format!("'{}'", example.name), &format!("'{}'", name.replace('\'', "\\'")))
                .replace(&format!("'{}'", example.id), &format!("'{}'", self.id)),
            _ => text.replace(example.name, name).replace(example.id, &self.id),
        }
    }
}

/// The name as written within a sentence.
fn small(name: &str) -> String {
    name.replacen('C', "c", 1)
}

/// Escapes a text for a string literal of JSON or Python.
fn json_text(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "test helpers panic on failure")]
mod tests {
    use std::{collections::BTreeSet, fs};

    use super::*;
    use crate::Kind;

    fn project(language: Language) -> Vec<File> {
        let (id, name) = ("coastal-2".to_owned(), "O'Hara's couriers".to_owned());
        Project {
            id,
            name,
            kind: Kind::Carrier,
        }
        .from_example(language, Path::new("/opt/my sdk"))
        .unwrap()
    }

    fn text<'a>(files: &'a [File], name: &str) -> &'a str {
        &files
            .iter()
            .find(|(path, _)| path == Path::new(name))
            .unwrap()
            .1
    }

    /// Collects the folder's files, except generated ones.
    fn walked(folder: &Path, below: &Path, into: &mut BTreeSet<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            let is_made = [
                "node_modules",
                "deps",
                "target",
                "__pycache__",
                "component.wasm",
            ]
            .contains(&name.as_str());
            if is_made || name.ends_with(".wbp") {
                continue;
            }
            let path = below.join(&name);
            if entry.file_type().unwrap().is_dir() {
                walked(&entry.path(), &path, into);
            } else {
                into.insert(path);
            }
        }
    }

    #[test]
    fn a_project_has_every_file_of_its_example() {
        for example in [&TYPESCRIPT, &PYTHON] {
            let mut there = BTreeSet::new();
            walked(
                &Path::new(env!("CARGO_MANIFEST_DIR"))
                    .join("../examples")
                    .join(example.id),
                Path::new(""),
                &mut there,
            );
            let taken: BTreeSet<PathBuf> = example
                .files
                .iter()
                .map(|(path, _)| PathBuf::from(path))
                .collect();
            assert_eq!(taken, there, "{}", example.id);
        }
    }

    #[test]
    fn nothing_of_the_examples_names_and_places_is_left() {
        for language in [Language::TypeScript, Language::Python] {
            for (path, text) in project(language) {
                for left in [
                    "carrier-js",
                    "carrier-py",
                    "Carrier in ",
                    "carrier in ",
                    "../wit",
                    "](../",
                    "{{id",
                    "{{N",
                    "{{L",
                    "{{n",
                ] {
                    // A module's first sentence names its language.
                    let text = if path.starts_with("src") {
                        text.split_once('\n').unwrap().1
                    } else {
                        &text
                    };
                    let text = text.replace("/opt/my sdk/../wit", "");
                    assert!(!text.contains(left), "{left:?} in {}", path.display());
                }
            }
        }
    }

    #[test]
    fn the_names_stand_where_the_host_reads_them() {
        for (language, source) in [
            (Language::TypeScript, "src/carrier.ts"),
            (Language::Python, "src/carrier.py"),
        ] {
            let files = project(language);
            let manifest = text(&files, "plugin.toml");
            for line in [
                "\nid = \"coastal-2\"\n",
                "\nname = \"O'Hara's couriers\"\n",
                "\nversion = \"0.1.0\"\n",
                "\nwit = \"1.0.0\"\n",
            ] {
                assert!(manifest.contains(line), "{line} in {manifest}");
            }
            assert!(text(&files, source).contains("coastal-2"));
            assert!(text(&files, "wit/world.wit").contains("world own-carrier {"));
            assert!(text(&files, "README.md").contains("coastal-2-0.1.0.wbp"));
            assert!(text(&files, "README.md").contains("## What to know"));
        }
        let files = project(Language::TypeScript);
        assert!(text(&files, "src/carrier.ts").contains(r"displayName: 'O\'Hara\'s couriers'"));
        assert!(
            text(&files, "package.json")
                .contains(r#""node \"/opt/my sdk/examples/wit-deps.mjs\" wit""#)
        );
        let files = project(Language::Python);
        assert!(text(&files, "build.py").contains("\"/opt/my sdk/../wit/v1\""));
        assert!(text(&files, "build.py").contains("example:own-carrier/own-carrier@1.0.0"));
    }
}

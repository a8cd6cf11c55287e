//! File templates with `{{placeholders}}`.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

/// Path below the new folder, and text.
pub type Template = (&'static str, &'static str);

/// Writes templates into a new folder, filled in.
pub fn write(folder: &Path, templates: &[Template], words: &[(&str, &str)]) -> Result<()> {
    if folder.exists() {
        bail!("{} is there already", folder.display());
    }
    for (path, text) in templates {
        write_file(&folder.join(path), &fill(text, words))?;
    }
    Ok(())
}

pub fn write_file(file: &Path, text: &str) -> Result<()> {
    if let Some(parent) = file.parent() {
        fs::create_dir_all(parent)?;
    }
    fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))?;
    println!("wrote {}", file.display());
    Ok(())
}

fn fill(text: &str, words: &[(&str, &str)]) -> String {
    words.iter().fold(text.to_owned(), |text, (name, word)| {
        text.replace(&format!("{{{{{name}}}}}"), word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_filled_in() {
        assert_eq!(
            fill(
                "id = \"{{id}}\" {{Name}} {{id}}",
                &[("id", "a"), ("Name", "A")]
            ),
            "id = \"a\" A a"
        );
    }
}

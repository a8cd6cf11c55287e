//! Files to start from, with `{{words}}` to be filled in.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

/// A template: the path below the new folder, and the text.
pub type Template = (&'static str, &'static str);

/// Writes the templates below a folder that must not be there yet; each `{{name}}` becomes its word.
pub fn write(folder: &Path, templates: &[Template], words: &[(&str, &str)]) -> Result<()> {
    if folder.exists() {
        bail!("{} is there already", folder.display());
    }
    for (path, text) in templates {
        let file = folder.join(path);
        if let Some(parent) = file.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(&file, filled(text, words)).with_context(|| format!("cannot write {}", file.display()))?;
        println!("wrote {}", file.display());
    }
    Ok(())
}

fn filled(text: &str, words: &[(&str, &str)]) -> String {
    words.iter().fold(text.to_owned(), |text, (name, word)| text.replace(&format!("{{{{{name}}}}}"), word))
}

/// `coastal-couriers` as `Coastal couriers`.
pub fn spoken(id: &str) -> String {
    let mut letters = id.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect::<String>().replace('-', " ")
}

/// `coastal-couriers` as `CoastalCouriers`.
pub fn type_name(id: &str) -> String {
    id.split('-').map(spoken).collect()
}

/// Refuses a name that could not be a folder, a crate and a word on the wire alike.
pub fn check_name(name: &str, hyphens: bool) -> Result<()> {
    let right = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || (hyphens && letter == '-');
    let begins = name.starts_with(|letter: char| letter.is_ascii_lowercase());
    if !begins || name.len() < 2 || name.len() > 64 || !name.chars().all(right) || name.ends_with('-') {
        let hyphen = if hyphens { ", digits and hyphens" } else { " and digits" };
        bail!("the name `{name}` does not do: 2 to 64 lower-case letters{hyphen}, a letter first");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_said_in_three_ways() {
        assert_eq!(spoken("coastal-couriers"), "Coastal couriers");
        assert_eq!(type_name("coastal-couriers"), "CoastalCouriers");
        assert!(check_name("coastal-couriers", true).is_ok());
        for wrong in ["", "a", "Coastal", "7seas", "coastal_couriers", "coastal-"] {
            assert!(check_name(wrong, true).is_err(), "{wrong}");
        }
        assert!(check_name("proof-of-delivery", false).is_err());
    }

    #[test]
    fn words_are_filled_in() {
        assert_eq!(filled("id = \"{{id}}\" {{Name}} {{id}}", &[("id", "a"), ("Name", "A")]), "id = \"a\" A a");
    }
}

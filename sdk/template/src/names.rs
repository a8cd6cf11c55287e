//! Spellings of a plugin's name: for people, code and styles.

/// `coastal-couriers` as `Coastal couriers`.
pub fn spoken(id: &str) -> String {
    let mut letters = id.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first
        .into_iter()
        .chain(letters)
        .collect::<String>()
        .replace('-', " ")
}

/// `coastal-couriers` as `CoastalCouriers`.
pub fn type_name(id: &str) -> String {
    id.split('-').map(spoken).collect()
}

/// A short prefix for a face's styles, so that they meet no other plugin's: `coastal-couriers` has
/// `coastalcouriers`.
pub(crate) fn style_prefix(id: &str) -> String {
    id.chars().filter(char::is_ascii_lowercase).collect()
}

/// Rejects a name that is not valid as a folder, a crate and an id; the error describes a valid
/// one.
pub fn check_name(name: &str, hyphens: bool) -> Result<(), String> {
    let right = |letter: char| {
        letter.is_ascii_lowercase() || letter.is_ascii_digit() || (hyphens && letter == '-')
    };
    let begins = name.starts_with(|letter: char| letter.is_ascii_lowercase());
    if begins && (2..=64).contains(&name.len()) && name.chars().all(right) && !name.ends_with('-') {
        return Ok(());
    }
    let hyphen = if hyphens {
        ", digits and hyphens"
    } else {
        " and digits"
    };
    Err(format!(
        "the name `{name}` does not do: 2 to 64 lower-case letters{hyphen}, a letter first"
    ))
}

/// Rejects a display name that needs escaping in the manifest or in source code.
pub fn check_title(name: &str) -> Result<(), String> {
    let is_wrong = |letter: char| letter.is_control() || matches!(letter, '"' | '\\');
    if name.trim() == name
        && (1..=64).contains(&name.chars().count())
        && !name.chars().any(is_wrong)
    {
        return Ok(());
    }
    Err(format!(
        "the name {name:?} does not do: 1 to 64 characters, no quotation mark, backslash or line break"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_for_people_stands_between_quotation_marks() {
        assert!(check_title("O'Hara & Söhne").is_ok());
        for wrong in ["", " ", " a", "a\"b", "a\\", "a\nb"] {
            assert!(check_title(wrong).is_err(), "{wrong:?}");
        }
        assert!(check_title(&"a".repeat(65)).is_err());
    }

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
}

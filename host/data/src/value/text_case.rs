//! Case folding as in both databases: `unicode_lower`, `unicode_upper` and `unicode_fold`.
//!
//! SQLite's functions handle only ASCII, PostgreSQL's depend on the locale.

use rusqlite::{Connection, functions::FunctionFlags};

/// Lowers the case; both lower-case sigmas count as one.
pub fn fold_case(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    text.to_lowercase().replace('ς', "σ")
}

type Function = fn(&str) -> String;

/// Adds the functions to a connection.
pub(crate) fn register(connection: &Connection) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8
        | FunctionFlags::SQLITE_DETERMINISTIC
        | FunctionFlags::SQLITE_INNOCUOUS;
    let functions: [(&str, Function); 3] = [
        ("unicode_lower", str::to_lowercase),
        ("unicode_upper", str::to_uppercase),
        ("unicode_fold", fold_case),
    ];
    for (name, function) in functions {
        connection.create_scalar_function(name, 1, flags, move |context| {
            Ok(context.get_raw(0).as_str_or_null()?.map(function))
        })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_every_script_are_folded() {
        for (text, folded) in [
            ("Ōtāhuhu", "ōtāhuhu"),
            ("ÉCLAIR", "éclair"),
            ("МОСКВА", "москва"),
            ("ΟΔΟΣ", "οδοσ"),
            ("οδος", "οδοσ"),
            ("Ab-9", "ab-9"),
            ("東京", "東京"),
        ] {
            assert_eq!(fold_case(text), folded);
        }
    }

    #[test]
    fn a_connection_has_the_functions() {
        let connection = Connection::open_in_memory().unwrap();
        register(&connection).unwrap();
        let row = "SELECT unicode_lower('ŌÉ'), unicode_upper('straße'), unicode_fold('Σ'), unicode_fold(NULL)";
        let texts: [Option<String>; 4] = connection
            .query_row(row, [], |row| {
                Ok([row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?])
            })
            .unwrap();
        assert_eq!(
            texts,
            [
                Some("ōé".to_owned()),
                Some("STRASSE".to_owned()),
                Some("σ".to_owned()),
                None
            ]
        );
    }
}

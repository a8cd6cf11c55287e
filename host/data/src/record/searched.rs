//! Declaration of a record's searched texts.

/// Searched texts of a record; created by `#[derive(Record)]` from the fields marked `searched`.
#[derive(Debug)]
pub struct Searched {
    /// Stored in the database and never reused. A new searched record gets the next number, and its
    /// migration adds a row to `search_rebuilds` for each tenant.
    pub kind: i64,
    /// True if people refer to it by its id.
    pub is_numbered: bool,
    pub words: &'static [Word],
}

/// One searched text: its filter name, and its columns in order.
#[derive(Debug, Clone, Copy)]
pub struct Word {
    pub field: &'static str,
    pub columns: &'static [&'static str],
    /// Members of its JSON document that are searched individually; empty for text columns.
    pub members: &'static [&'static str],
}

impl Word {
    /// Has no text; fills lists that are joined at compile time.
    #[doc(hidden)]
    pub const NONE: Self = Self {
        field: "",
        columns: &[],
        members: &[],
    };
}

impl Searched {
    pub(crate) fn has_any_case(&self, field: &str) -> bool {
        let plain = |byte: u8| {
            if byte == b'.' {
                b'/'
            } else {
                byte.to_ascii_lowercase()
            }
        };
        self.words
            .iter()
            .any(|word| word.field.bytes().map(plain).eq(field.bytes().map(plain)))
    }
}

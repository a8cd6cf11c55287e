//! SQL text that is built at compile time.

/// Joins constant texts.
#[macro_export]
macro_rules! sql_text {
    ($($part:expr),+ $(,)?) => {{
        const PARTS: &[&str] = &[$($part),+];
        const LENGTH: usize = $crate::db::joined::<0>(PARTS).1;
        const BYTES: [u8; LENGTH] = $crate::db::joined(PARTS).0;
        const TEXT: &str = $crate::db::utf8(&BYTES);
        TEXT
    }};
}

/// Lists the names of a [`TextEnum`](crate::text_enum::TextEnum)'s values: `'Draft', 'Quoted'`.
/// They are given, `sql_names!(Status: Draft | Quoted)`, or meet a condition, which is the path of
/// a `const fn`: `sql_names!(Status, Status::is_free)`.
#[macro_export]
macro_rules! sql_names {
    ($type:ident: $first:ident $(| $next:ident)*) => {
        $crate::sql_text!(
            "'", <$type>::$first.as_str(), "'" $(, ", '", <$type>::$next.as_str(), "'")*
        )
    };
    ($type:ty, $meets:path) => {{
        const fn names<const N: usize>() -> ([u8; N], usize) {
            let (mut bytes, mut length, mut at) = ([0; N], 0, 0);
            while at < <$type>::ALL.len() {
                let value = <$type>::ALL[at];
                if $meets(value) {
                    if length > 0 {
                        length = $crate::db::append(&mut bytes, length, ", ");
                    }
                    length = $crate::db::append(&mut bytes, length, "'");
                    length = $crate::db::append(&mut bytes, length, value.as_str());
                    length = $crate::db::append(&mut bytes, length, "'");
                }
                at += 1;
            }
            (bytes, length)
        }
        const LENGTH: usize = names::<0>().1;
        const BYTES: [u8; LENGTH] = names().0;
        const TEXT: &str = $crate::db::utf8(&BYTES);
        TEXT
    }};
}

/// Writes as much as there is room for. Returns the length with all of it.
#[doc(hidden)]
pub const fn append<const N: usize>(bytes: &mut [u8; N], length: usize, text: &str) -> usize {
    let mut at = 0;
    while at < text.len() {
        if length + at < N {
            bytes[length + at] = text.as_bytes()[at];
        }
        at += 1;
    }
    length + text.len()
}

#[doc(hidden)]
pub const fn joined<const N: usize>(parts: &[&str]) -> ([u8; N], usize) {
    let (mut bytes, mut length, mut at) = ([0; N], 0, 0);
    while at < parts.len() {
        length = append(&mut bytes, length, parts[at]);
        at += 1;
    }
    (bytes, length)
}

#[doc(hidden)]
pub const fn utf8(bytes: &[u8]) -> &str {
    match core::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => panic!("joined texts are UTF-8"),
    }
}

#[cfg(test)]
mod tests {
    use crate::{text_enum::TextEnum, tsql};

    #[derive(Debug, Clone, Copy, PartialEq, Eq, TextEnum)]
    enum Light {
        Red,
        #[text_enum(name = "Red and amber")]
        RedAmber,
        Green,
        #[text_enum(unknown)]
        Broken,
    }

    impl Light {
        const fn stops(self) -> bool {
            matches!(self, Self::Red | Self::RedAmber | Self::Broken)
        }
        const fn never(self) -> bool {
            false
        }
    }

    #[test]
    fn conditions_list_the_names_of_values() {
        const STOPS: &str = sql_text!("light IN (", sql_names!(Light, Light::stops), ")");
        assert_eq!(STOPS, "light IN ('Red', 'Red and amber')");
        assert_eq!(sql_names!(Light, Light::never), "");
        let sql = tsql!(
            "SELECT 1 FROM lights WHERE tenant_id = $1 AND ",
            STOPS,
            " LIMIT 1"
        );
        assert_eq!(
            sql.0,
            "SELECT 1 FROM lights WHERE tenant_id = $1 AND light IN ('Red', 'Red and amber') LIMIT 1"
        );
    }
}

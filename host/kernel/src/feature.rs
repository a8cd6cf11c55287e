//! Features that a tenant can have switched on or off: each area declares its own, and the program lists them.

/// One feature. A plugin adds `Plugin.<id>.Enabled`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Feature {
    pub name: &'static str,
    pub parent: Option<&'static str>,
    pub display_name: &'static str,
    pub description: &'static str,
    /// The value of a tenant that has none of its own. All values are text.
    pub default: &'static str,
    place: u16,
}

impl Feature {
    /// A part of the product that is on unless somebody switches it off. Lower places are listed first.
    pub const fn on(
        place: u16,
        name: &'static str,
        display_name: &'static str,
        description: &'static str,
    ) -> Self {
        Self {
            name,
            parent: None,
            display_name,
            description,
            default: "true",
            place,
        }
    }
}

/// The features in the order in which the shell reads them (`X.Enabled` before any `X.Max…`), or which one has two
/// declarations.
pub fn compose(declared: impl IntoIterator<Item = Feature>) -> Result<Vec<Feature>, String> {
    let mut all: Vec<Feature> = declared.into_iter().collect();
    all.sort_by_key(|feature| feature.place);
    let mut names = std::collections::HashSet::new();
    match all.iter().find(|feature| !names.insert(feature.name)) {
        Some(twice) => Err(format!("the feature {} is declared twice", twice.name)),
        None => Ok(all),
    }
}

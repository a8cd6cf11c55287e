//! Features that can be on or off per tenant: each area declares its own, and the program lists
//! them.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Feature {
    pub name: &'static str,
    pub parent: Option<&'static str>,
    pub display_name: &'static str,
    pub description: &'static str,
    /// Default value. All values are text.
    pub default: &'static str,
    place: u16,
}

impl Feature {
    /// Declares a part of the product that is on by default. Lower places are listed first.
    pub const fn enabled_by_default(
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

/// Orders `X.Enabled` before any `X.Max…`; fails with the name of one declared twice.
pub fn compose(declared: impl IntoIterator<Item = Feature>) -> Result<Vec<Feature>, String> {
    let mut all: Vec<Feature> = declared.into_iter().collect();
    all.sort_by_key(|feature| feature.place);
    let mut names = std::collections::HashSet::new();
    match all.iter().find(|feature| !names.insert(feature.name)) {
        Some(twice) => Err(format!("the feature {} is declared twice", twice.name)),
        None => Ok(all),
    }
}

//! Profiles of vehicles.

/// A kind of vehicle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// A van.
    Auto,
    Truck,
    Car,
}

impl Profile {
    pub const ALL: [Self; 3] = [Self::Auto, Self::Truck, Self::Car];
    pub(crate) const COUNT: usize = Self::ALL.len();

    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Truck => "truck",
            Self::Car => "car",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|profile| profile.name() == name)
    }
}

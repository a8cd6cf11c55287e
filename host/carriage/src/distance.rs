//! Distances on the Earth's surface.

/// Mean radius of the Earth in metres, as the IUGG defines it.
const EARTH_RADIUS: f64 = 6_371_008.8;

/// A place on the Earth, prepared for many distances.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spot {
    /// Radians.
    latitude: f64,
    longitude: f64,
    /// Cosine of the latitude.
    narrowing: f64,
}

impl Spot {
    pub fn from_degrees(latitude: f64, longitude: f64) -> Self {
        let latitude = latitude.to_radians();
        Self {
            latitude,
            longitude: longitude.to_radians(),
            narrowing: latitude.cos(),
        }
    }

    /// Returns the length of the great circle to another place, in metres.
    pub fn metres_to(&self, other: &Self) -> f64 {
        let half = |angle: f64| (angle / 2.0).sin().powi(2);
        let across = self.narrowing * other.narrowing * half(other.longitude - self.longitude);
        let square = half(other.latitude - self.latitude) + across;
        // Rounding can exceed 1 for places on opposite sides.
        2.0 * EARTH_RADIUS * square.clamp(0.0, 1.0).sqrt().asin()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_distance_is_that_of_the_great_circle() {
        let melbourne = Spot::from_degrees(-37.8136, 144.9631);
        let sydney = Spot::from_degrees(-33.8688, 151.2093);
        let metres = melbourne.metres_to(&sydney);
        assert!((712_000.0..714_500.0).contains(&metres), "{metres}");
        assert_eq!(metres, sydney.metres_to(&melbourne));
        assert_eq!(sydney.metres_to(&sydney), 0.0);
        let half = Spot::from_degrees(0.0, 0.0).metres_to(&Spot::from_degrees(0.0, 180.0));
        assert!((half - 20_015_114.0).abs() < 2.0, "{half}");
    }
}

//! Meaning of a road's tags: who may use it in which direction, and how fast.

use crate::{build::Limits, profile::Profile};

/// Share of a speed limit that traffic reaches, in percent.
const LIMIT_PERCENT: f64 = 85.0;
const MAX_TRUCK_SPEED: f64 = 90.0;
/// Vans and trucks are slower than cars where no limit is signed.
const VAN_PERCENT: f64 = 95.0;
const TRUCK_PERCENT: f64 = 85.0;
const KM_PER_MILE: f64 = 1.609_344;
const METRES_PER_FOOT: f64 = 0.3048;

/// Kilometres an hour of a car by class of the road.
const SPEEDS: &[(&str, f64)] = &[
    ("motorway", 95.0),
    ("motorway_link", 55.0),
    ("trunk", 80.0),
    ("trunk_link", 50.0),
    ("primary", 60.0),
    ("primary_link", 45.0),
    ("secondary", 52.0),
    ("secondary_link", 40.0),
    ("tertiary", 45.0),
    ("tertiary_link", 35.0),
    ("unclassified", 38.0),
    ("residential", 30.0),
    ("living_street", 10.0),
    ("service", 15.0),
];
/// Values of access tags that close a road.
const CLOSED: &[&str] = &["no", "private", "agricultural", "forestry", "emergency"];
/// Barriers that vehicles do not pass unless a tag opens them.
const BARRIERS: &[&str] = &[
    "bollard",
    "block",
    "jersey_barrier",
    "chain",
    "log",
    "debris",
];

/// Tags of an element by key.
pub struct Tags<'t>(pub &'t [(&'t str, &'t str)]);

impl<'t> Tags<'t> {
    fn get(&self, key: &str) -> Option<&'t str> {
        let found = self.0.iter().find(|(known, _)| *known == key);
        found.map(|(_, value)| *value)
    }

    /// True for a road of any vehicle.
    pub fn is_road(&self) -> bool {
        let class = self.get("highway");
        class.is_some_and(|class| SPEEDS.iter().any(|(known, _)| *known == class))
            && self.get("area") != Some("yes")
    }

    /// True for a node that vehicles do not pass.
    pub fn is_barrier(&self) -> bool {
        let barrier = self.get("barrier").unwrap_or_default();
        let access = ["motor_vehicle", "vehicle", "access"];
        match access.iter().find_map(|key| self.get(key)) {
            Some(value) => !barrier.is_empty() && CLOSED.contains(&value),
            None => BARRIERS.contains(&barrier),
        }
    }

    /// Returns kilometres an hour along and against the road; none where it may not be used.
    pub fn speeds(&self, profile: Profile, limits: Limits) -> [Option<f64>; 2] {
        if !self.is_open(profile, limits) {
            return [None, None];
        }
        let speed = self.speed(profile);
        match self.direction() {
            Direction::Both => [Some(speed), Some(speed)],
            Direction::Along => [Some(speed), None],
            Direction::Against => [None, Some(speed)],
        }
    }

    /// Returns the restriction of turns that holds for a profile: the most specific one.
    pub fn turn(&self, profile: Profile) -> Option<Turn> {
        if self.get("type") != Some("restriction") {
            return None;
        }
        let kinds = kinds(profile);
        let own = self.0.iter().filter_map(|(key, value)| {
            let kind = key.strip_prefix("restriction:")?;
            let rank = kinds.iter().position(|known| *known == kind)?;
            Some((rank, *value))
        });
        let value = match own.min() {
            Some((_, value)) => value,
            None => {
                let except = self.get("except").unwrap_or_default();
                if except.split(';').any(|kind| kinds.contains(&kind.trim())) {
                    return None;
                }
                self.get("restriction")?
            }
        };
        match value.split_once('_')? {
            ("no", _) => Some(Turn::No),
            ("only", _) => Some(Turn::Only),
            _ => None,
        }
    }

    fn is_open(&self, profile: Profile, limits: Limits) -> bool {
        let own = kinds(profile).iter().chain(&["access"]);
        let access = own.into_iter().find_map(|key| self.get(key));
        if access.is_some_and(|value| CLOSED.contains(&value)) {
            return false;
        }
        let fits = |key: &str, size: f64, read: fn(&str) -> Option<f64>| {
            let limit = self.get(key).and_then(read);
            limit.is_none_or(|limit| limit >= size)
        };
        profile != Profile::Truck
            || (fits("maxheight", limits.height, metres)
                && fits("maxweight", limits.weight, tonnes)
                && fits("maxweightrating", limits.weight, tonnes))
    }

    fn speed(&self, profile: Profile) -> f64 {
        let class = self.get("highway").unwrap_or_default();
        let of_class = SPEEDS.iter().find(|(known, _)| *known == class);
        let of_class = of_class.map_or(30.0, |(_, speed)| *speed);
        let signed = self.get("maxspeed").and_then(kilometres_an_hour);
        let speed = signed.map(|limit| limit * LIMIT_PERCENT / 100.0);
        let slower = |percent: f64| speed.unwrap_or(of_class * percent / 100.0);
        match profile {
            Profile::Car => speed.unwrap_or(of_class),
            Profile::Auto => slower(VAN_PERCENT),
            Profile::Truck => slower(TRUCK_PERCENT).min(MAX_TRUCK_SPEED),
        }
    }

    fn direction(&self) -> Direction {
        let is_circle = matches!(self.get("junction"), Some("roundabout" | "circular"));
        let is_motorway = self.get("highway") == Some("motorway");
        match self.get("oneway") {
            Some("yes" | "true" | "1") => Direction::Along,
            Some("-1" | "reverse") => Direction::Against,
            Some("no" | "false" | "0") => Direction::Both,
            _ if is_circle || is_motorway => Direction::Along,
            _ => Direction::Both,
        }
    }
}

/// A restriction of turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// This turn is forbidden.
    No,
    /// All others are forbidden.
    Only,
}

/// Kinds of vehicles that a profile is, the most specific first.
fn kinds(profile: Profile) -> &'static [&'static str] {
    match profile {
        Profile::Truck => &["hgv", "goods", "motor_vehicle", "vehicle"],
        Profile::Auto => &["goods", "motorcar", "motor_vehicle", "vehicle"],
        Profile::Car => &["motorcar", "motor_vehicle", "vehicle"],
    }
}

enum Direction {
    Both,
    Along,
    Against,
}

/// Reads the number that begins a value, and its unit.
fn number(value: &str) -> Option<(f64, &str)> {
    let value = value.trim();
    let end = value
        .find(|letter: char| !letter.is_ascii_digit() && letter != '.')
        .unwrap_or(value.len());
    let number = value.get(..end)?.parse::<f64>().ok()?;
    Some((number, value[end..].trim()))
}

fn kilometres_an_hour(value: &str) -> Option<f64> {
    let (number, unit) = number(value)?;
    let speed = match unit {
        "" | "km/h" => number,
        "mph" => number * KM_PER_MILE,
        _ => return None,
    };
    (5.0..=150.0).contains(&speed).then_some(speed)
}

fn metres(value: &str) -> Option<f64> {
    match number(value)? {
        (metres, "" | "m") => Some(metres),
        (feet, unit) => {
            // 12'6" has feet and inches.
            let inches = unit.strip_prefix('\'').or(unit.strip_prefix("ft"))?;
            let inches = number(inches).map_or(0.0, |(inches, _)| inches);
            Some((feet + inches / 12.0) * METRES_PER_FOOT)
        }
    }
}

fn tonnes(value: &str) -> Option<f64> {
    match number(value)? {
        (tonnes, "" | "t") => Some(tonnes),
        (kilograms, "kg") => Some(kilograms / 1_000.0),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn speeds(tags: &[(&str, &str)], profile: Profile) -> [Option<f64>; 2] {
        Tags(tags).speeds(profile, Limits::default())
    }

    #[test]
    fn one_way_roads_have_one_direction() {
        let primary = ("highway", "primary");
        assert_eq!(speeds(&[primary], Profile::Car), [Some(60.0); 2]);
        let along = [Some(60.0), None];
        assert_eq!(speeds(&[primary, ("oneway", "yes")], Profile::Car), along);
        assert_eq!(
            speeds(&[primary, ("junction", "roundabout")], Profile::Car),
            along
        );
        let against = [None, Some(60.0)];
        assert_eq!(speeds(&[primary, ("oneway", "-1")], Profile::Car), against);
        assert!(speeds(&[("highway", "motorway")], Profile::Car)[1].is_none());
    }

    #[test]
    fn speed_limits_count_and_trucks_are_slower() {
        let signed = [("highway", "residential"), ("maxspeed", "40")];
        assert_eq!(speeds(&signed, Profile::Car), [Some(34.0); 2]);
        let miles = [("highway", "trunk"), ("maxspeed", "60 mph")];
        let speed = speeds(&miles, Profile::Car)[0].unwrap();
        assert!((speed - 82.08).abs() < 0.01, "{speed}");
        let fast = [("highway", "motorway"), ("maxspeed", "130")];
        assert_eq!(speeds(&fast, Profile::Truck)[0], Some(90.0));
        let unread = [("highway", "primary"), ("maxspeed", "walk")];
        assert_eq!(speeds(&unread, Profile::Car), [Some(60.0); 2]);
    }

    #[test]
    fn access_height_and_weight_close_roads() {
        let road = ("highway", "tertiary");
        let is_open = |tag: (&str, &str), profile| speeds(&[road, tag], profile)[0].is_some();
        assert!(!is_open(("access", "private"), Profile::Car));
        assert!(is_open(("access", "destination"), Profile::Car));
        assert!(is_open(("hgv", "no"), Profile::Auto) && !is_open(("hgv", "no"), Profile::Truck));
        for (tag, opens) in [
            (("maxheight", "3.5"), false),
            (("maxheight", "4.6 m"), true),
            (("maxheight", "12'6\""), false),
            (("maxheight", "16 ft"), true),
            (("maxheight", "default"), true),
            (("maxweight", "7.5"), false),
            (("maxweight", "40000 kg"), true),
            (("maxweightrating", "3.5 t"), false),
        ] {
            assert_eq!(is_open(tag, Profile::Truck), opens, "{tag:?}");
            assert!(is_open(tag, Profile::Car), "{tag:?}");
        }
    }

    #[test]
    fn restrictions_of_turns_hold_for_their_vehicles() {
        let turns = |tags: &[(&str, &str)]| {
            let mut all = vec![("type", "restriction")];
            all.extend(tags);
            Profile::ALL.map(|profile| Tags(&all).turn(profile))
        };
        let no = Some(Turn::No);
        assert_eq!(turns(&[("restriction", "no_left_turn")]), [no; 3]);
        let only = Some(Turn::Only);
        assert_eq!(turns(&[("restriction", "only_straight_on")]), [only; 3]);
        // Vans, trucks, cars.
        assert_eq!(turns(&[("restriction:hgv", "no_u_turn")]), [None, no, None]);
        let except = [("restriction", "no_right_turn"), ("except", "psv; hgv")];
        assert_eq!(turns(&except), [no, None, no]);
        let both = [
            ("restriction", "no_left_turn"),
            ("restriction:hgv", "only_straight_on"),
        ];
        assert_eq!(turns(&both), [no, only, no]);
        let conditional = [("restriction:conditional", "no_left_turn @ (07:00-09:00)")];
        assert_eq!(turns(&conditional), [None; 3]);
        assert_eq!(turns(&[("restriction", "give_way")]), [None; 3]);
        assert_eq!(
            Tags(&[("type", "route"), ("restriction", "no_u_turn")]).turn(Profile::Car),
            None
        );
    }

    #[test]
    fn barriers_close_a_node_unless_a_tag_opens_it() {
        let is_barrier = |tags: &[(&str, &str)]| Tags(tags).is_barrier();
        assert!(is_barrier(&[("barrier", "bollard")]));
        assert!(!is_barrier(&[
            ("barrier", "bollard"),
            ("motor_vehicle", "yes")
        ]));
        assert!(!is_barrier(&[("barrier", "gate")]));
        assert!(is_barrier(&[("barrier", "gate"), ("access", "private")]));
        assert!(!is_barrier(&[("highway", "crossing")]));
    }
}

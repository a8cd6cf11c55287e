//! GeoNames' tab-separated files: populated places and postal codes (CC BY 4.0).

use std::path::Path;

use super::{Add, for_each_line};
use crate::model::Place;

/// Columns of the places' file.
const PLACES: usize = 19;
/// Columns of the postal codes' file.
const POSTAL_CODES: usize = 12;
/// Class of populated places.
const POPULATED: &str = "P";

pub fn is_known(first_line: &str) -> bool {
    let columns = first_line.split('\t').count();
    columns == PLACES || columns == POSTAL_CODES
}

pub fn read(file: &Path, add: &mut Add<'_>) -> anyhow::Result<()> {
    for_each_line(file, |line| {
        let cells: Vec<&str> = line.split('\t').collect();
        match cells.len() {
            PLACES if cells[6] == POPULATED => add(Place {
                id: format!("geonames-{}", cells[0]),
                suburb: cells[1].to_owned(),
                state: state(cells[8], cells[10]),
                country: cells[8].to_uppercase(),
                latitude: degrees(cells[4]),
                longitude: degrees(cells[5]),
                ..Place::default()
            }),
            POSTAL_CODES => add(Place {
                id: format!("geonames-{}-{}-{}", cells[0], cells[1], cells[2]),
                suburb: cells[2].to_owned(),
                post_code: cells[1].to_owned(),
                state: state(cells[0], cells[4]),
                country: cells[0].to_uppercase(),
                latitude: degrees(cells[9]),
                longitude: degrees(cells[10]),
                ..Place::default()
            }),
            _ => Ok(()),
        }
    })
}

/// An invalid number is outside the globe, so the place is skipped.
fn degrees(cell: &str) -> f64 {
    cell.parse().unwrap_or(f64::NAN)
}

/// GeoNames numbers the states of Australia.
fn state(country: &str, code: &str) -> String {
    let named = match (country, code) {
        ("AU", "01") => "ACT",
        ("AU", "02") => "NSW",
        ("AU", "03") => "NT",
        ("AU", "04") => "QLD",
        ("AU", "05") => "SA",
        ("AU", "06") => "TAS",
        ("AU", "07") => "VIC",
        ("AU", "08") => "WA",
        (_, code) => code,
    };
    named.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_all(text: &str) -> Vec<Place> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("AU.txt");
        std::fs::write(&file, text).unwrap();
        let mut all = Vec::new();
        let mut add = |place| {
            all.push(place);
            Ok(())
        };
        read(&file, &mut add).unwrap();
        all
    }

    #[test]
    fn populated_places_are_read() {
        let text = "2147892\tRichmond\tRichmond\t\t-37.81819\t145.00176\tP\tPPLX\tAU\t\t07\t\t\t\t26121\t\t20\tAustralia/Melbourne\t2020-01-01\n\
            1\tMount X\tMount X\t\t-37\t145\tT\tMT\tAU\t\t07\t\t\t\t0\t\t20\tAustralia/Melbourne\t2020-01-01\n";
        assert!(is_known(text.lines().next().unwrap()));
        let all = read_all(text);
        assert_eq!(all.len(), 1);
        assert_eq!(all[0].label(), "Richmond VIC");
        assert_eq!((all[0].latitude, all[0].longitude), (-37.81819, 145.00176));
    }

    #[test]
    fn postal_codes_are_read() {
        let text = "AU\t3121\tRichmond\tVictoria\tVIC\t\t\t\t\t-37.8182\t145.0018\t4\n";
        assert!(is_known(text.trim_end()));
        assert_eq!(read_all(text)[0].label(), "Richmond VIC 3121");
    }
}

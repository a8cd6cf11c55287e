//! Search of a small index.

use super::*;
use crate::{filter, index::Writer};

fn place(number: &str, street: &str, suburb: &str, post_code: &str, at: (f64, f64)) -> Place {
    Place {
        id: format!("{number} {street} {suburb}"),
        number: number.to_owned(),
        street: street.to_owned(),
        suburb: suburb.to_owned(),
        post_code: post_code.to_owned(),
        state: if post_code.starts_with('2') {
            "NSW"
        } else {
            "VIC"
        }
        .to_owned(),
        country: "AU".to_owned(),
        latitude: at.0,
        longitude: at.1,
        ..Place::default()
    }
}

fn with_index(test: impl FnOnce(&Opened)) {
    let places = [
        place(
            "12",
            "Church Street",
            "Richmond",
            "3121",
            (-37.8230, 144.9980),
        ),
        place(
            "14",
            "Church Street",
            "Richmond",
            "3121",
            (-37.8232, 144.9981),
        ),
        place(
            "12",
            "Swan Street",
            "Richmond",
            "3121",
            (-37.8260, 145.0000),
        ),
        place("", "", "Richmond", "3121", (-37.8200, 145.0000)),
        place("", "", "Richmond", "2753", (-33.6000, 150.7500)),
        place("", "", "St Kilda", "3182", (-37.8640, 144.9820)),
        place(
            "1",
            "Église <b> Road",
            "Melbourne",
            "3000",
            (-37.8136, 144.9631),
        ),
    ];
    with_places(&places, test);
}

fn with_places(places: &[Place], test: impl FnOnce(&Opened)) {
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("places");
    let mut writer = Writer::create(&target).unwrap();
    for place in places {
        writer.add(place).unwrap();
    }
    writer.finish().unwrap();
    test(&Opened::open(&target).unwrap());
}

fn labels(index: &Opened, query: &str, by: &str) -> Vec<String> {
    let filter = filter::parse(by).unwrap();
    let hits = search(index, query, filter.as_ref(), 10).unwrap();
    hits.into_iter().map(|hit| hit.place.label()).collect()
}

#[test]
fn words_match_whole_by_their_beginning_or_nearly() {
    with_index(|index| {
        assert_eq!(
            labels(index, "12 church st richmond", ""),
            ["12 Church Street, Richmond VIC 3121"]
        );
        assert_eq!(labels(index, "12 chur", ""), labels(index, "12 church", ""));
        assert_eq!(
            labels(index, "church stre", ""),
            [
                "12 Church Street, Richmond VIC 3121",
                "14 Church Street, Richmond VIC 3121"
            ]
        );
        assert_eq!(
            labels(index, "12 chruch street richmnod", ""),
            ["12 Church Street, Richmond VIC 3121"]
        );
        assert_eq!(labels(index, "saint kilda", ""), ["St Kilda VIC 3182"]);
        assert_eq!(labels(index, "eglise melbourne", "").len(), 1);
        assert!(labels(index, "nowhere", "").is_empty());
        assert!(labels(index, " ,", "").is_empty());
    });
}

#[test]
fn a_suburb_comes_before_its_streets() {
    with_index(|index| {
        assert_eq!(labels(index, "richmond 3121", "")[0], "Richmond VIC 3121");
        assert_eq!(labels(index, "richmond", "").len(), 5);
    });
}

#[test]
fn a_short_beginning_finds_localities() {
    with_index(|index| {
        assert_eq!(
            labels(index, "ri", ""),
            ["Richmond NSW 2753", "Richmond VIC 3121"]
        );
        assert_eq!(labels(index, "ric", "").len(), 5);
    });
}

#[test]
fn a_number_that_the_data_lacks_finds_its_street() {
    with_index(|index| {
        let found = labels(index, "99 church street richmond", "");
        assert_eq!(found.len(), 2, "{found:?}");
    });
}

#[test]
fn filters_narrow_the_places() {
    with_index(|index| {
        assert_eq!(
            labels(index, "richmond", "countryCode:=AU && state:[NSW]"),
            ["Richmond NSW 2753"]
        );
        assert_eq!(
            labels(index, "richmond", "state:!=VIC"),
            ["Richmond NSW 2753"]
        );
        assert!(labels(index, "richmond", "country:=NZ").is_empty());
    });
}

#[test]
fn a_filter_finds_what_many_others_come_before() {
    let mut places: Vec<Place> = (0..200)
        .map(|_| place("", "", "Richmond", "3121", (-37.82, 145.0)))
        .collect();
    places.push(place(
        "1",
        "Long Street",
        "Richmond",
        "2753",
        (-33.6, 150.75),
    ));
    with_places(&places, |index| {
        let found = labels(index, "richmond", "state:=NSW");
        assert_eq!(found, ["1 Long Street, Richmond NSW 2753"]);
        assert_eq!(labels(index, "richmond", "state:=VIC").len(), 10);
    });
}

#[test]
fn the_most_similar_words_are_found_among_many() {
    let letters = 'a'..='z';
    let suburbs =
        letters.flat_map(|one| ('a'..='z').map(move |other| format!("Rich{one}{other}nd")));
    let places: Vec<Place> = suburbs
        .map(|suburb| place("", "", &suburb, "3121", (-37.82, 145.0)))
        .collect();
    with_places(&places, |index| {
        let found = labels(index, "richmoond 3121", "");
        assert!(found.contains(&"Richmond VIC 3121".to_owned()), "{found:?}");
    });
}

#[test]
fn only_marks_are_html() {
    assert_eq!(
        highlight("1 Église <b> Road, Melbourne", "eglise melb"),
        "1 <mark>Église</mark> &lt;b&gt; Road, <mark>Melbourne</mark>"
    );
}

#[test]
fn the_nearest_address_or_locality_is_found() {
    with_index(|index| {
        let label = |latitude: f64, longitude: f64| {
            let found = nearest(index, latitude, longitude).unwrap();
            found.map(|(_, place)| place.label())
        };
        let at = |text: &str| Some(text.to_owned());
        assert_eq!(
            label(-37.82305, 144.99805),
            at("12 Church Street, Richmond VIC 3121")
        );
        assert_eq!(label(-37.8600, 144.9800), at("St Kilda VIC 3182"));
        assert_eq!(label(-33.8, 150.6), at("Richmond NSW 2753"));
        assert_eq!(label(-45.0, 100.0), None);
    });
}

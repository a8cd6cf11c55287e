//! Look-ups of places, countries, packages and dangerous goods, and their imports.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

mod imports;
mod places;

use lookups::{Kind, Report, import};
use serde_json::Value;
use testkit::on_both;

const LOCATIONS: &str = "/api/core/commonlookup/getlocations";
const SEARCH: &str = "/api/core/commonlookup/SearchLocations";

fn names(answer: &Value) -> Vec<String> {
    let name = |place: &Value| {
        format!(
            "{} {} {}",
            place["suburb"].as_str().unwrap(),
            place["state"].as_str().unwrap(),
            place["postCode"].as_str().unwrap()
        )
    };
    answer.as_array().unwrap().iter().map(name).collect()
}

#[test]
fn a_guest_finds_places_as_they_are_typed() {
    on_both(|kit| async move {
        let guest = kit.guest();
        let find = async |text: &str| {
            names(
                &guest
                    .get(&format!("{LOCATIONS}?countryCode=AU&search={text}"))
                    .await
                    .result(),
            )
        };
        let richmond = find("ric").await;
        for place in [
            "Richmond VIC 3121",
            "Richmond NSW 2753",
            "Richmond QLD 4822",
            "Richmond SA 5033",
            "Richmond TAS 7025",
        ] {
            assert!(
                richmond.contains(&place.to_owned()),
                "{place} in {richmond:?}"
            );
        }
        assert!(find("3121").await.contains(&"Richmond VIC 3121".to_owned()));
        assert_eq!(find("RICHMOND vic").await, ["Richmond VIC 3121"]);
        assert_eq!(find("vic 3121 rich").await, ["Richmond VIC 3121"]);
        let kilda = find("st kil").await;
        assert_eq!(&kilda[..2], ["St Kilda VIC 3182", "St Kilda East VIC 3183"]);
        assert!(
            find("kilda")
                .await
                .contains(&"St Kilda East VIC 3183".to_owned())
        );
        assert_eq!(
            find("st kilda road melb").await,
            ["St Kilda Road Melbourne VIC 3004"]
        );
        assert!(find("").await.is_empty());
        assert!(find("zzzz").await.is_empty());
        assert!(find("%25_'%22").await.is_empty());
        assert!(find("s").await.len() <= 20);
    });
}

#[test]
fn what_begins_so_comes_before_what_has_such_a_word() {
    on_both(|kit| async move {
        let port = names(
            &kit.guest()
                .get(&format!("{LOCATIONS}?search=port"))
                .await
                .result(),
        );
        let later = port
            .iter()
            .position(|name| !name.starts_with("Port"))
            .unwrap_or(port.len());
        assert!(
            later > 0 && port[later..].iter().all(|name| !name.starts_with("Port")),
            "{port:?}"
        );
    });
}

#[test]
fn a_place_says_where_it_is() {
    on_both(|kit| async move {
        let results = kit
            .guest()
            .get(&format!("{LOCATIONS}?search=3121&countrycode=au"))
            .await
            .result();
        let richmond = results
            .as_array()
            .unwrap()
            .iter()
            .find(|place| place["suburb"] == "Richmond")
            .unwrap()
            .clone();
        assert_eq!(richmond["countryCode"], "AU");
        assert_eq!(
            (richmond["latitude"].as_f64().unwrap() * 100.0).round(),
            -3782.0
        );
        assert_eq!(
            (richmond["longitude"].as_f64().unwrap() * 100.0).round(),
            14500.0
        );
        assert_eq!(richmond["attributes"]["stateName"], "Victoria");
    });
}

#[test]
fn places_are_searched_by_postcode_and_suburb() {
    on_both(|kit| async move {
        let guest = kit.guest();
        let find =
            async |query: &str| names(&guest.get(&format!("{SEARCH}?{query}")).await.result());
        assert_eq!(find("postCode=3121&countryCode=AU").await.len(), 3);
        assert_eq!(
            find("PostCode=3121&suburb=rich").await,
            ["Richmond VIC 3121"]
        );
        assert_eq!(
            find("suburb=richmond&search=tas").await,
            ["Richmond TAS 7025"]
        );
        assert!(find("postCode=3121&suburb=parramatta").await.is_empty());
        assert_eq!(find("search=parramatta").await, ["Parramatta NSW 2150"]);
        for (query, member) in [
            ("countryCode=AUS", "countryCode"),
            ("countryCode=..&search=a", "countryCode"),
        ] {
            assert_eq!(
                guest
                    .get(&format!("{SEARCH}?{query}"))
                    .await
                    .invalid_members(),
                [member]
            );
        }
        let long = "x".repeat(101);
        assert_eq!(
            guest
                .get(&format!("{LOCATIONS}?search={long}"))
                .await
                .invalid_members(),
            ["search"]
        );
    });
}

#[test]
fn countries_packages_and_options_are_listed() {
    on_both(|kit| async move {
        let guest = kit.guest();
        let countries = guest
            .get("/api/core/commonlookup/getcountry")
            .await
            .result();
        let countries = countries.as_array().unwrap();
        assert!(countries.len() >= 249);
        let australia = countries
            .iter()
            .find(|country| country["countryCode"] == "AU")
            .unwrap();
        assert_eq!(
            (
                australia["countryName"].as_str(),
                australia["currencyCode"].as_str()
            ),
            (Some("Australia"), Some("AUD"))
        );
        let at = |name: &str| {
            countries
                .iter()
                .position(|country| country["countryName"] == name)
                .unwrap()
        };
        assert!(at("Åland Islands") < at("Albania") && at("Albania") < at("Zimbabwe"));

        let packages = guest
            .get("/api/core/commonlookup/getallpackagetypes")
            .await
            .result();
        assert_eq!(packages[0]["name"], "Carton");
        let pallet = packages
            .as_array()
            .unwrap()
            .iter()
            .find(|package| package["name"] == "Pallet")
            .unwrap()
            .clone();
        assert_eq!(
            guest
                .get(&format!(
                    "/api/core/user/GetPackageType?id={}",
                    pallet["id"]
                ))
                .await
                .result(),
            pallet
        );
        guest
            .get("/api/core/user/GetPackageType?id=999999")
            .await
            .expect_error(404);
        assert_eq!(
            guest
                .get("/api/core/user/GetPackageType")
                .await
                .invalid_members(),
            ["id"]
        );

        let options = guest
            .get("/api/core/commonlookup/GetAttributes")
            .await
            .result();
        assert!(
            options
                .as_array()
                .unwrap()
                .iter()
                .any(|option| option["key"] == "tail-lift" && option["group"] == "Delivery")
        );
    });
}

#[test]
fn dangerous_goods_are_found_by_number_and_words() {
    on_both(|kit| async move {
        let guest = kit.guest();
        let base = "/api/booking/CommonLookup/GetDangerousGoodsUNCodes";
        let numbers = async |filter: &str| -> Vec<String> {
            let results = guest.get(&format!("{base}?filter={filter}")).await.result();
            results["items"]
                .as_array()
                .unwrap()
                .iter()
                .map(|goods| goods["unNumber"].as_str().unwrap().to_owned())
                .collect()
        };
        assert_eq!(numbers("UN1203").await, ["1203"]);
        assert_eq!(numbers("lithium equipment").await, ["3481"]);
        assert_eq!(
            numbers("contains(tolower(unDescription),'dry ice')").await,
            ["1845"]
        );
        assert!(numbers("no such thing").await.is_empty());
        let acid = guest
            .get(&format!("{base}?filter=hydrochloric"))
            .await
            .result();
        assert_eq!(acid["items"][0]["unClass"], "8");
        assert_eq!(
            acid["items"][0]["unClassDescription"],
            "Corrosive substances"
        );
        let page = guest
            .get(&format!("{base}?maxResultCount=2&skipCount=1"))
            .await
            .result();
        assert!(page["totalCount"].as_i64().unwrap() >= 32);
        assert_eq!(page["items"].as_array().unwrap().len(), 2);
        assert_eq!(
            guest
                .get(&format!("{base}?maxResultCount=0"))
                .await
                .invalid_members(),
            ["maxResultCount"]
        );
        let classes = guest
            .get("/api/booking/CommonLookup/GetDangerousGoodsCategories")
            .await
            .result();
        assert_eq!(classes.as_array().unwrap().len(), 20);
    });
}

#[test]
fn what_can_be_insured_is_listed() {
    on_both(|kit| async move {
        let types = kit
            .guest()
            .get("/api/core/commonlookup/getinsurencetypes")
            .await
            .result();
        assert_eq!(types, serde_json::json!(["Standard", "Premium", "ATI"]));
    });
}

#[test]
fn a_misspelt_suburb_is_found_all_the_same() {
    on_both(|kit| async move {
        let guest = kit.guest();
        let find = async |text: &str| {
            names(
                &guest
                    .get(&format!("{LOCATIONS}?search={text}"))
                    .await
                    .result(),
            )
        };
        for text in [
            "paramatta",
            "parrmatta",
            "Parramtata",
            "paramatta nsw",
            "2150 paramata",
            "nsw paramatta",
        ] {
            assert_eq!(find(text).await[0], "Parramatta NSW 2150", "{text}");
        }
        assert_eq!(find("richmnod vic").await, ["Richmond VIC 3121"]);
        assert_eq!(find("stkilda").await[0], "St Kilda VIC 3182");
        assert!(
            find("paramatta vic").await.is_empty(),
            "another state's is not meant"
        );
        assert!(
            find("paramatta 3121").await.is_empty(),
            "nor another postcode's"
        );
        assert!(find("zzzzzzzz").await.is_empty());
        assert!(find("melbourne%20%20%20").await.len() <= 20);
        let exact = find("richmond").await;
        assert!(
            exact.iter().all(|name| name.contains("Richmond")),
            "what is spelt right is not guessed at: {exact:?}"
        );

        let search =
            async |query: &str| names(&guest.get(&format!("{SEARCH}?{query}")).await.result());
        assert_eq!(
            search("suburb=paramatta&postCode=2150").await,
            ["Parramatta NSW 2150"]
        );
        assert!(search("suburb=paramatta&postCode=3121").await.is_empty());
        assert!(
            guest
                .get(&format!("{LOCATIONS}?countryCode=FR&search=paramatta"))
                .await
                .result()
                .as_array()
                .unwrap()
                .is_empty()
        );
    });
}

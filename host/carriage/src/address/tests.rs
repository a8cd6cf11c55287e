//! Tests of addresses.

use super::*;

fn address() -> Address {
    data::case::from_json(
        br#"{"type":"Residential","contactName":" Ana Pires ","companyName":"","addressLine1":"12 Dock Road","addressLine2":null,
            "PostCode":"3121","suburb":"Richmond","state":"victoria","countryCode":"au","email":"ana@example.com","telephone":"(03) 9000 0000"}"#,
    )
    .unwrap()
}

#[test]
fn is_read_tidied_and_written_in_one_line() {
    let address = address().normalized();
    assert_eq!(address.check("toAddress"), []);
    assert_eq!(
        (
            address.country_code.as_str(),
            address.state_code.as_deref(),
            address.company_name.as_deref()
        ),
        ("AU", Some("VIC"), None)
    );
    assert_eq!(
        address.one_line(),
        "Ana Pires, 12 Dock Road, Richmond VIC 3121, AU"
    );
    assert!(address.is_residential());
    let json = serde_json::to_value(&address).unwrap();
    assert_eq!(
        (
            json["addressLine1"].as_str(),
            json["type"].as_str(),
            json["addressLine2"].is_null()
        ),
        (Some("12 Dock Road"), Some("Residential"), true)
    );
}

#[test]
fn errors_name_their_member() {
    let empty: Vec<String> = Address::default()
        .check("fromAddress")
        .into_iter()
        .map(|error| error.member)
        .collect();
    assert_eq!(
        empty,
        [
            "fromAddress.suburb",
            "fromAddress.postCode",
            "fromAddress.countryCode"
        ]
    );
    let errors_after = |change: fn(&mut Address)| {
        let mut address = address();
        change(&mut address);
        let errors = address.check("a");
        assert_eq!(errors.len(), 1, "{errors:?}");
        format!("{} {}", errors[0].member, errors[0].message)
    };
    assert_eq!(
        errors_after(|a| a.post_code = "800".into()),
        "a.postCode must have four digits in Australia, as in 0800"
    );
    assert_eq!(
        errors_after(|a| a.state = Some("Ontario".into())),
        "a.state must be one of ACT, NSW, NT, QLD, SA, TAS, VIC, WA"
    );
    assert_eq!(
        errors_after(|a| a.country_code = "AUS".into()),
        "a.countryCode must be a country's two letters, as in AU"
    );
    assert_eq!(
        errors_after(|a| a.country_code = "zz".into()),
        "a.countryCode there is no country with the letters zz"
    );
    assert_eq!(
        errors_after(|a| a.email = Some("ana@".into())),
        "a.email must be an email address such as name@example.com"
    );
    assert_eq!(
        errors_after(|a| a.telephone = Some("call me".into())),
        "a.telephone must be a telephone number like +61 3 9000 0000"
    );
    assert_eq!(
        errors_after(|a| a.address_line1 = Some("x".repeat(129))),
        "a.addressLine1 must have at most 128 characters"
    );
    assert_eq!(
        errors_after(|a| a.contact_name = Some("a\nb".into())),
        "a.contactName must not contain line breaks or other control characters"
    );
}

#[test]
fn postcodes_that_a_country_does_not_give_out_are_refused() {
    for (country, post_code) in [
        ("AU", "9998"),
        ("AU", "0199"),
        ("AU", "0000"),
        ("NZ", "0001"),
        ("nz", "9894"),
    ] {
        let place = Address {
            country_code: country.into(),
            post_code: post_code.into(),
            suburb: "Somewhere".into(),
            ..Address::default()
        };
        let actual: Vec<String> = place
            .check("a")
            .iter()
            .map(|error| format!("{} {}", error.member, error.message))
            .collect();
        let country = country.to_uppercase();
        assert_eq!(
            actual,
            [format!(
                "a.postCode there is no postcode {post_code} in {country}"
            )]
        );
    }
    for (country, post_code) in [
        ("AU", "0200"),
        ("AU", "2000"),
        ("AU", "9944"),
        ("NZ", "0110"),
        ("NZ", "9893"),
        ("DE", "99998"),
    ] {
        assert!(
            !is_beyond_postcodes(country, post_code),
            "{country} {post_code}"
        );
    }
}

#[test]
fn a_post_code_tells_its_state() {
    let states = [
        "0200", "0800", "1230", "2600", "2620", "3121", "4870", "5000", "6000", "7000", "8001",
        "9726",
    ];
    let actual: Vec<_> = states
        .map(state_of_post_code)
        .into_iter()
        .flatten()
        .collect();
    assert_eq!(
        actual,
        [
            "ACT", "NT", "NSW", "ACT", "NSW", "VIC", "QLD", "SA", "WA", "TAS", "VIC", "QLD"
        ]
    );
    assert_eq!(
        [
            state_of_post_code("0100"),
            state_of_post_code("800"),
            state_of_post_code("30A0")
        ],
        [None; 3]
    );
}

#[test]
fn a_region_is_the_country_and_the_state() {
    let region = |country: &str, state: Option<&str>, code: Option<&str>, post_code: &str| {
        let [state, state_code] = [state, code].map(|text| text.map(str::to_string));
        let place = Address {
            country_code: country.into(),
            post_code: post_code.into(),
            ..Address::default()
        };
        Address {
            state,
            state_code,
            ..place
        }
        .region()
    };
    assert_eq!(region("au", Some("Victoria"), None, "3121"), "AU-VIC");
    assert_eq!(region("AU", None, Some("nsw"), "2150"), "AU-NSW");
    assert_eq!(region("AU", None, None, "7250"), "AU-TAS");
    assert_eq!(region("AU", None, None, ""), "AU");
    assert_eq!(region("GB", Some("Greater London"), None, "SW1A 1AA"), "GB");
    assert_eq!(region("US", None, Some("CA"), "94016"), "US-CA");
}

#[test]
fn other_countries_have_other_post_codes() {
    let london = Address {
        suburb: "London".into(),
        post_code: "SW1A 1AA".into(),
        country_code: "GB".into(),
        state: Some("Greater London".into()),
        ..Address::default()
    };
    assert_eq!(london.check("a"), []);
    assert_eq!(london.one_line(), "London Greater London SW1A 1AA, GB");
}

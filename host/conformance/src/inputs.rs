//! Consignments and price requests to call with: good ones, odd ones, hostile ones.

use engine::wit::{
    Address, Band, BandKind, Consignment, DangerousGoods, Item, ItemsPriced, Lane, LaneRate,
    LaneRequest, LaneService, Levy, LevyCase, Method, PriceRequest, Rounding, RoundingMode,
    Waiting,
};

pub struct Named<T> {
    pub name: &'static str,
    pub input: T,
}

/// A consignment that any carrier could be asked for.
pub fn sample_consignment() -> Consignment {
    Consignment {
        reference: "CHECK-1".into(),
        from: address("Harbour Goods", "1 Wharf Road", "Melbourne", "VIC", "3000"),
        to: address("Kelp & Sons", "12 Quay Street", "Sydney", "NSW", "2000"),
        items: vec![item(2, 4_200, 300), item(1, 12_500, 600)],
        dangerous_goods: None,
        currency: "AUD".into(),
        dispatch_date: "2026-03-02".into(),
        customer_reference: "PO 4711".into(),
        pickup_instructions: "Gate 3".into(),
        delivery_instructions: "Ring twice".into(),
        options: vec!["signature".into()],
        ext: vec![("source".into(), "check".into())],
    }
}

fn address(company: &str, line: &str, suburb: &str, state: &str, postcode: &str) -> Address {
    Address {
        contact_name: Some("Mara Quinn".into()),
        company_name: Some(company.into()),
        email: Some("mara@harbour.example".into()),
        telephone: Some("+61 3 5550 1234".into()),
        lines: vec![line.into()],
        suburb: suburb.into(),
        state: Some(state.into()),
        postcode: postcode.into(),
        country_code: "AU".into(),
        residential: false,
    }
}

fn item(quantity: u32, weight_g: u64, length_mm: u32) -> Item {
    Item {
        reference: "ITEM-1".into(),
        package_type: "Carton".into(),
        description: "Lamps".into(),
        quantity,
        length_mm,
        width_mm: 200,
        height_mm: 150,
        weight_g,
        dangerous_goods: false,
    }
}

/// Good, odd and hostile consignments.
pub fn consignments(good: &Consignment) -> Vec<Named<Consignment>> {
    let mut all = vec![Named {
        name: "a good consignment",
        input: good.clone(),
    }];
    let mut add = |name: &'static str, change: &dyn Fn(&mut Consignment)| {
        let mut input = good.clone();
        change(&mut input);
        all.push(Named { name, input });
    };
    add("no items", &|it| it.items.clear());
    add("200 items", &|it| it.items = vec![it.items[0].clone(); 200]);
    add("200 items with long texts", &|it| {
        it.items = vec![it.items[0].clone(); 200];
        texts(it, &|_| "ab ".repeat(300));
    });
    add("no pieces", &|it| {
        it.items.iter_mut().for_each(|item| item.quantity = 0)
    });
    add("nothing weighs anything", &|it| {
        it.items.iter_mut().for_each(|item| item.weight_g = 0)
    });
    add("absurd weights", &|it| {
        it.items
            .iter_mut()
            .for_each(|item| item.weight_g = u64::MAX)
    });
    add("absurd numbers", &|it| {
        for item in &mut it.items {
            (item.quantity, item.length_mm, item.width_mm, item.height_mm) =
                (u32::MAX, u32::MAX, u32::MAX, u32::MAX);
        }
    });
    add("unknown country", &|it| it.to.country_code = "ZZ".into());
    add("far away", &|it| {
        it.to = Address {
            state: None,
            country_code: "IS".into(),
            ..address("Fiskur", "Hafnargata 1", "Reykjavík", "", "101")
        };
    });
    add("foreign currency", &|it| it.currency = "KWD".into());
    add("a currency that is none", &|it| it.currency = "XQX".into());
    add("a day that is none", &|it| {
        it.dispatch_date = "2026-13-45".into()
    });
    add("a day long ago", &|it| {
        it.dispatch_date = "1900-01-01".into()
    });
    add("dangerous goods", &|it| {
        it.items[0].dangerous_goods = true;
        it.dangerous_goods = Some(DangerousGoods {
            un_number: "UN1263".into(),
            packing_group: Some("II".into()),
            description: Some("Paint".into()),
            package_type: None,
        });
    });
    add("several dangerous goods in an item", &|it| {
        it.items[0].dangerous_goods = true;
        it.dangerous_goods = Some(DangerousGoods {
            un_number: "1263".into(),
            packing_group: None,
            description: None,
            package_type: None,
        });
        for number in ["1263", "1950"] {
            let item = &it.items[0].reference;
            let value = format!(r#"{{"item":"{item}","unNumber":"{number}"}}"#);
            it.ext.push(("dangerous-goods".into(), value));
        }
    });
    add("options nobody knows", &|it| {
        it.options = vec!["teleport".into(), String::new()]
    });
    add("nothing that is optional", &|it| {
        for place in [&mut it.from, &mut it.to] {
            (place.contact_name, place.company_name, place.email) = (None, None, None);
            (place.telephone, place.state) = (None, None);
            place.lines.clear();
        }
        it.options.clear();
        it.ext.clear();
    });
    for &(name, text) in TEXTS {
        add(name, &|it| texts(it, &|_| text.to_owned()));
    }
    add("empty strings", &|it| texts(it, &|_| String::new()));
    add("the longest strings", &|it| {
        texts(it, &|_| "ab ".repeat(1_300))
    });
    add("a letter more", &|it| texts(it, &|text| format!("{text}é")));
    all
}

/// Texts as people and programs enter them into fields.
const TEXTS: &[(&str, &str)] = &[
    ("control characters", "a\u{0}b\u{7}\r\nc\u{1b}[2J\u{7f}"),
    ("right-to-left text", "שלום \u{202e}مرحبا\u{202c} عالم"),
    ("beyond the basic plane", "🚚🧑‍🤝‍🧑 𝔘𝔫𝔦 e\u{301}\u{301}\u{301}"),
    (
        "quotes in every field",
        "\"'`´«»\\\"; -- </script> <b>&amp; %s %n ${x} $(x)",
    ),
    (
        "places for secrets in every field",
        "{{secret:KEY}} {{secret:apiKey}} {{basic:user:password}} {{",
    ),
    ("text that looks like a negative number", "-12.50"),
    ("paths in every field", "../../etc/passwd?x=1#y/%2e%2e/;a=b"),
];

/// Changes every text entered by people, but no generated one.
fn texts(it: &mut Consignment, change: &dyn Fn(&str) -> String) {
    let apply = |text: &mut String| *text = change(text);
    for place in [&mut it.from, &mut it.to] {
        let optional = [
            &mut place.contact_name,
            &mut place.company_name,
            &mut place.email,
        ];
        optional
            .into_iter()
            .chain([&mut place.telephone, &mut place.state])
            .flatten()
            .for_each(apply);
        place
            .lines
            .iter_mut()
            .chain([&mut place.suburb, &mut place.postcode])
            .for_each(apply);
    }
    for item in &mut it.items {
        [
            &mut item.reference,
            &mut item.package_type,
            &mut item.description,
        ]
        .into_iter()
        .for_each(apply);
    }
    [
        &mut it.customer_reference,
        &mut it.pickup_instructions,
        &mut it.delivery_instructions,
    ]
    .into_iter()
    .for_each(apply);
    it.options.iter_mut().for_each(apply);
    it.ext.iter_mut().for_each(|(_, value)| apply(value));
}

/// Returns the rate engine's request for this consignment.
pub fn price_request(of: &Consignment) -> PriceRequest {
    PriceRequest {
        from: of.from.clone(),
        to: of.to.clone(),
        items: of.items.clone(),
        currency: of.currency.clone(),
        date: of.dispatch_date.clone(),
        services: Vec::new(),
        options: of.options.clone(),
    }
}

pub fn lane_request(of: &Consignment) -> LaneRequest {
    LaneRequest {
        items: of.items.clone(),
        date: of.dispatch_date.clone(),
        ready: Some(9 * 60),
        residential: of.to.residential,
        options: of.options.clone(),
        distance_m: Some(42_000),
        duration_minutes: Some(55),
        waiting_minutes: 20,
        explain: true,
    }
}

/// A lane with a service of two rates, a levy and a price for waiting.
pub fn lane() -> Lane {
    let band = |up_to: Option<i64>, value: i64| Band {
        kind: BandKind::Break,
        up_to,
        basic: 0,
        value,
    };
    let rate = |calculation_method: Method, bands: Vec<Band>| LaneRate {
        service: 0,
        from_zone: "MEL".into(),
        to_zone: "SYD".into(),
        is_reciprocal: false,
        calculation_method,
        accumulative: false,
        minimum: 95_000,
        cubic_allowance: None,
        cut_off: Some(16 * 60),
        transit_days: Some(2),
        bands,
    };
    Lane {
        card: "ROAD".into(),
        currency: "AUD".into(),
        cubic_allowance: 2_500_000,
        items_priced: ItemsPriced::Together,
        rounding: Some(Rounding {
            step: 500,
            mode: RoundingMode::Up,
        }),
        levies_compound: false,
        fuel_percent: 125_000,
        waiting: Some(Waiting {
            free_minutes: 15,
            step_minutes: 15,
            price_per_step: 120_000,
        }),
        services: vec![LaneService {
            code: "ROAD".into(),
            name: "Road".into(),
            is_additional: false,
            min_unit: 10_000,
        }],
        rates: vec![
            rate(
                Method::PerKg,
                vec![band(Some(50_000), 15_000), band(None, 10_000)],
            ),
            rate(Method::PerKm, vec![band(None, 12_000)]),
        ],
        levies: vec![Levy {
            code: "TAILLIFT".into(),
            name: "Tail lift".into(),
            when: LevyCase::AskedFor("tail-lift".into()),
            amount: 550_000,
            amount_per_item: 0,
            percent: 0,
        }],
        from_holidays: Vec::new(),
        to_holidays: vec!["2026-01-26".into()],
    }
}

/// Lanes that are none, or hardly.
pub fn lanes() -> Vec<(&'static str, Lane)> {
    let most = |mut lane: Lane| {
        for rate in &mut lane.rates {
            rate.minimum = i64::MAX;
            rate.bands.iter_mut().for_each(|band| band.value = i64::MAX);
        }
        lane
    };
    let bare = |mut lane: Lane| {
        lane.rates.iter_mut().for_each(|rate| rate.bands.clear());
        lane
    };
    let astray = |mut lane: Lane| {
        lane.rates.iter_mut().for_each(|rate| rate.service = 7);
        lane
    };
    vec![
        (
            "a lane without services and rates",
            Lane {
                services: Vec::new(),
                rates: Vec::new(),
                ..lane()
            },
        ),
        ("a lane whose rates have no bands", bare(lane())),
        ("a lane whose rates are of no service", astray(lane())),
        ("a lane of the largest numbers", most(lane())),
    ]
}

/// Rate cards that are none, or hardly.
pub const CARDS: &[(&str, &str)] = &[
    ("no card", ""),
    ("a card that is no JSON", "{\"services\": ["),
    ("an empty card", "{}"),
    ("a card that is a list", "[]"),
    ("a card of null", "null"),
    (
        "a card with a large number",
        "{\"currency\":\"AUD\",\"zones\":[],\"services\":[],\"rates\":[],\"fuelLevyPercent\":1e308}",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_input_has_a_name_of_its_own_and_is_not_too_large() {
        let all = consignments(&sample_consignment());
        let mut names: Vec<_> = all.iter().map(|one| one.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all.len());
        for one in &all {
            // The engine takes at most 1 MiB.
            assert!(
                serde_json::to_vec(&one.input).unwrap().len() < 1 << 20,
                "{}",
                one.name
            );
        }
    }
}

//! Demo rate card: Australia in nine zones, three services, prices by distance.

use data::{db::Mode, ids::TenantId};
use serde_json::{Value, json};

use crate::boot::App;

/// Code of the demo rate card.
pub const RATE_CARD: &str = "ROAD-2026";

/// Code, name, postcodes, and coordinates in kilometres east and north, which set the prices.
struct Zone(
    &'static str,
    &'static str,
    &'static [&'static str],
    i64,
    i64,
);

const ZONES: [Zone; 9] = [
    Zone(
        "MEL",
        "Melbourne",
        &[
            "3000-3211",
            "3335-3341",
            "3427-3442",
            "3750-3810",
            "3910-3978",
        ],
        0,
        0,
    ),
    Zone(
        "VIC",
        "Regional Victoria",
        &[
            "3212-3334",
            "3342-3426",
            "3443-3749",
            "3811-3909",
            "3979-3999",
        ],
        0,
        180,
    ),
    Zone(
        "SYD",
        "Sydney and Canberra",
        &["2000-2234", "2555-2574", "2600-2618", "2740-2786"],
        560,
        440,
    ),
    Zone(
        "NSW",
        "Regional New South Wales",
        &["2235-2554", "2575-2599", "2619-2739", "2787-2999"],
        520,
        650,
    ),
    Zone("QLD", "Queensland", &["4000-4999"], 780, 1150),
    Zone("ADL", "South Australia", &["5000-5999"], -580, 320),
    Zone("PER", "Western Australia", &["6000-6999"], -2500, 650),
    Zone("TAS", "Tasmania", &["7000-7999"], 220, -560),
    Zone("NT", "Northern Territory", &["0800-0899"], -1150, 2850),
];

pub async fn put_rate_card(app: &App, tenant: TenantId) -> anyhow::Result<()> {
    let mut scope = app.host().scope(tenant, Mode::Write);
    if rates::card_of_code(&mut scope, RATE_CARD).await?.is_some() {
        return Ok(());
    }
    rates::write_card(&mut scope, serde_json::from_value(card())?).await?;
    scope.commit().await?;
    Ok(())
}

fn card() -> Value {
    let place = |range: &&str| {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        json!({"postCode": first, "postCodeTo": last})
    };
    let zone = |zone: &Zone| {
        let places: Vec<Value> = zone.2.iter().map(place).collect();
        json!({"code": zone.0, "name": zone.1, "places": places})
    };
    let mut rates = Vec::new();
    for (at, from) in ZONES.iter().enumerate() {
        for to in &ZONES[at..] {
            rates.extend(rates_between(from, to));
        }
    }
    let levy = |code: &str, name: &str, fee: &str, amount: f64, when: Value| json!({"code": code, "name": name, "feeType": fee, "amount": amount, "when": when});
    let option = |option: &str| json!({"case": "Option", "option": option});
    json!({
        "rateCard": {
            "code": RATE_CARD, "name": "Road 2026", "currency": "AUD",
            "terms": {
                "fuelLevies": [{"fromDate": "2026-01-01", "percent": 18.5}],
                "levies": [
                    levy("TAILLIFT", "Tail lift", "TailLift", 55.0, option("tail-lift")),
                    levy("HANDUNLOAD", "Hand unload", "ManualHandling", 75.0, option("hand-unload")),
                    levy("RESIDENTIAL", "Residential delivery", "Residential", 18.5, json!({"case": "Residential"})),
                    levy("APPOINTMENT", "Appointment", "Admin", 25.0, option("appointment")),
                    {"code": "DG", "name": "Dangerous goods", "feeType": "DangerousGoods", "amountPerItem": 22,
                     "when": {"case": "DangerousGoods"}},
                ],
            },
        },
        "services": [
            {"code": "ROAD", "name": "Road express", "minUnit": 1},
            {"code": "PRIORITY", "name": "Priority overnight", "minUnit": 1},
            {"code": "PALLET", "name": "Pallet rate"},
        ],
        "zones": ZONES.iter().map(zone).collect::<Vec<_>>(),
        "rates": rates,
    })
}

fn rates_between(from: &Zone, to: &Zone) -> [Value; 3] {
    let kilometres = (from.3 - to.3).abs() + (from.4 - to.4).abs();
    let days = 1 + kilometres / 800;
    let cents = |cents: i64| json!(format!("{}.{:02}", cents / 100, cents % 100));
    let per_kg = 28 + kilometres / 40;
    let rate = |service: &str, method: &str, minimum: i64, days: i64, details: Value| {
        json!({
            "service": service, "fromZone": from.0, "toZone": to.0, "reciprocal": from.0 != to.0,
            "calculationMethod": method, "minimum": cents(minimum), "transitTime": days, "rateDetails": details,
        })
    };
    [
        rate(
            "ROAD",
            "PerKg",
            1200 + kilometres / 4,
            days,
            json!([
                {"rateType": "Basic", "value": cents(650 + kilometres / 8)},
                {"rateType": "Break", "break": 100, "value": cents(per_kg)},
                {"rateType": "Break", "break": 500, "value": cents(per_kg * 9 / 10)},
                {"rateType": "Break", "value": cents(per_kg * 8 / 10)},
            ]),
        ),
        rate(
            "PRIORITY",
            "PerKg",
            2200 + kilometres / 2,
            (days + 1) / 2,
            json!([
                {"rateType": "Basic", "value": cents(1150 + kilometres / 4)},
                {"rateType": "Break", "break": 100, "value": cents(per_kg * 22 / 10)},
                {"rateType": "Break", "value": cents(per_kg * 2)},
            ]),
        ),
        rate(
            "PALLET",
            "PerPallet",
            4500,
            days,
            json!([
                {"rateType": "Break", "break": 4, "value": cents(6500 + kilometres * 7)},
                {"rateType": "Break", "value": cents(5800 + kilometres * 6)},
            ]),
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_of_zones_has_all_services() {
        let card = card();
        let pairs = ZONES.len() * (ZONES.len() + 1) / 2;
        assert_eq!(card["rates"].as_array().unwrap().len(), pairs * 3);
    }
}

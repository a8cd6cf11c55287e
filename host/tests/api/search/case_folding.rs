//! Case-insensitive filters in every script, on both databases.

use serde_json::{Value, json};
use testkit::{given, on_both};

use super::{BOOKINGS, CUSTOMERS, USERS, listed, percent, save};

#[test]
fn names_are_found_without_case_in_every_script() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        for name in [
            "Ōtāhuhu Removals",
            "Éclair Pâtisserie",
            "МОСКВА Груз",
            "ΟΔΟΣ ΟΔΟΣΗΜΑ",
            "Plain Traders",
        ] {
            given::customer(&kit, name).await;
        }
        for (filter, count) in [
            ("contains(tolower(companyName),'ōtāhuhu')", 1),
            ("contains(companyName,'ŌTĀHUHU')", 1),
            ("contains(companyName,'huhu r')", 1),
            ("startswith(companyName,'éCLAIR')", 1),
            ("endswith(companyName,'PÂTISSERIE')", 1),
            ("substringof('груз',companyName)", 1),
            ("tolower(companyName) eq 'москва груз'", 1),
            ("toupper(companyName) eq 'ÉCLAIR PÂTISSERIE'", 1),
            ("tolower(companyName) eq 'МОСКВА груз'", 0),
            ("contains(companyName,'οδοσ')", 1),
            ("contains(companyName,'οδοσημα')", 1),
            ("companyName eq 'éclair pâtisserie'", 1),
            ("companyName eq 'PLAIN traders'", 1),
            ("companyName in ('москва груз','ōtāhuhu removals')", 2),
            ("companyName ne 'ŌTĀHUHU removals'", 4),
            ("companyName eq 'otahuhu removals'", 0),
            ("contains(companyName,'É_')", 0),
        ] {
            assert_eq!(listed(&admin, CUSTOMERS, filter).await, count, "{filter}");
        }
        let any = [
            "code",
            "companyName",
            "contactName",
            "accountName",
            "customerName",
        ]
        .map(|name| format!("contains(tolower({name}),'ōtāhuhu')"));
        assert_eq!(listed(&admin, CUSTOMERS, &any.join(" or ")).await, 1);
        assert!(
            listed(
                &admin,
                USERS,
                "userName eq 'ADMIN' or contains(userName,'dmin')"
            )
            .await
                >= 1
        );
    });
}

#[test]
fn suburbs_are_equal_without_case_in_lists_and_sums() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let items = given::quote_request(customer)["items"].clone();
        for suburb in ["Ōtāhuhu", "ŌTĀHUHU", "Papakura"] {
            let (from, mut to) = given::addresses();
            to["suburb"] = json!(suburb);
            let booking = json!({"customer": {"id": customer}, "fromAddress": from, "toAddress": to, "items": items});
            save(&admin, booking).await;
        }
        for (filter, count) in [
            ("toAddress/suburb eq 'ōtāhuhu'", 2),
            ("toAddress/suburb eq 'PAPAKURA'", 1),
            ("toAddress/suburb in ('ōtāhuhu','papakura')", 3),
            ("toAddress/suburb ne 'ōtāhuhu'", 1),
            (
                "contains(toAddress/suburb,'TĀH') and bookingStatus eq 'Draft'",
                2,
            ),
        ] {
            assert_eq!(listed(&admin, BOOKINGS, filter).await, count, "{filter}");
            let path = format!(
                "/api/booking/booking/getbookingssummary?filter={}",
                percent(filter)
            );
            let sums: Value = admin.get(&path).await.result();
            assert_eq!(sums["totalBookings"], count, "{filter}");
        }
    });
}

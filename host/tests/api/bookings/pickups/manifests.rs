//! Tests of lists and prints of manifests.

use super::*;

#[test]
fn manifests_are_listed_and_printed_again() {
    on_both(|kit| async move {
        let (admin, customer, ids) = create_manifested(&kit, 2).await;
        let manifests = list(
            &admin,
            &format!("{MANIFEST}/getmanifests?filter=status eq 'Manifested'"),
        )
        .await;
        assert_eq!(manifests["totalCount"], 1, "{manifests}");
        let sums = |manifest: &Value| {
            let total = |name: &str| manifest[name].clone();
            [
                total("totalBookings"),
                total("totalItems"),
                total("totalWeight"),
                total("totalCubic"),
            ]
        };
        let of_both = admin
            .get(&format!(
                "{BASE}/getbookingssummary?filter=id in ({},{})",
                ids[0], ids[1]
            ))
            .await
            .result();
        assert_eq!(
            (&of_both["totalBookings"], &of_both["totalItems"]),
            (&json!(2), &json!(6)),
            "{of_both}"
        );
        assert_ne!(
            (
                &of_both["totalWeight"]["value"],
                &of_both["totalCubic"]["value"]
            ),
            (&json!(0), &json!(0))
        );
        assert_eq!(sums(&manifests["items"][0]), sums(&of_both));
        let path = format!("{MANIFEST}/getmanifest?id={}", manifests["items"][0]["id"]);
        let manifest = list(&admin, &path).await;
        assert_eq!(
            (&manifest["bookingIds"], &manifest["number"]),
            (&json!(ids), &get(&admin, ids[0]).await["manifestId"])
        );
        assert_eq!(sums(&manifest), sums(&of_both), "alone as in the list");
        let token = manifest["sheets"][0].as_str().unwrap();
        let file = admin
            .get(&format!("/api/booking/File/DownloadDocument?token={token}"))
            .await;
        assert!(file.body.starts_with(b"%PDF-"));
        let user = kit.customer_user(customer).await;
        let theirs = list(&user, &format!("{MANIFEST}/getmanifests")).await;
        assert_eq!(
            (&theirs["totalCount"], sums(&theirs["items"][0])),
            (&json!(1), sums(&of_both))
        );
        let outsider = kit
            .customer_user(given::customer(&kit, "Harbour Tools").await)
            .await;
        assert_eq!(
            list(&outsider, &format!("{MANIFEST}/getmanifests")).await["totalCount"],
            0
        );
        outsider.get(&path).await.expect_error(404);
    });
}

#[test]
fn bookings_of_two_days_are_on_two_manifests() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let zone = Tz::Australia__Melbourne;
        let mut day = Utc::now().with_timezone(&zone).date_naive() + Days::new(7);
        while day.weekday() != Weekday::Tue {
            day = day + Days::new(1);
        }
        let mut ids = Vec::new();
        for (days, clock) in [(0, "10:00"), (1, "09:00"), (0, "13:30")] {
            let mut booking = quote_booking(&admin, customer, "own-fleet").await;
            booking["pickupReadyTime"] = json!(format!("{}T{clock}", day + Days::new(days)));
            ids.push(saved_id(&save(&admin, &booking, &["Book"]).await));
        }
        let answer = bulk(&admin, &ids, "Manifest").await;
        assert!(
            answer["results"]
                .as_array()
                .unwrap()
                .iter()
                .all(|result| result["success"] == true),
            "{answer}"
        );
        let mut numbers = Vec::new();
        for id in &ids {
            numbers.push(
                get(&admin, *id).await["manifestId"]
                    .as_str()
                    .unwrap()
                    .to_owned(),
            );
        }
        assert_eq!(numbers[0], numbers[2], "one day is one manifest");
        assert_ne!(numbers[0], numbers[1], "another day is another");
        bulk(&admin, &ids, "BookPickup").await;
        assert_eq!(
            list(&admin, &format!("{PICKUP}/getpickups")).await["totalCount"],
            2
        );
    });
}

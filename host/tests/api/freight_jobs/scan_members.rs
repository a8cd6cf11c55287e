//! Members of scan events: uploads as pictures, details, items, and the device's own id.

use serde_json::{Value, json};
use testkit::{Client, api::*, on_both};

use super::{
    allocate, confirmed, driver,
    scans::{PNG, articles, jpeg},
};

fn job_id(job: &Value) -> FreightJobId {
    FreightJobId(job["id"].as_i64().unwrap())
}

fn scan(job: &Value) -> JobScanEventInput {
    JobScanEventInput::new()
        .code(ScanEventType::Damaged)
        .jobid(job_id(job))
}

fn save(scan: JobScanEventInput) -> SaveJobScanEvent {
    SaveJobScanEvent::new().scanevent(scan)
}

async fn change(client: &Client, scan: JobScanEventInput) -> JobScanEvent {
    let body = ChangeJobScanEvent::new().scanevent(scan);
    client.jobs().put_scan_event(body).await.scanevent
}

async fn upload(client: &Client, name: &str, content: &[u8]) -> Asset {
    client.files().upload_asset((name, content)).await
}

#[test]
fn a_repeat_with_the_devices_own_id_is_stored_once() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let job = confirmed(&admin).await;
        let calls = admin.jobs();
        let sent = scan(&job).deviceeventid("d-1");
        let first = calls.post_scan_event(save(sent.clone())).await;
        assert!(!first.duplicate);
        assert_eq!(first.scanevent.deviceeventid.as_deref(), Some("d-1"));
        // Scans that waited on a device have the older name.
        for repeat in [sent, scan(&job).other("deviceid", "d-1")] {
            let again = calls.post_scan_event(save(repeat)).await;
            assert!(again.duplicate);
            assert_eq!(again.scanevent.id, first.scanevent.id);
        }
        let stored = calls.scan_events().filter("deviceeventid eq 'd-1'").await;
        assert_eq!(stored.total_count, 1);
        assert_eq!(calls.scan_events().await.total_count, 1);
    });
}

#[test]
fn a_picture_may_be_an_upload_of_the_caller() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let ann = driver(&admin, "Ann Lee").await;
        let user = kit.driver_user(ann).await;
        let job = confirmed(&admin).await;
        allocate(&admin, ann, &[&job]).await;
        // Of two files with one name the newer counts.
        upload(&user, "box.jpg", b"%PDF-1.7 not much of a picture").await;
        let photo = upload(&user, "box.jpg", &jpeg()).await;
        let signature = upload(&user, "signature.jpg", &jpeg()).await;
        let sent = scan(&job)
            .images([&photo.file_name, &photo.asset_id])
            .signature(&signature.file_name);
        let event = user.jobs().post_scan_event(save(sent)).await.scanevent;
        assert_eq!(event.images.len(), 2);
        for asset in [&photo, &signature] {
            user.files().delete_asset(&asset.asset_id).await;
        }
        for address in event.images.iter().chain(&event.signature) {
            let picture = admin.get(address).await;
            assert_eq!(picture.status, 200, "{address}");
            assert!(picture.body.starts_with(b"\xff\xd8\xff"), "{address}");
            let has_place = picture.body.windows(3).any(|text| text == b"GPS");
            assert!(!has_place, "{address}");
        }

        let theirs = upload(&admin, "theirs.jpg", &jpeg()).await;
        let elsewhere = kit.another_tenant().await;
        let outsider = elsewhere.user("Admin").await;
        let far = upload(&outsider, "far.jpg", &jpeg()).await;
        let paper = upload(&user, "paper.pdf", b"%PDF-1.7 not much of a picture").await;
        for image in [
            &theirs.file_name,
            &theirs.asset_id,
            &far.file_name,
            &far.asset_id,
            &paper.file_name,
        ] {
            let refused = user
                .jobs()
                .post_scan_event(save(scan(&job).images([image])));
            assert_eq!(
                refused.invalid_members().await,
                ["scanevent.images[0]"],
                "{image}"
            );
        }
        // A correction keeps one picture and takes an upload.
        let images = [&event.images[0], &theirs.file_name];
        let corrected = JobScanEventInput::new().id(event.id).images(images);
        let corrected = change(&admin, corrected).await;
        assert_eq!(corrected.images.len(), 2);
        assert_eq!(corrected.images[0], event.images[0]);
        assert_eq!(admin.get(&corrected.images[1]).await.status, 200);
    });
}

#[test]
fn details_fill_the_members_of_their_names() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let job = confirmed(&admin).await;
        let detail = |key: &str, value: &str| JobScanDetailRequest::new().key(key).value(value);
        let details = [
            detail("SignedBy", "Ana Pires"),
            detail("latitude", "-33.86882"),
            detail("longitude", "151.2093"),
            detail("reason", "Side gate"),
            detail("authoritytoleave", "true"),
        ];
        let sent = scan(&job).reason("Wet").details(details);
        let event = admin.jobs().post_scan_event(save(sent)).await.scanevent;
        assert_eq!(event.signedby.as_deref(), Some("Ana Pires"));
        assert_eq!(
            (event.latitude, event.longitude),
            (Some(dec(-33.86882)), Some(dec(151.2093)))
        );
        assert_eq!(event.reason.as_deref(), Some("Wet"), "sent members win");
        assert_eq!(event.details.len(), 5);

        // Corrections: sent details replace stored members, and sent members win again.
        let corrected = JobScanEventInput::new()
            .id(event.id)
            .details([detail("signedby", "Bo Li"), detail("reason", "Gate 2")])
            .reason("Dry");
        let corrected = change(&admin, corrected).await;
        assert_eq!(corrected.signedby.as_deref(), Some("Bo Li"));
        assert_eq!(corrected.reason.as_deref(), Some("Dry"));
        assert_eq!(corrected.latitude, event.latitude);
        let cleared = JobScanEventInput::new().id(event.id).signedby(Null);
        assert_eq!(change(&admin, cleared).await.signedby, None);

        for (latitude, member) in [
            ("south", "scanevent.details[0].value"),
            ("91", "scanevent.latitude"),
        ] {
            let details = [detail("latitude", latitude), detail("longitude", "0")];
            let sent = save(scan(&job).details(details));
            let refused = admin.jobs().post_scan_event(sent);
            assert_eq!(refused.invalid_members().await, [member]);
        }
    });
}

#[test]
fn an_item_is_scanned_with_all_of_its_articles() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let (own, other) = (confirmed(&admin).await, confirmed(&admin).await);
        let item = |job: &Value, at: usize| {
            let id = job["items"][at]["id"].as_i64().unwrap();
            JobScanItem::new().itemid(id)
        };
        let damaged = JobScanEventInput::new()
            .code(ScanEventType::Damaged)
            .deviceeventid("d-1");
        let several = SaveJobScanEvents::new().scanevent(&damaged);
        let sent = several.clone().jobid(job_id(&own)).items([
            item(&own, 0),
            item(&other, 1),
            item(&own, 1),
            item(&own, 0),
            JobScanItem::new().itemid(99_999_999),
        ]);
        let results = admin.jobs().scan_event_for_items(sent.clone()).await;
        let facts: Vec<(Option<&str>, bool)> = results
            .iter()
            .map(|result| (result.articlenumber.as_deref(), result.success))
            .collect();
        let (own_numbers, other_numbers) = (articles(&own), articles(&other));
        assert_eq!(
            facts,
            [
                (Some(own_numbers[0].as_str()), true),
                (Some(own_numbers[1].as_str()), true),
                (Some(other_numbers[2].as_str()), false),
                (Some(own_numbers[2].as_str()), true),
                (None, false),
            ]
        );
        let message = |at: usize| results[at].message.clone().unwrap_or_default();
        assert!(message(2).contains("is an article of"), "{}", message(2));
        assert!(message(4).contains("with articles"), "{}", message(4));
        for result in admin.jobs().scan_event_for_items(sent).await {
            assert_eq!(result.duplicate, result.success, "{result:?}");
        }

        // Articles have the job, too; a job alone has none.
        let again = damaged.clone().deviceeventid("d-2");
        let sent = SaveJobScanEvents::new()
            .scanevent(again)
            .jobid(job_id(&other))
            .articlenumbers([&own_numbers[0], &other_numbers[0]]);
        let results = admin.jobs().scan_event_for_items(sent).await;
        let facts: Vec<bool> = results.iter().map(|result| result.success).collect();
        assert_eq!(facts, [false, true]);
        let alone = several.clone().jobid(job_id(&own));
        let alone = admin.jobs().scan_event_for_items(alone);
        assert_eq!(alone.invalid_members().await, ["articlenumbers"]);

        let ann = driver(&admin, "Ann Lee").await;
        let user = kit.driver_user(ann).await;
        let sent = several.items([item(&own, 0)]);
        for result in user.jobs().scan_event_for_items(sent).await {
            assert!(!result.success, "{result:?}");
        }
    });
}

#[test]
fn the_operation_log_keeps_all_of_the_old_scan() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let job = confirmed(&admin).await;
        let address = JobAddressRequest::new()
            .postcode("3121")
            .suburb("Richmond")
            .countrycode("AU");
        let sent = scan(&job)
            .images([PNG])
            .signature(PNG)
            .latitude(-37.82)
            .longitude(145)
            .deviceeventid("d-1")
            .fromaddress(address)
            .signedby("Robin");
        let event = admin.jobs().post_scan_event(save(sent)).await.scanevent;
        let changed = JobScanEventInput::new()
            .id(event.id)
            .code(ScanEventType::Short)
            .longitude(144)
            .images([] as [&str; 0]);
        let changed = change(&admin, changed).await;
        let deleted = admin.jobs().delete_scan_event(event.id).response().await;
        assert_eq!(deleted.status, 204);

        let logs = admin.jobs().operation_logs(job_id(&job)).await;
        let logged = |operation: LoggedFreightOperation| -> Value {
            let mut entries = logs.items.iter();
            let entry = entries.find(|entry| entry.operation == operation);
            entry.unwrap().request.clone()
        };
        // The address of a picture ends with its file.
        let file = |address: &str| address.rsplit('=').next().unwrap().to_owned();
        let cases = [
            (LoggedFreightOperation::EditScan, &event, "Damaged", 145.0),
            (LoggedFreightOperation::DeleteScan, &changed, "Short", 144.0),
        ];
        for (operation, before, code, longitude) in cases {
            let request = logged(operation);
            assert_eq!(request["id"], event.id.0, "{request}");
            assert_eq!(request["code"], code, "{request}");
            let degrees = ["latitude", "longitude"].map(|member| request[member].as_f64());
            assert_eq!(degrees, [Some(-37.82), Some(longitude)], "{request}");
            assert_eq!(request["deviceeventid"], "d-1", "{request}");
            assert_eq!(request["fromaddress"]["suburb"], "Richmond", "{request}");
            assert_eq!(request["signedby"], "Robin", "{request}");
            let images: Vec<String> = before.images.iter().map(|image| file(image)).collect();
            assert_eq!(request["images"], json!(images), "{request}");
            let signature = file(before.signature.as_ref().unwrap());
            assert_eq!(request["signature"], signature, "{request}");
            assert!(!request.to_string().contains(PNG));
        }
    });
}

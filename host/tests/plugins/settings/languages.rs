//! A plugin's own words are answered in the reader's language, with a face or without one.

use serde_json::{Value, json};
use testkit::{Client, Kit, given, on_host};

use super::made::*;

const CARRIERS: &str = "/api/carrier/carrieraccount";
const GERMAN: &str = r#"{"name": "Ladentarife", "settings.shop.title": "Laden", "settings.days.description": "Tage"}"#;

async fn named(client: &Client, id: &str) -> Value {
    let list = client.get(&format!("{AT}/getplugins")).await.result();
    let found = list
        .as_array()
        .unwrap()
        .iter()
        .find(|plugin| plugin["id"] == id)
        .cloned();
    found.unwrap()["name"].take()
}

async fn names(client: &Client) -> Value {
    client.get(&format!("{AT}/manifest")).await.result()["names"].take()
}

fn reading(client: &Client, languages: &str) -> Client {
    client.with_header("accept-language", languages)
}

async fn speaking(kit: &Kit, admin: &Client) -> String {
    let platform = platform(kit).await;
    let key = trusted(&platform).await;
    let id = unique();
    install(
        &platform,
        speaking_shop(&id, &schema(), &[("locales/de.json", GERMAN)], &key),
    )
    .await;
    enable(admin, &id).await;
    id
}

#[test]
fn names_and_settings_are_said_in_the_readers_language() {
    on_host("plugin settings", |kit| async move {
        let admin = kit.user("Admin").await;
        let id = speaking(&kit, &admin).await;
        let (german, french) = (
            reading(&admin, "de-AT, en;q=0.5"),
            reading(&admin, "fr, de;q=0.3"),
        );
        for (client, name) in [
            (&admin, "Shop rates"),
            (&german, "Ladentarife"),
            (&french, "Ladentarife"),
        ] {
            assert_eq!(named(client, &id).await, name);
            assert_eq!(
                names(client).await[&id],
                name,
                "it has no face and is named all the same"
            );
        }
        assert_eq!(
            named(&reading(&admin, "en, de;q=0.3"), &id).await,
            "Shop rates"
        );

        assert_eq!(settings(&admin, &id).await["schema"], schema());
        let said = settings(&german, &id).await["schema"].take();
        assert_eq!(said["properties"]["shop"]["title"], "Laden");
        assert_eq!(
            said["properties"]["apiKey"]["title"], "Key",
            "what the file does not say stays"
        );
        assert_eq!(
            said["properties"]["days"],
            schema()["properties"]["days"],
            "nothing is said that was not there"
        );
    });
}

#[test]
fn a_persons_own_language_holds_where_the_request_names_none() {
    on_host("plugin settings", |kit| async move {
        let admin = kit.user("Admin").await;
        let profile = "/api/core/profile";
        let mut own = admin.get(&format!("{profile}/getprofile")).await.result();
        own["language"] = json!("es");
        admin
            .put(&format!("{profile}/updateprofile"), own)
            .await
            .result();
        assert_eq!(named(&admin, "own-fleet").await, "Flota propia");
        assert_eq!(
            named(&reading(&admin, "de"), "own-fleet").await,
            "Eigene Flotte"
        );
    });
}

#[test]
fn carriers_are_named_and_their_accounts_asked_for_in_the_readers_language() {
    on_host("plugin settings", |kit| async move {
        let admin = kit.user("Admin").await;
        let german = reading(&admin, "de");
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        for (client, name, key) in [
            (&admin, "Own fleet", "Rate card"),
            (&german, "Eigene Flotte", "Tarif"),
        ] {
            let attributes = client
                .get(&format!(
                    "{CARRIERS}/getcarrierattributes?carrierCode=own-fleet"
                ))
                .await
                .result();
            assert_eq!(attributes[0]["displayName"], key);
            let edit = client
                .get(&format!("{CARRIERS}/getcarrieraccountforedit?id={account}"))
                .await
                .result();
            assert_eq!(edit["carrierAccount"]["carrierName"], name);
            assert!(
                edit["carrierServices"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .all(|one| one["carrierName"] == name),
                "{edit}"
            );
            let accounts = client
                .get(&format!("{CARRIERS}/getcarrieraccounts"))
                .await
                .result();
            assert_eq!(accounts["items"][0]["carrierName"], name);
            let services = client
                .get("/api/carrier/carrierservices/getcarrierservices?maxResultCount=100")
                .await
                .result();
            let own = services["items"]
                .as_array()
                .unwrap()
                .iter()
                .find(|one| one["carrierCode"] == "own-fleet");
            assert_eq!(own.unwrap()["carrierName"], name);
        }
        // Whoever reads bookings needs the names, and need not see accounts.
        let driver = reading(&kit.user("Driver").await, "de");
        assert_eq!(names(&driver).await["own-fleet"], "Eigene Flotte");
    });
}

#[test]
fn settings_that_came_along_are_asked_for_in_four_languages() {
    on_host("plugin settings", |kit| async move {
        let admin = kit.user("Admin").await;
        let mut titles = Vec::new();
        for language in ["en", "de", "es", "ar"] {
            let shown = settings(&reading(&admin, language), "australia-post").await;
            titles.push(
                shown["schema"]["properties"]["cutOff"]["title"]
                    .as_str()
                    .unwrap()
                    .to_owned(),
            );
        }
        assert_eq!(
            titles,
            ["Cut-off", "Annahmeschluss", "Hora límite", "آخر موعد"]
        );
    });
}

#[test]
fn a_package_with_a_file_that_cannot_be_read_is_not_taken() {
    on_host("plugin settings", |kit| async move {
        let platform = platform(&kit).await;
        let key = trusted(&platform).await;
        for (file, text, words) in [
            (
                "locales/de.json",
                "{",
                "locales/de.json: it must be a JSON object",
            ),
            ("locales/german.json", "{}", "named by its language"),
        ] {
            let package = speaking_shop(&unique(), &schema(), &[(file, text)], &key);
            let error = upload(&platform, package).await.refused(400);
            assert_eq!(error["code"], 705);
            assert!(
                error["details"].as_str().unwrap().contains(words),
                "{error}"
            );
        }
    });
}

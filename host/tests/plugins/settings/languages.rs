//! Plugin texts in the reader's language, with and without a front end.

use serde_json::{Value, json};
use testkit::{Client, Kit, given, on_host};

use super::fixtures::*;

const CARRIERS: &str = "/api/carrier/carrieraccount";
const GERMAN: &str = r#"{"name": "Ladentarife", "settings.shop.title": "Laden", "settings.days.description": "Tage"}"#;

async fn get_plugin(client: &Client, id: &str) -> Value {
    let list = client.get(&format!("{BASE}/getplugins")).await.result();
    let matching = list
        .as_array()
        .unwrap()
        .iter()
        .find(|plugin| plugin["id"] == id)
        .cloned();
    matching.unwrap()["name"].take()
}

async fn names(client: &Client) -> Value {
    client.get(&format!("{BASE}/manifest")).await.result()["names"].take()
}

fn with_languages(client: &Client, languages: &str) -> Client {
    client.with_header("accept-language", languages)
}

async fn install_german_shop(kit: &Kit, admin: &Client) -> String {
    let platform = platform(kit).await;
    let key = trust_new_key(&platform).await;
    let id = unique();
    install(
        &platform,
        shop_with_files(&id, &schema(), &[("locales/de.json", GERMAN)], &key),
    )
    .await;
    enable(admin, &id).await;
    id
}

#[test]
fn names_and_settings_are_said_in_the_readers_language() {
    on_host("plugin settings", |kit| async move {
        let admin = kit.user("Admin").await;
        let id = install_german_shop(&kit, &admin).await;
        let (german, french) = (
            with_languages(&admin, "de-AT, en;q=0.5"),
            with_languages(&admin, "fr, de;q=0.3"),
        );
        for (client, name) in [
            (&admin, "Shop rates"),
            (&german, "Ladentarife"),
            (&french, "Ladentarife"),
        ] {
            assert_eq!(get_plugin(client, &id).await, name);
            assert_eq!(
                names(client).await[&id],
                name,
                "it has no front end and is named all the same"
            );
        }
        assert_eq!(
            get_plugin(&with_languages(&admin, "en, de;q=0.3"), &id).await,
            "Shop rates"
        );

        assert_eq!(settings(&admin, &id).await["schema"], schema());
        let message = settings(&german, &id).await["schema"].take();
        assert_eq!(message["properties"]["shop"]["title"], "Laden");
        assert_eq!(
            message["properties"]["apiKey"]["title"], "Key",
            "what the file does not say stays"
        );
        assert_eq!(
            message["properties"]["days"],
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
        assert_eq!(get_plugin(&admin, "own-fleet").await, "Flota propia");
        assert_eq!(
            get_plugin(&with_languages(&admin, "de"), "own-fleet").await,
            "Eigene Flotte"
        );
    });
}

#[test]
fn carriers_are_named_and_their_accounts_asked_for_in_the_readers_language() {
    on_host("plugin settings", |kit| async move {
        let admin = kit.user("Admin").await;
        let german = with_languages(&admin, "de");
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
        // Readers of bookings need names, not access to accounts.
        let driver = with_languages(&kit.user("Driver").await, "de");
        assert_eq!(names(&driver).await["own-fleet"], "Eigene Flotte");
    });
}

#[test]
fn settings_that_came_along_are_asked_for_in_four_languages() {
    on_host("plugin settings", |kit| async move {
        let admin = kit.user("Admin").await;
        let mut titles = Vec::new();
        for language in ["en", "de", "es", "ar"] {
            let displayed = settings(&with_languages(&admin, language), "australia-post").await;
            titles.push(
                displayed["schema"]["properties"]["cutOff"]["title"]
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
        let key = trust_new_key(&platform).await;
        for (file, text, words) in [
            (
                "locales/de.json",
                "{",
                "locales/de.json: it must be a JSON object",
            ),
            ("locales/german.json", "{}", "named by its language"),
        ] {
            let package = shop_with_files(&unique(), &schema(), &[(file, text)], &key);
            let error = upload(&platform, package).await.expect_error(400);
            assert_eq!(error["code"], 705);
            assert!(
                error["details"].as_str().unwrap().contains(words),
                "{error}"
            );
        }
    });
}

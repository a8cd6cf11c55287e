//! Languages and texts: public to read, restricted to write, separate by tenant.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

mod texts;

use data::db::Mode;
use serde_json::{Value, json};
use testkit::{Client, on_both};

const LANGUAGES: &str = "/api/core/language/getlanguages";
const SAVE: &str = "/api/core/language/createorupdatelanguage";
const DELETE: &str = "/api/core/language/deletelanguage";
const TEXTS: &str = "/api/core/language/getlanguagetexts";
const UPDATE: &str = "/api/core/language/updateLanguageTexts";
const IMPORT: &str = "/api/core/language/importLanguageTexts";
const EXPORT: &str = "/api/core/language/exportLanguageTexts";
const PUBLIC_TEXTS: &str = "/api/core/language/texts";

async fn language(client: &Client, name: &str) -> Value {
    let all = client.get(LANGUAGES).await.result();
    let items = all["items"].as_array().unwrap();
    items
        .iter()
        .find(|language| language["name"] == name)
        .cloned()
        .unwrap_or_default()
}

async fn get_texts(client: &Client, name: &str) -> Value {
    let answer = client.get(&format!("{PUBLIC_TEXTS}?name={name}")).await;
    assert_eq!(answer.status, 200);
    answer.json()
}

async fn set_text(client: &Client, language: &str, key: &str, value: &str) {
    client
        .put(
            UPDATE,
            json!({"languageName": language, "key": key, "value": value}),
        )
        .await
        .result();
}

#[test]
fn a_guest_reads_the_built_in_languages() {
    on_both(|kit| async move {
        let guest = kit.guest();
        let all = guest.get(LANGUAGES).await.result();
        assert_eq!(all["defaultLanguageName"], "en");
        let names: Vec<&str> = all["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["name"].as_str().unwrap())
            .collect();
        assert_eq!(names, ["de", "en", "es", "ar"]);
        let arabic = language(&guest, "ar").await;
        assert_eq!(
            (
                arabic["isRightToLeft"].clone(),
                arabic["isDisabled"].clone(),
                arabic["displayName"].clone()
            ),
            (json!(true), json!(false), json!("العربية"))
        );
        assert_eq!(get_texts(&guest, "de").await["Cancel"], "Abbrechen");
        assert_eq!(get_texts(&guest, "es").await["Cancel"], "Cancelar");
        assert_eq!(get_texts(&guest, "en").await, json!({}));
        assert_eq!(
            get_texts(&guest, "xx-XX").await,
            json!({}),
            "an unknown language is English"
        );
        assert_eq!(
            guest
                .get(&format!("{PUBLIC_TEXTS}?name=../en"))
                .await
                .invalid_members(),
            ["name"]
        );
    });
}

#[test]
fn what_has_not_changed_is_not_sent_again() {
    on_both(|kit| async move {
        let guest = kit.guest();
        let first = guest.get(&format!("{PUBLIC_TEXTS}?name=de-AT")).await;
        assert_eq!(first.headers["content-language"], "de");
        assert_eq!(first.headers["cache-control"], "private, no-cache");
        let tag = first.headers["etag"].to_str().unwrap().to_owned();
        let repeat = guest.with_header("if-none-match", &format!("\"other\", W/{tag}"));
        let unchanged = repeat.get(&format!("{PUBLIC_TEXTS}?name=de-AT")).await;
        assert_eq!((unchanged.status.as_u16(), unchanged.body.len()), (304, 0));
        set_text(&kit.user("Admin").await, "de", "Cancel", "Doch nicht").await;
        let changed = repeat.get(&format!("{PUBLIC_TEXTS}?name=de-AT")).await;
        assert_eq!(
            (changed.status.as_u16(), changed.json()["Cancel"].clone()),
            (200, json!("Doch nicht"))
        );
    });
}

#[test]
fn a_tenants_word_goes_before_the_platforms_and_that_before_the_built_in() {
    on_both(|kit| async move {
        let (admin, guest) = (kit.user("Admin").await, kit.guest());
        // A language of this test only: platform texts are shared by all tenants.
        let culture = "gsw-CH";
        let mut scope = kit.scope(Mode::Write);
        for (key, value) in [("Sign in", "Tschüss"), ("Password", "Losung")] {
            languages::set_platform_text(&mut scope, culture, key, value)
                .await
                .unwrap();
        }
        scope.commit().await.unwrap();
        let texts = get_texts(&guest, culture).await;
        assert_eq!(
            (texts["Sign in"].clone(), texts["Cancel"].clone()),
            (json!("Tschüss"), Value::Null)
        );

        admin
            .post(
                SAVE,
                json!({"language": {"name": "GSW_ch", "displayName": "Schwiizerdütsch"}}),
            )
            .await
            .result();
        set_text(&admin, culture, "Sign in", "Ade").await;
        let texts = get_texts(&guest, culture).await;
        assert_eq!(
            (texts["Sign in"].clone(), texts["Password"].clone()),
            (json!("Ade"), json!("Losung"))
        );
        let other = kit.another_tenant().await;
        assert_eq!(
            get_texts(&other.guest(), culture).await["Sign in"],
            "Tschüss",
            "another tenant's text stays its own"
        );

        set_text(&admin, culture, "Sign in", "").await;
        assert_eq!(get_texts(&guest, culture).await["Sign in"], "Tschüss");
        let refused = json!({"languageName": culture, "key": "Sign in", "value": "x"});
        admin
            .put("/api/core/platform/updatelanguagetexts", refused)
            .await
            .expect_error(403);
    });
}

#[test]
fn a_culture_falls_back_to_its_parent_and_then_to_the_default() {
    on_both(|kit| async move {
        let (admin, guest) = (kit.user("Admin").await, kit.guest());
        admin
            .post(
                SAVE,
                json!({"language": {"name": "de-AT", "displayName": "Deutsch (Österreich)"}}),
            )
            .await
            .result();
        admin
            .post(
                SAVE,
                json!({"language": {"name": "fr", "displayName": "Français"}}),
            )
            .await
            .result();
        set_text(&admin, "de-AT", "Save", "Sichern").await;
        set_text(&admin, "fr", "Save", "Enregistrer").await;
        let austrian = get_texts(&guest, "de-AT").await;
        assert_eq!(
            (austrian["Save"].clone(), austrian["Cancel"].clone()),
            (json!("Sichern"), json!("Abbrechen"))
        );
        let french = get_texts(&guest, "fr").await;
        assert_eq!(
            (french["Save"].clone(), french["Cancel"].clone()),
            (json!("Enregistrer"), Value::Null)
        );

        let spanish = language(&admin, "es").await;
        let form = json!({"language": {"id": spanish["id"], "name": "es", "displayName": "Español", "isDefault": true}});
        admin.post(SAVE, form).await.result();
        assert_eq!(
            guest.get(LANGUAGES).await.result()["defaultLanguageName"],
            "es"
        );
        let french = get_texts(&guest, "fr").await;
        assert_eq!(
            (french["Save"].clone(), french["Cancel"].clone()),
            (json!("Enregistrer"), json!("Cancelar"))
        );
        assert_eq!(
            get_texts(&guest, "").await["Cancel"],
            "Cancelar",
            "who asks for none gets the default"
        );
        assert_eq!(
            get_texts(&guest, "en").await,
            json!({}),
            "English never falls back"
        );
        assert_eq!(get_texts(&guest, "en-AU").await, json!({}));
    });
}

#[test]
fn a_nearer_language_has_its_own_plurals() {
    on_both(|kit| async move {
        let (admin, guest) = (kit.user("Admin").await, kit.guest());
        admin
            .post(
                SAVE,
                json!({"language": {"name": "de-AT", "displayName": "Österreich"}}),
            )
            .await
            .result();
        set_text(
            &admin,
            "de-AT",
            "At least {count} characters_other",
            "Wenigstens {count} Zeichen",
        )
        .await;
        let texts = get_texts(&guest, "de-AT").await;
        assert_eq!(
            texts["At least {count} characters_other"],
            "Wenigstens {count} Zeichen"
        );
        assert_eq!(
            texts.get("At least {count} characters_one"),
            None,
            "a form of the parent would not fit"
        );
    });
}

#[test]
fn a_language_is_disabled_and_made_the_default() {
    on_both(|kit| async move {
        let (admin, guest) = (kit.user("Admin").await, kit.guest());
        let german = language(&admin, "de").await;
        let form = |more: Value| {
            let mut language = json!({"id": german["id"], "name": "de", "displayName": "Deutsch"});
            language
                .as_object_mut()
                .unwrap()
                .extend(more.as_object().unwrap().clone());
            json!({"language": language})
        };
        admin
            .post(SAVE, form(json!({"isDisabled": true})))
            .await
            .result();
        assert_eq!(language(&guest, "de").await["isDisabled"], true);
        assert_eq!(
            get_texts(&guest, "de-AT").await,
            json!({}),
            "a disabled language is not spoken"
        );
        assert_eq!(
            admin
                .post(SAVE, form(json!({"isDefault": true})))
                .await
                .expect_error(400)["code"],
            1302
        );
        admin
            .post(SAVE, form(json!({"isDisabled": false, "isDefault": true})))
            .await
            .result();
        assert_eq!(get_texts(&guest, "").await["Cancel"], "Abbrechen");
        assert_eq!(language(&guest, "en").await["isDefault"], false);
        for refused in [json!({"isDefault": false}), json!({"isDisabled": true})] {
            assert_eq!(
                admin.post(SAVE, form(refused)).await.expect_error(400)["code"],
                1302
            );
        }
        let english = language(&admin, "en").await;
        let form = json!({"language": {"id": english["id"], "name": "en", "displayName": "English", "isDefault": true}});
        admin.post(SAVE, form).await.result();
        assert_eq!(language(&guest, "de").await["isDefault"], false);
    });
}

#[test]
fn languages_are_added_changed_and_deleted() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let add = |name: &str| json!({"language": {"name": name, "displayName": "Added", "icon": "flag"}});
        let added = admin.post(SAVE, add("ur")).await.result()["language"].clone();
        assert_eq!(
            (added["isRightToLeft"].clone(), added["isBuiltIn"].clone()),
            (json!(true), json!(false))
        );
        assert!(added["id"].as_i64().unwrap() > 100);
        assert_eq!(
            admin.post(SAVE, add("UR")).await.expect_error(400)["code"],
            1304
        );
        assert_eq!(
            admin.post(SAVE, add("de")).await.expect_error(400)["code"],
            1304
        );
        let invalid = json!({"language": {"name": "english", "displayName": " ", "icon": "<b>"}});
        assert_eq!(
            admin.post(SAVE, invalid).await.invalid_members(),
            ["language.displayName", "language.icon", "language.name"]
        );
        let renamed =
            json!({"language": {"id": added["id"], "name": "fa", "displayName": "Added"}});
        assert_eq!(
            admin.post(SAVE, renamed).await.expect_error(400)["code"],
            1301
        );
        let stale = json!({"language": {"id": added["id"], "name": "ur", "displayName": "Urdu", "rowVersion": 9}});
        admin.post(SAVE, stale).await.expect_error(409);
        let read = admin
            .get(&format!(
                "/api/core/language/getlanguageforedit?id={}",
                added["id"]
            ))
            .await
            .result();
        assert_eq!(read["language"], added);

        set_text(&admin, "ur", "Save", "محفوظ").await;
        let outsider = kit.another_tenant().await.user("Admin").await;
        outsider
            .delete(&format!("{DELETE}?id={}", added["id"]))
            .await
            .expect_error(404);
        assert_eq!(
            admin
                .delete(&format!("{DELETE}?id=2"))
                .await
                .expect_error(400)["code"],
            1303
        );
        admin
            .delete(&format!("{DELETE}?id={}", added["id"]))
            .await
            .result();
        admin
            .delete(&format!("{DELETE}?id={}", added["id"]))
            .await
            .expect_error(404);
        admin.post(SAVE, add("ur")).await.result();
        assert_eq!(
            get_texts(&admin, "ur").await,
            json!({}),
            "its texts went with it"
        );
    });
}

#[test]
fn what_is_left_out_of_a_language_stays() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let save = async |language: Value| admin.post(SAVE, json!({"language": language})).await;
        let plain = save(json!({"name": "fa", "displayName": "فارسی"}))
            .await
            .result()["language"]
            .clone();
        let expected = json!({"id": plain["id"], "name": "fa", "displayName": "فارسی", "icon": "", "isDisabled": false,
            "isRightToLeft": true, "isDefault": false, "isBuiltIn": false, "rowVersion": 1});
        assert_eq!(
            plain, expected,
            "a new one has the defaults, and its script's direction"
        );
        let urdu = json!({"name": "ur", "displayName": "Urdu", "icon": "pk", "isRightToLeft": false, "isDisabled": true});
        let mut urdu = save(urdu).await.result()["language"].clone();
        let id = urdu["id"].clone();
        let renamed = save(json!({"id": id, "displayName": "اردو"}))
            .await
            .result()["language"]
            .clone();
        (urdu["displayName"], urdu["rowVersion"]) = (json!("اردو"), json!(2));
        assert_eq!(renamed, urdu, "all but the name of display stays");
        let emptied = save(json!({"id": id, "rowVersion": 2, "icon": null, "isRightToLeft": null}))
            .await
            .result();
        (urdu["icon"], urdu["isRightToLeft"], urdu["rowVersion"]) =
            (json!(""), json!(true), json!(3));
        assert_eq!(emptied["language"], urdu);

        save(json!({"id": id, "rowVersion": 2, "displayName": "Late"}))
            .await
            .expect_error(409);
        assert_eq!(
            save(json!({"icon": "x"})).await.invalid_members(),
            ["language.displayName", "language.name"]
        );
        let invalid = json!({"id": id, "name": "urdu", "displayName": null, "icon": "<b>", "isDisabled": "perhaps"});
        let mut invalid = save(invalid).await.invalid_members();
        invalid.sort_unstable();
        assert_eq!(
            invalid,
            [
                "language.displayName",
                "language.icon",
                "language.isDisabled",
                "language.name"
            ]
        );
        let half = save(json!({"id": id, "displayName": "Half", "isDisabled": "perhaps"})).await;
        assert_eq!(half.invalid_members(), ["language.isDisabled"]);
        assert_eq!(
            language(&admin, "ur").await,
            urdu,
            "nothing of what was refused is kept"
        );
    });
}

#[test]
fn a_language_of_the_product_is_changed_by_who_has_seen_it() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let save = async |language: Value| admin.post(SAVE, json!({"language": language})).await;
        let german = language(&admin, "de").await;
        assert_eq!(german["rowVersion"], 0);
        let changed = save(json!({"id": german["id"], "rowVersion": 0, "isDisabled": true}))
            .await
            .result();
        let expected = json!({"id": 2, "name": "de", "displayName": "Deutsch", "icon": "", "isDisabled": true,
            "isRightToLeft": false, "isDefault": false, "isBuiltIn": true, "rowVersion": 1});
        assert_eq!(changed["language"], expected, "what it came with stays");
        // Version 0 is the shipped text.
        save(json!({"id": german["id"], "rowVersion": 0, "displayName": "Late"}))
            .await
            .expect_error(409);
        save(json!({"id": german["id"], "rowVersion": 9, "displayName": "Late"}))
            .await
            .expect_error(409);
        let last = save(json!({"id": german["id"], "isDisabled": false}))
            .await
            .result();
        assert_eq!(
            (
                &last["language"]["isDisabled"],
                &last["language"]["rowVersion"]
            ),
            (&json!(false), &json!(2))
        );
        save(json!({"id": 99, "displayName": "Nobody"}))
            .await
            .expect_error(404);
    });
}

//! Tests of texts: lists with another language, changes, and tables.

use super::*;

#[test]
fn texts_are_listed_beside_another_language() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let list = async |query: &str| admin.get(&format!("{TEXTS}?{query}")).await.result();
        let german = list("targetLanguageName=de&maxResultCount=1000").await;
        let entry_for = |list: &Value, key: &str| {
            list["items"]
                .as_array()
                .unwrap()
                .iter()
                .find(|pair| pair["key"] == key)
                .cloned()
                .unwrap()
        };
        assert_eq!(
            entry_for(&german, "Cancel"),
            json!({"key": "Cancel", "baseValue": "Cancel", "targetValue": "Abbrechen", "isOwn": false})
        );
        assert_eq!(
            entry_for(
                &list("targetLanguageName=de&baseLanguageName=es&filterText=abbr").await,
                "Cancel"
            )["baseValue"],
            "Cancelar"
        );
        let results = list("targetLanguageName=de&filterText=LOSCHEN").await;
        let all_say = |text: &str| {
            let items = results["items"].as_array().unwrap();
            items.len() > 1
                && items.iter().all(|pair| {
                    pair["targetValue"]
                        .as_str()
                        .unwrap()
                        .to_lowercase()
                        .contains(text)
                })
        };
        assert!(all_say("lösch"), "{results}");

        admin
            .post(
                SAVE,
                json!({"language": {"name": "it", "displayName": "Italiano"}}),
            )
            .await
            .result();
        set_text(&admin, "it", "Cancel", "Annulla").await;
        let all = list("targetLanguageName=it&maxResultCount=1000").await;
        assert_eq!(entry_for(&all, "Cancel")["isOwn"], true);
        let empty = list("targetLanguageName=it&targetValueFilter=EMPTY&maxResultCount=1000").await;
        assert_eq!(
            empty["totalCount"].as_i64().unwrap(),
            all["totalCount"].as_i64().unwrap() - 1
        );
        let page =
            list("targetLanguageName=it&sorting=key desc&maxResultCount=1&skipCount=1").await;
        assert_eq!(page["items"].as_array().unwrap().len(), 1);
        assert_eq!(page["totalCount"], all["totalCount"]);

        for (query, member) in [
            ("targetLanguageName=xx", "targetLanguageName"),
            ("", "targetLanguageName"),
            (
                "targetLanguageName=de&targetValueFilter=SOME",
                "targetValueFilter",
            ),
            ("targetLanguageName=de&sourceName=Other", "sourceName"),
            ("targetLanguageName=de&filter=key eq 'x'", "filter"),
            ("targetLanguageName=de&sorting=length", "sorting"),
            ("targetLanguageName=de&maxResultCount=0", "maxResultCount"),
        ] {
            assert_eq!(
                admin
                    .get(&format!("{TEXTS}?{query}"))
                    .await
                    .invalid_members(),
                [member],
                "{query}"
            );
        }
    });
}

#[test]
fn a_text_is_written_by_those_who_may() {
    on_both(|kit| async move {
        let (admin, dispatcher) = (kit.user("Admin").await, kit.user("Dispatcher").await);
        let change = |language: &str, key: &str, value: &str| json!({"languageName": language, "key": key, "value": value});
        dispatcher
            .put(UPDATE, change("de", "Save", "Sichern"))
            .await
            .expect_error(403);
        dispatcher
            .post(
                SAVE,
                json!({"language": {"name": "fr", "displayName": "F"}}),
            )
            .await
            .expect_error(403);
        for (sent, member) in [
            (change("xx", "Save", "x"), "languageName"),
            (change("de", "Never said", "x"), "key"),
            (change("de", "Save", "{name}"), "value"),
            (
                json!({"languageName": "de", "sourceName": "Else", "key": "Save", "value": "x"}),
                "sourceName",
            ),
        ] {
            assert_eq!(admin.put(UPDATE, sent).await.invalid_members(), [member]);
        }
    });
}

#[test]
fn texts_go_out_as_a_table_and_come_back() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let table = admin.get(&format!("{EXPORT}?languageName=de")).await;
        assert_eq!(table.headers["content-type"], "text/csv; charset=utf-8");
        let text = String::from_utf8(table.body.clone()).unwrap();
        assert!(
            text.starts_with("key,baseValue,value\r\n") && text.contains("Cancel,Cancel,Abbrechen"),
            "{text}"
        );
        let back = admin
            .post_file(
                IMPORT,
                &[("languageName", "de")],
                ("texts.csv", &table.body),
            )
            .await
            .result();
        assert_eq!(
            (back["inserted"].clone(), back["validationErrors"].clone()),
            (json!(0), json!([]))
        );

        let file = "key;value\nCancel;Zurück\nNever said;x\nDelete {name}?;{nmae} weg\nSave;\nSign in;Tschüss\n";
        let done = admin
            .post_file(
                &format!("{IMPORT}?languageName=de"),
                &[],
                ("a.csv", file.as_bytes()),
            )
            .await
            .result();
        assert_eq!(
            (
                done["total"].clone(),
                done["inserted"].clone(),
                done["unchanged"].clone()
            ),
            (json!(5), json!(2), json!(1))
        );
        let errors: Vec<i64> = done["validationErrors"]
            .as_array()
            .unwrap()
            .iter()
            .map(|error| error["index"].as_i64().unwrap())
            .collect();
        assert_eq!(errors, [2, 3]);
        let repeat = json!({"Cancel": "Weg", "Sign in": "Tschüss"}).to_string();
        let done = admin
            .post_file(
                IMPORT,
                &[("languageName", "de")],
                ("a.json", repeat.as_bytes()),
            )
            .await
            .result();
        assert_eq!(
            (done["updated"].clone(), done["unchanged"].clone()),
            (json!(1), json!(1))
        );
        assert_eq!(get_texts(&kit.guest(), "de").await["Cancel"], "Weg");

        for (name, content, member) in [
            ("a.csv", "code,text\nx,y\n", "file"),
            ("a.json", "{\"Save\": 5}", "file"),
            ("a.json", "[1", "file"),
        ] {
            let answer = admin
                .post_file(
                    IMPORT,
                    &[("languageName", "de")],
                    (name, content.as_bytes()),
                )
                .await;
            assert_eq!(answer.invalid_members(), [member], "{content}");
        }
        assert_eq!(
            admin
                .post_file(IMPORT, &[], ("a.csv", b"key,value\n"))
                .await
                .invalid_members(),
            ["languageName"]
        );
        admin.post_text(IMPORT, "{}").await.expect_error(400);
        let dispatcher = kit.user("Dispatcher").await;
        dispatcher
            .post_file(IMPORT, &[("languageName", "de")], ("a.csv", b"key,value\n"))
            .await
            .expect_error(403);
        dispatcher
            .get(&format!("{EXPORT}?languageName=de"))
            .await
            .expect_error(403);
    });
}

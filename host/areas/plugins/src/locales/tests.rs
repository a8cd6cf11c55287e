//! Tests of language fallback, schema translation and rejected files.

use serde_json::json;

use crate::locales::*;

fn locales(files: &[(&str, Value)]) -> Locales {
    let mut locales = Locales::default();
    for (file, texts) in files {
        locales.add(file, texts.to_string().as_bytes()).unwrap();
    }
    locales
}

fn names(list: &[&str]) -> Vec<String> {
    list.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn the_nearest_language_answers() {
    let locales = locales(&[
        (
            "de.json",
            json!({"name": "Küstenkurier", "description": "Über Nacht."}),
        ),
        ("de-AT.json", json!({"name": "Küstenbote"})),
        ("pt-BR.json", json!({"name": "Correio"})),
    ]);
    let say =
        |languages: &[&str], key: &str| locales.text(&names(languages), key).map(str::to_owned);
    assert_eq!(say(&["de-AT"], "name").as_deref(), Some("Küstenbote"));
    assert_eq!(
        say(&["DE-at"], "description").as_deref(),
        Some("Über Nacht.")
    );
    assert_eq!(
        say(&["de-CH", "pt-BR"], "name").as_deref(),
        Some("Küstenkurier")
    );
    assert_eq!(say(&["fr", "pt-BR"], "name").as_deref(), Some("Correio"));
    assert_eq!(say(&["pt"], "name"), None);
    assert_eq!(
        say(&["en-AU", "de"], "name"),
        None,
        "what stands in no file is English"
    );
    assert_eq!(say(&[], "name"), None);
}

#[test]
fn everything_that_people_read_of_a_schema_has_a_key() {
    let schema = json!({
        "title": "All", "type": "object",
        "properties": {
            "mode": {"title": "Mode", "oneOf": [{"const": "live", "title": "Live"}, {"const": 2, "title": "Two"}]},
            "depot": {"title": "Depot", "properties": {"town": {"title": "Town", "description": "Where"}}},
            "stops": {"title": "Stops", "items": {"title": "Stop"}},
        },
        "$defs": {"zone": {"title": "Zone"}},
    });
    let existing: Vec<String> = keys(TranslatableParts {
        schema: Some(&schema),
        ..TranslatableParts::default()
    })
    .into_iter()
    .collect();
    let expected = [
        "description",
        "name",
        "settings.$defs.zone.title",
        "settings.depot.title",
        "settings.depot.town.description",
        "settings.depot.town.title",
        "settings.mode.choices.2",
        "settings.mode.choices.live",
        "settings.mode.title",
        "settings.stops.title",
        "settings.stops[].title",
        "settings.title",
    ];
    assert_eq!(existing, expected);
    let texts: Texts = existing
        .iter()
        .map(|key| (key.clone(), format!("<{key}>")))
        .collect();
    let translated =
        locales(&[("de.json", json!(texts))]).translate_schema(&names(&["de"]), &schema);
    assert_eq!(
        translated["properties"]["depot"]["properties"]["town"]["description"],
        "<settings.depot.town.description>"
    );
    assert_eq!(
        translated["properties"]["mode"]["oneOf"][1],
        json!({"const": 2, "title": "<settings.mode.choices.2>"})
    );
    assert_eq!(
        locales(&[]).translate_schema(&names(&["de"]), &schema),
        schema
    );
}

#[test]
fn a_file_that_is_none_is_refused_by_name() {
    let refused = |file: &str, content: &str| {
        Locales::default()
            .add(file, content.as_bytes())
            .unwrap_err()
    };
    for (file, content, named) in [
        ("de.json", "{", "locales/de.json: it must be a JSON object"),
        (
            "de.json",
            r#"{"name": 1}"#,
            "locales/de.json: it must be a JSON object",
        ),
        ("de.json", "[]", "locales/de.json"),
        ("german.json", "{}", "named by its language"),
        ("de/at.json", "{}", "named by its language"),
        ("de.json", r#"{"name": " "}"#, "name: 1 to 64 characters"),
    ] {
        let words = refused(file, content);
        assert!(words.contains(named), "{file} {content}: {words}");
    }
    let long = json!({"nav.menu.title": "x".repeat(65)}).to_string();
    assert!(refused("de.json", &long).contains("nav.menu.title: 1 to 64"));
    let mut twice = locales(&[("pt-BR.json", json!({}))]);
    assert!(
        twice
            .add("pt-br.json", b"{}")
            .unwrap_err()
            .contains("there already")
    );
}

#[test]
fn unknown_and_missing_keys_are_complained_of() {
    let (attributes, nav) = (names(&["apiKey"]), names(&["menu"]));
    let plugin = TranslatableParts {
        attributes: &attributes,
        nav: &nav,
        ..TranslatableParts::default()
    };
    let locales = locales(&[
        (
            "de.json",
            json!({"name": "Fähre", "attributes.apiKey.name": "Schlüssel", "nav.menu.title": "Zonen"}),
        ),
        (
            "es.json",
            json!({"name": "Barco", "attributes.key.name": "Clave", "nav.menu.title": "Zonas"}),
        ),
    ]);
    assert_eq!(
        locales.find_problems(plugin),
        [
            "locales/es.json: attributes.key.name stands for nothing of this plugin",
            "locales/es.json: attributes.apiKey.name is missing, which another file has",
        ]
    );
    assert_eq!(
        locales.untranslated_keys(plugin),
        ["attributes.apiKey.help", "description"]
    );
}

//! Validation of cultures and texts, and the lookup order.

use data::{
    Error, Message, Refusal, Result, message,
    validate::{self, OptionalText},
};

use crate::{
    builtin::{self, ENGLISH, KEYS},
    model::{Language, LanguageForm, LanguageRow},
};

const CULTURE: Message = message!("must be a culture such as de, pt-BR or zh-Hant");
const MAX_TEXT_LENGTH: usize = 2000;
pub(crate) const MAX_NAME_LENGTH: usize = 64;
/// Smaller ids belong to built-in languages.
const FIRST_OWN_ID: i64 = 100;
/// The only text source; the API supports more.
pub(crate) const SOURCE: &str = "Waybill";

pub(crate) const NAME_IMMUTABLE: Refusal = Refusal::new(
    1301,
    "A language's name cannot be changed: its texts belong to it. Add another language instead.",
);
pub(crate) const DEFAULT_STAYS: Refusal = Refusal::new(
    1302,
    "This is the default language. Set another default first.",
);
pub(crate) const BUILT_IN_STAYS: Refusal = Refusal::new(
    1303,
    "This language comes with the product. Disable it instead of deleting it.",
);
pub(crate) const LANGUAGE_EXISTS: Refusal = Refusal::new(1304, "This language already exists.");

/// Normalises the culture (de, pt-BR, zh-Hant-TW). None if invalid.
pub(crate) fn culture(name: &str) -> Option<String> {
    let mut parts = name.trim().split(['-', '_']);
    let language = parts.next()?.to_ascii_lowercase();
    let letters = |part: &str| part.bytes().all(|byte| byte.is_ascii_alphabetic());
    if !(2..=3).contains(&language.len()) || !letters(&language) {
        return None;
    }
    let mut spelled = language;
    let (mut scripts, mut places) = (0, 0);
    for part in parts {
        spelled.push('-');
        match part.len() {
            4 if letters(part) && scripts == 0 && places == 0 => {
                scripts += 1;
                spelled.push_str(&part[..1].to_ascii_uppercase());
                spelled.push_str(&part[1..].to_ascii_lowercase());
            }
            2 if letters(part) && places == 0 => {
                places += 1;
                spelled.push_str(&part.to_ascii_uppercase());
            }
            3 if part.bytes().all(|byte| byte.is_ascii_digit()) && places == 0 => {
                places += 1;
                spelled.push_str(part);
            }
            _ => return None,
        }
    }
    Some(spelled)
}

/// The error names the field.
pub(crate) fn parse_culture(member: &str, name: &str) -> Result<String> {
    culture(name).ok_or_else(|| Error::invalid(member, CULTURE))
}

/// Returns the culture and its parents: zh-Hant-TW, zh-Hant, zh.
pub(crate) fn lineage(culture: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(culture), |culture| {
        culture.rsplit_once('-').map(|(parent, _)| parent)
    })
}

/// Returns the lookup order without disabled languages.
pub(crate) fn chain(requested: &str, languages: &[Language], default: &str) -> Vec<String> {
    let disabled = |culture: &str| {
        languages
            .iter()
            .any(|language| language.name == culture && language.is_disabled)
    };
    let mut chain: Vec<String> = Vec::new();
    for culture in lineage(requested).chain(lineage(default)).chain([ENGLISH]) {
        let shut = disabled(culture) && culture != ENGLISH;
        if !shut && !chain.iter().any(|known| known == culture) {
            chain.push(culture.to_owned());
        }
    }
    chain
}

/// True for a right-to-left script.
pub(crate) fn right_to_left(culture: &str) -> bool {
    const LANGUAGES: [&str; 12] = [
        "ar", "arc", "ckb", "dv", "fa", "he", "ks", "ps", "sd", "ug", "ur", "yi",
    ];
    const SCRIPTS: [&str; 5] = ["Arab", "Hebr", "Syrc", "Thaa", "Nkoo"];
    match culture.split('-').nth(1).filter(|part| part.len() == 4) {
        Some(script) => SCRIPTS.contains(&script),
        None => LANGUAGES.contains(&culture.split('-').next().unwrap_or_default()),
    }
}

/// Built-in languages with the tenant's changes, and its own, by display name.
pub(crate) fn all(rows: &[LanguageRow]) -> Vec<Language> {
    let mut all: Vec<Language> = rows.iter().map(to_language).collect();
    let has_default = rows.iter().any(|row| row.is_default);
    for language in &builtin::LANGUAGES {
        if !rows.iter().any(|row| row.name == language.name) {
            all.push(Language {
                id: language.id,
                name: language.name.to_owned(),
                display_name: language.display_name.to_owned(),
                icon: String::new(),
                is_disabled: false,
                is_right_to_left: language.is_right_to_left,
                is_default: !has_default && language.name == ENGLISH,
                is_built_in: true,
                row_version: 0,
            });
        }
    }
    if !has_default && let Some(english) = all.iter_mut().find(|language| language.name == ENGLISH)
    {
        english.is_default = true;
    }
    all.sort_by_cached_key(|language| (fold_case(&language.display_name), language.name.clone()));
    all
}

pub(crate) fn to_language(row: &LanguageRow) -> Language {
    let built_in = builtin::find(&row.name);
    Language {
        id: built_in.map_or(row.id.0 + FIRST_OWN_ID, |language| language.id),
        name: row.name.clone(),
        display_name: row.display_name.clone(),
        icon: row.icon.clone(),
        is_disabled: row.is_disabled,
        is_right_to_left: row.is_right_to_left,
        is_default: row.is_default,
        is_built_in: built_in.is_some(),
        row_version: row.row_version,
    }
}

pub(crate) fn culture_name(name: &str, (): &()) -> garde::Result {
    if name.is_empty() || culture(name).is_some() {
        Ok(())
    } else {
        Err(validate::rejection(CULTURE))
    }
}

pub(crate) fn icon_name(icon: &impl OptionalText, (): &()) -> garde::Result {
    match icon.text() {
        Some(icon) if icon.contains(['<', '>', '"']) => Err(validate::rejection(message!(
            "must be an icon's name such as flag"
        ))),
        _ => Ok(()),
    }
}

/// Reports all invalid fields.
pub(crate) fn check(form: &mut LanguageForm) -> Result<()> {
    form.name = form.name.trim().to_owned();
    if let Some(spelled) = culture(&form.name) {
        form.name = spelled;
    }
    form.display_name = form.display_name.trim().to_owned();
    form.icon = form.icon.take().map(|icon| icon.trim().to_owned());
    let wrong = validate::check("language", form);
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(Error::Invalid(wrong))
    }
}

const FORMS: [&str; 6] = ["_zero", "_one", "_two", "_few", "_many", "_other"];

pub(crate) fn plural_keys(key: &str) -> impl Iterator<Item = String> {
    FORMS.iter().map(move |form| format!("{key}{form}"))
}

/// None if the product has no such text.
pub(crate) fn text_of_key(key: &str) -> Option<&str> {
    if KEYS.contains(key) {
        return Some(key);
    }
    FORMS
        .iter()
        .find_map(|form| key.strip_suffix(form))
        .filter(|text| KEYS.contains(*text))
}

/// Returns the placeholders of a text: `name` in `Delete {name}?`.
fn placeholders(text: &str) -> impl Iterator<Item = &str> {
    text.split('{')
        .skip(1)
        .filter_map(|rest| rest.split_once('}').map(|(name, _)| name))
}

/// Rejects an unknown key or placeholder. `under` prefixes the fields.
pub(crate) fn check_text(under: &str, key: &str, value: &str) -> Result<()> {
    let Some(text) = text_of_key(key) else {
        return Err(Error::invalid(
            format!("{under}key"),
            message!("is not a text of this product"),
        ));
    };
    if value.chars().count() > MAX_TEXT_LENGTH {
        return Err(Error::invalid(
            format!("{under}value"),
            message!("must have at most {max} characters", max = MAX_TEXT_LENGTH),
        ));
    }
    match placeholders(value).find(|name| !placeholders(text).any(|own| own == *name)) {
        None => Ok(()),
        Some(name) => {
            let own: Vec<String> = placeholders(text).map(|own| format!("{{{own}}}")).collect();
            let asked = format!("{{{name}}}");
            let error_message = if own.is_empty() {
                message!("uses {asked}; this text has no placeholders")
            } else {
                message!("uses {asked}; use {own}")
            };
            Err(Error::invalid(format!("{under}value"), error_message))
        }
    }
}

pub(crate) fn source(name: Option<&str>) -> Result<()> {
    match name.map(str::trim) {
        None | Some("") => Ok(()),
        Some(name) if name.eq_ignore_ascii_case(SOURCE) => Ok(()),
        Some(_) => Err(Error::invalid(
            "sourceName",
            message!("must be {source}", source = SOURCE),
        )),
    }
}

pub(crate) fn fold_case(text: &str) -> String {
    text.chars()
        .flat_map(char::to_lowercase)
        .map(strip_accent)
        .collect()
}

fn strip_accent(c: char) -> char {
    match c {
        'à'..='å' | 'ā' | 'ă' | 'ą' => 'a',
        'è'..='ë' | 'ē' | 'ė' | 'ę' | 'ě' => 'e',
        'ì'..='ï' | 'ī' | 'į' => 'i',
        'ò'..='ö' | 'ø' | 'ō' | 'ő' => 'o',
        'ù'..='ü' | 'ū' | 'ů' | 'ű' => 'u',
        'ç' | 'ć' | 'č' => 'c',
        'ñ' | 'ń' | 'ň' => 'n',
        'ý' | 'ÿ' => 'y',
        'š' | 'ś' => 's',
        'ž' | 'ź' | 'ż' => 'z',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cultures_are_spelled_one_way() {
        for (sent, spelled) in [
            ("DE", "de"),
            ("pt_br", "pt-BR"),
            (" zh-hANT-tw ", "zh-Hant-TW"),
            ("es-419", "es-419"),
            ("fil", "fil"),
        ] {
            assert_eq!(culture(sent).as_deref(), Some(spelled), "{sent}");
        }
        for wrong in [
            "",
            "d",
            "english",
            "de-",
            "de-A",
            "de-AT-AT",
            "de--AT",
            "../de",
            "de-Latn-Latn",
            "d1",
            "é-FR",
        ] {
            assert_eq!(culture(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_text_is_looked_for_from_near_to_far() {
        let languages = all(&[]);
        assert_eq!(
            chain("de-AT", &languages, "es"),
            ["de-AT", "de", "es", "en"]
        );
        assert_eq!(chain("en-AU", &languages, "en"), ["en-AU", "en"]);
        assert_eq!(
            chain("fr", &languages, "pt-BR"),
            ["fr", "pt-BR", "pt", "en"]
        );
        let shut: Vec<Language> = languages
            .into_iter()
            .map(|language| Language {
                is_disabled: language.name == "de",
                ..language
            })
            .collect();
        assert_eq!(chain("de-AT", &shut, "es"), ["de-AT", "es", "en"]);
    }

    #[test]
    fn scripts_have_a_direction() {
        for (culture, expected) in [
            ("ar", true),
            ("ar-EG", true),
            ("he", true),
            ("uz", false),
            ("uz-Arab", true),
            ("ur-Latn", false),
        ] {
            assert_eq!(right_to_left(culture), expected, "{culture}");
        }
    }

    #[test]
    fn texts_ask_for_what_their_keys_have() {
        assert!(check_text("", "Delete {name}?", "{name} löschen?").is_ok());
        assert!(check_text("", "Delete {name}?", "Löschen?").is_ok());
        assert!(check_text("", "At least {count} characters_few", "{count}").is_ok());
        let wrong =
            |key: &str, value: &str| check_text("rows[1].", key, value).unwrap_err().sentence();
        assert_eq!(
            wrong("Delete {name}?", "{nmae}"),
            "rows[1].value: uses {nmae}; use {name}"
        );
        assert_eq!(
            wrong("Save", "{x}"),
            "rows[1].value: uses {x}; this text has no placeholders"
        );
        assert_eq!(
            wrong("Never said", "x"),
            "rows[1].key: is not a text of this product"
        );
        assert!(wrong("Save", &"x".repeat(2001)).contains("2000"));
    }

    #[test]
    fn english_is_the_default_until_another_is() {
        let names = |languages: &[Language]| {
            languages
                .iter()
                .filter(|language| language.is_default)
                .map(|one| one.name.clone())
                .collect::<Vec<_>>()
        };
        assert_eq!(names(&all(&[])), ["en"]);
    }
}

//! Languages and texts: changes, lookup and import.

use std::collections::{BTreeMap, BTreeSet};

use data::{
    Change, Error, Message, Refusal, Result, Scope, Where, blocking, ids::LanguageId, message,
};
use serde::Deserialize;
use web::rows;

use crate::{
    builtin::{self, KEYS, Texts},
    model::{ChangeText, Imported, Language, LanguageForm, LanguageRow, TextPair, TextsQuestion},
    rules, store,
};

pub(crate) async fn languages(scope: &mut Scope) -> Result<(Vec<Language>, String)> {
    let all = rules::all(&scope.all::<LanguageRow>(Where::all()).await?);
    let default = all
        .iter()
        .find(|language| language.is_default)
        .map(|language| language.name.clone());
    Ok((all, default.unwrap_or_else(|| builtin::ENGLISH.to_owned())))
}

pub(crate) async fn find(scope: &mut Scope, id: i64) -> Result<Language> {
    let (all, _) = languages(scope).await?;
    all.into_iter()
        .find(|language| language.id == id)
        .ok_or(Error::NotFound("The language"))
}

/// The error names the field.
async fn by_name(scope: &mut Scope, member: &str, name: &str) -> Result<Language> {
    let culture = rules::parse_culture(member, name)?;
    let (all, _) = languages(scope).await?;
    let found = all.into_iter().find(|language| language.name == culture);
    found.ok_or_else(|| {
        Error::invalid(
            member,
            message!("{culture} is not a language here; add it first"),
        )
    })
}

/// Adds or changes a language. The caller commits.
pub(crate) async fn save(scope: &mut Scope, change: Change<LanguageForm>) -> Result<Language> {
    let (all, _) = languages(scope).await?;
    let stored = match change.id() {
        0 => None,
        id => Some(
            all.iter()
                .find(|language| language.id == id)
                .ok_or(Error::NotFound("The language"))?,
        ),
    };
    // A built-in language has version 0 until the tenant changes it: a later 0 is stale.
    if stored.is_some_and(|stored| stored.row_version > 0) && change.input().row_version == Some(0)
    {
        return Err(Error::Conflict);
    }
    let mut form = scope
        .edit(change.over(stored.map(LanguageForm::from)))
        .await?
        .record;
    rules::check(&mut form)?;
    match stored {
        Some(stored) if stored.name != form.name => return Err(rules::NAME_IMMUTABLE.into()),
        None if all.iter().any(|language| language.name == form.name) => {
            return Err(rules::LANGUAGE_EXISTS.into());
        }
        _ => {}
    }
    let was_default = stored.is_some_and(|stored| stored.is_default);
    if was_default && !form.is_default || form.is_default && form.is_disabled {
        return Err(rules::DEFAULT_STAYS.into());
    }
    if form.is_default && !was_default {
        store::drop_default(scope).await?;
    }
    let before = scope
        .first::<LanguageRow>(Where::all().eq(LanguageRow::NAME, form.name.clone()))
        .await?;
    let mut row = LanguageRow {
        id: before.as_ref().map_or(LanguageId(0), |row| row.id),
        row_version: before.as_ref().map_or(0, |row| row.row_version),
        is_right_to_left: form
            .is_right_to_left
            .unwrap_or_else(|| rules::right_to_left(&form.name)),
        name: form.name,
        display_name: form.display_name,
        icon: form.icon.unwrap_or_default(),
        is_disabled: form.is_disabled,
        is_default: form.is_default,
        creation_time: before
            .as_ref()
            .map_or_else(|| scope.now(), |row| row.creation_time),
    };
    match before {
        Some(_) => scope.update(&mut row).await?,
        None => scope.insert(&mut row).await?,
    }
    Ok(rules::to_language(&row))
}

/// Includes the language's texts. The caller commits.
pub(crate) async fn delete(scope: &mut Scope, id: i64) -> Result<()> {
    let language = find(scope, id).await?;
    let refusal: Option<Refusal> = if language.is_built_in {
        Some(rules::BUILT_IN_STAYS)
    } else if language.is_default {
        Some(rules::DEFAULT_STAYS)
    } else {
        None
    };
    if let Some(refusal) = refusal {
        return Err(refusal.into());
    }
    let row = scope
        .first::<LanguageRow>(Where::all().eq(LanguageRow::NAME, language.name.clone()))
        .await?;
    let row = row.ok_or(Error::NotFound("The language"))?;
    store::drop_all_own(scope, &language.name).await?;
    scope.delete::<LanguageRow>(row.id).await
}

/// Without fallbacks: the tenant's over the platform's over the built-in.
async fn texts_of(scope: &mut Scope, culture: &str) -> Result<Texts> {
    let mut texts = builtin::texts(culture).clone();
    texts.extend(store::load_platform(scope, culture).await?);
    texts.extend(store::load_own(scope, culture).await?);
    Ok(texts)
}

/// Returns texts that differ from their keys, with fallbacks, and the culture found.
pub(crate) async fn load_texts_with_fallbacks(
    scope: &mut Scope,
    requested: Option<&str>,
) -> Result<(BTreeMap<String, String>, String)> {
    let (all, default) = languages(scope).await?;
    let request = match requested.map(str::trim).filter(|name| !name.is_empty()) {
        Some(name) => rules::parse_culture("name", name)?,
        None => default.clone(),
    };
    let chain = rules::chain(&request, &all, &default);
    let is_there = |culture: &&String| all.iter().any(|language| language.name == **culture);
    let speaking = chain
        .iter()
        .find(is_there)
        .cloned()
        .unwrap_or_else(|| builtin::ENGLISH.to_owned());
    let mut spoken: BTreeMap<String, String> = BTreeMap::new();
    // Farthest fallback first, so nearer ones override it.
    for culture in chain.iter().rev() {
        let texts = texts_of(scope, culture).await?;
        // A nearer language has its own plural forms; a fallback's would be wrong.
        let stems: BTreeSet<&str> = texts
            .keys()
            .filter_map(|key| rules::text_of_key(key))
            .collect();
        if culture == builtin::ENGLISH {
            spoken.clear();
        } else {
            spoken.retain(|key, _| {
                !rules::text_of_key(key).is_some_and(|stem| stem != key && stems.contains(stem))
            });
        }
        spoken.extend(texts);
    }
    spoken.retain(|key, text| key != text);
    Ok((spoken, speaking))
}

/// Returns sentences without values in the caller's language, for documents that the host draws.
pub async fn translate<const COUNT: usize>(
    scope: &mut Scope,
    sentences: [Message; COUNT],
) -> Result<[String; COUNT]> {
    let (all, _) = languages(scope).await?;
    let is_offered = |culture: &str| {
        rules::lineage(culture).any(|one| {
            let offered = |language: &&Language| language.name == one && !language.is_disabled;
            all.iter().any(|language| offered(&language))
        })
    };
    let culture = scope
        .languages()
        .iter()
        .filter_map(|name| rules::parse_culture("name", name).ok())
        .find(|culture| is_offered(culture));
    let (texts, _) = load_texts_with_fallbacks(scope, culture.as_deref()).await?;
    Ok(sentences.map(|sentence| {
        texts
            .get(sentence.template())
            .cloned()
            .unwrap_or_else(|| sentence.to_string())
    }))
}

/// With `filter` EMPTY only texts missing in the target.
pub(crate) async fn pairs(scope: &mut Scope, question: &TextsQuestion) -> Result<Vec<TextPair>> {
    rules::source(question.source_name.as_deref())?;
    let empty_only = match question
        .target_value_filter
        .as_deref()
        .unwrap_or("ALL")
        .to_ascii_uppercase()
        .as_str()
    {
        "ALL" | "" => false,
        "EMPTY" => true,
        _ => {
            return Err(Error::invalid(
                "targetValueFilter",
                message!("must be ALL or EMPTY"),
            ));
        }
    };
    let target = by_name(scope, "targetLanguageName", &question.target_language_name)
        .await?
        .name;
    let base = match question
        .base_language_name
        .as_deref()
        .filter(|name| !name.trim().is_empty())
    {
        Some(name) => by_name(scope, "baseLanguageName", name).await?.name,
        None => languages(scope).await?.1,
    };
    let (base, _) = load_texts_with_fallbacks(scope, Some(&base)).await?;
    let own = store::load_own(scope, &target).await?;
    let target_texts = texts_of(scope, &target).await?;
    let mut keys: BTreeSet<&String> = KEYS.iter().collect();
    keys.extend(
        target_texts
            .keys()
            .filter(|key| rules::text_of_key(key).is_some()),
    );
    let search_text = rules::fold_case(question.filter_text.as_deref().unwrap_or_default().trim());
    let english = target == builtin::ENGLISH;
    let pair = |key: &String| TextPair {
        key: key.clone(),
        base_value: base.get(key).unwrap_or(key).clone(),
        // A key is its English text.
        target_value: target_texts
            .get(key)
            .cloned()
            .or_else(|| english.then(|| key.clone())),
        is_own: own.contains_key(key),
    };
    let fits = |pair: &TextPair| {
        let has = |text: &str| rules::fold_case(text).contains(&search_text);
        // A text with plural forms counts as translated by them.
        let has_plural_forms =
            || rules::plural_keys(&pair.key).any(|form| target_texts.contains_key(&form));
        (!empty_only || pair.target_value.is_none() && !has_plural_forms())
            && (search_text.is_empty()
                || has(&pair.key)
                || has(&pair.base_value)
                || pair.target_value.as_deref().is_some_and(has))
    };
    Ok(keys.into_iter().map(pair).filter(fits).collect())
}

/// Sets one of the tenant's texts; an empty one resets it. The caller commits.
pub(crate) async fn change(scope: &mut Scope, change: ChangeText) -> Result<()> {
    rules::source(change.source_name.as_deref())?;
    let language = by_name(scope, "languageName", &change.language_name).await?;
    let value = change.value.unwrap_or_default();
    rules::check_text("", &change.key, &value)?;
    let before = store::load_own(scope, &language.name)
        .await?
        .remove(&change.key);
    let after = Some(&value).filter(|value| !value.trim().is_empty());
    scope.note(
        "Language",
        language.id,
        &format!("texts.{}", change.key),
        &before,
        after,
    );
    match after {
        None => store::drop_own(scope, &language.name, &change.key).await,
        Some(value) => store::put_own(scope, &language.name, &change.key, value).await,
    }
}

/// An empty text resets it. The caller commits.
pub async fn set_platform_text(
    scope: &mut Scope,
    culture: &str,
    key: &str,
    value: &str,
) -> Result<()> {
    let culture = rules::parse_culture("languageName", culture)?;
    rules::check_text("", key, value)?;
    if value.trim().is_empty() {
        store::drop_platform(scope, &culture, key).await
    } else {
        store::put_platform(scope, &culture, key, value).await
    }
}

#[derive(Debug, Deserialize)]
struct ImportRow {
    key: String,
    value: Option<String>,
}

/// Imports the valid rows of a CSV or JSON file. The caller commits.
pub(crate) async fn import(
    scope: &mut Scope,
    language_name: &str,
    content: &[u8],
) -> Result<Imported> {
    let Language {
        id, name: culture, ..
    } = by_name(scope, "languageName", language_name).await?;
    let content = rows::Content::reserve(scope, content.to_vec()).await?;
    let table = blocking::run(|| read(&content))?;
    let before = texts_of(scope, &culture).await?;
    let own = store::load_own(scope, &culture).await?;
    let mut done = Imported {
        total: table.total(),
        validation_errors: table.errors,
        ..Imported::default()
    };
    for rows::Row {
        index,
        item: ImportRow { key, value },
    } in table.rows
    {
        let value = value.unwrap_or_default();
        if let Err(error) = rules::check_text("", &key, &value) {
            done.validation_errors
                .push(rows::RowError::new(index, error.sentence()));
            continue;
        }
        // A text equal to the current one needs no row.
        let same = before
            .get(&key)
            .map_or(culture == builtin::ENGLISH && key == value, |text| {
                *text == value
            });
        if value.trim().is_empty() || same {
            done.unchanged += 1;
            continue;
        }
        store::put_own(scope, &culture, &key, &value).await?;
        if own.contains_key(&key) {
            done.updated += 1;
        } else {
            done.inserted += 1;
        }
    }
    done.validation_errors.sort_by_key(|error| error.index);
    scope.note(
        "Language",
        id,
        "imported",
        None::<usize>,
        done.inserted + done.updated,
    );
    Ok(done)
}

/// Parses JSON as a map of texts or a list of rows; anything else as CSV.
fn read(table: &rows::Content) -> Result<rows::Import<ImportRow>> {
    let content = table.bytes();
    let start = content
        .iter()
        .find(|byte| !byte.is_ascii_whitespace() && !b"\xef\xbb\xbf".contains(byte));
    let listed: Vec<ImportRow> = match start {
        Some(b'{') => {
            let map: BTreeMap<String, Option<String>> = json(content)?;
            map.into_iter()
                .map(|(key, value)| ImportRow { key, value })
                .collect()
        }
        Some(b'[') => json(content)?,
        _ => return rows::read(table.clone(), &["key", "value"]),
    };
    if listed.len() > rows::MAX_ROWS {
        return Err(Error::invalid(
            "file",
            message!("has more than {max} rows; split it", max = rows::MAX_ROWS),
        ));
    }
    let rows = listed
        .into_iter()
        .enumerate()
        .map(|(at, item)| rows::Row {
            index: at + 1,
            item,
        })
        .collect();
    Ok(rows::Import {
        rows,
        errors: Vec::new(),
        cell_names: None,
    })
}

fn json<T: serde::de::DeserializeOwned>(content: &[u8]) -> Result<T> {
    let content = content.strip_prefix(b"\xef\xbb\xbf").unwrap_or(content);
    serde_json::from_slice(content).map_err(|error| {
        let place = format!("line {}, column {}", error.line(), error.column());
        Error::invalid(
            "file",
            message!(
                "must be {map} or {list}; see {place}",
                map = "{\"key\": \"text\"}",
                list = "[{\"key\", \"value\"}]"
            ),
        )
    })
}

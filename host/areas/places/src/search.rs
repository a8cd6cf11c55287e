//! Search of one index by words, and by position.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use tantivy::{
    Searcher, TantivyDocument, Term,
    collector::{DocSetCollector, TopDocs},
    query::{AllQuery, BooleanQuery, ConstScoreQuery, FuzzyTermQuery, Occur, Query, TermQuery},
    schema::IndexRecordOption,
};

use crate::{
    filter::{Field as FilterField, Filter},
    index::{Opened, SQUARES, square, term, to_degrees},
    model::Place,
    words::{self, Match, Word},
};

/// Candidates that are compared word by word.
const MAX_CANDIDATES: usize = 64;
/// Words that an incomplete or misspelt word may stand for.
const MAX_EXPANSIONS: usize = 48;
/// Words of the index that are looked at for one of them.
const MAX_SCANNED: usize = 20_000;

/// A shorter beginning alone finds localities only: it begins words of most streets.
const MIN_STREET_LETTERS: usize = 3;

/// A place with the words that matched.
#[derive(Debug, Clone)]
pub struct Hit {
    pub place: Place,
    pub rank: Rank,
}

/// Order of hits: better matches, then more similar words, then whole localities, then shorter
/// labels.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank {
    matches: Reverse<u32>,
    /// Letters in which similar words differ.
    typos: usize,
    /// A street comes after its suburb unless the query has a word for it.
    is_beyond: bool,
    unmatched: usize,
    label: String,
}

/// Returns the best places for a query. Similar words count only if nothing matches otherwise.
pub fn search(
    index: &Opened,
    query: &str,
    filter: Option<&Filter>,
    limit: usize,
) -> anyhow::Result<Vec<Hit>> {
    let words = words::words(query);
    if words.is_empty() {
        return Ok(Vec::new());
    }
    let searcher = index.reader.searcher();
    // A house number that the data lacks still finds its street.
    let is_text = |word: &&Word| {
        !word
            .folded
            .starts_with(|letter: char| letter.is_ascii_digit())
    };
    let without: Vec<Word> = words.iter().filter(is_text).cloned().collect();
    let has_number = !without.is_empty() && without.len() < words.len();
    let mut hits = Vec::new();
    for is_similar in [false, true] {
        hits = stage(index, &searcher, &words, filter, limit, is_similar)?;
        if hits.is_empty() && has_number {
            hits = stage(index, &searcher, &without, filter, limit, is_similar)?;
        }
        if !hits.is_empty() {
            break;
        }
    }
    hits.sort_by(|one, other| one.rank.cmp(&other.rank));
    hits.truncate(limit);
    Ok(hits)
}

fn stage(
    index: &Opened,
    searcher: &Searcher,
    words: &[Word],
    filter: Option<&Filter>,
    limit: usize,
    is_similar: bool,
) -> anyhow::Result<Vec<Hit>> {
    let mut clauses: Vec<Box<dyn Query>> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let is_last = at + 1 == words.len();
        let clause = match is_similar {
            false => exact(index, searcher, word, is_last)?,
            true => similar(index, searcher, word, is_last)?,
        };
        clauses.push(clause);
    }
    if let [word] = words
        && word.folded.len() < MIN_STREET_LETTERS
    {
        clauses.push(localities(index));
    }
    if let Some(filter) = filter {
        // A search for words alone skips what cannot be among the best; with a filter it scores
        // all.
        if !is_similar {
            let mut hits = find(index, searcher, &*all(&clauses), words)?;
            let is_complete = hits.len() < MAX_CANDIDATES;
            hits.retain(|hit| filter.matches(&hit.place));
            if is_complete || hits.len() >= limit {
                return Ok(hits);
            }
        }
        let filter = condition(index, filter);
        clauses.push(Box::new(ConstScoreQuery::new(filter, 0.0)));
    }
    find(index, searcher, &*all(&clauses), words)
}

fn all(clauses: &[Box<dyn Query>]) -> Box<dyn Query> {
    match clauses {
        [one] => one.box_clone(),
        _ => Box::new(BooleanQuery::intersection(
            clauses.iter().map(|clause| clause.box_clone()).collect(),
        )),
    }
}

/// Returns the best places of a query.
fn find(
    index: &Opened,
    searcher: &Searcher,
    query: &dyn Query,
    words: &[Word],
) -> anyhow::Result<Vec<Hit>> {
    let found = searcher.search(query, &TopDocs::with_limit(MAX_CANDIDATES).order_by_score())?;
    let mut hits = Vec::new();
    for (_, address) in found {
        let document: TantivyDocument = searcher.doc(address)?;
        let place = index.read(&document)?;
        let rank = rank(&place, words);
        hits.push(Hit { place, rank });
    }
    Ok(hits)
}

fn localities(index: &Opened) -> Box<dyn Query> {
    let term = Term::from_field_u64(index.fields.locality, 1);
    Box::new(TermQuery::new(term, IndexRecordOption::Basic))
}

fn any(mut queries: Vec<Box<dyn Query>>) -> Box<dyn Query> {
    match queries.len() {
        1 => queries.swap_remove(0),
        _ => Box::new(BooleanQuery::union(queries)),
    }
}

fn of_word(index: &Opened, form: &str) -> Box<dyn Query> {
    let term = term(index.fields.words, form);
    Box::new(TermQuery::new(term, IndexRecordOption::WithFreqs))
}

fn exact(
    index: &Opened,
    searcher: &Searcher,
    word: &Word,
    is_last: bool,
) -> anyhow::Result<Box<dyn Query>> {
    let mut forms = BTreeSet::from([word.form.clone()]);
    if is_last {
        forms.extend(words::forms_of_prefix(&word.folded).map(str::to_owned));
        forms.extend(completions(index, searcher, &word.folded)?);
    }
    let queries = forms.iter().map(|form| of_word(index, form));
    Ok(any(queries.collect()))
}

/// Returns the most frequent words of the index with a beginning.
fn completions(
    index: &Opened,
    searcher: &Searcher,
    beginning: &str,
) -> anyhow::Result<Vec<String>> {
    let mut found: Vec<(u32, String)> = Vec::new();
    for segment in searcher.segment_readers() {
        let inverted = segment.inverted_index(index.fields.words)?;
        let mut terms = inverted
            .terms()
            .range()
            .ge(beginning.as_bytes())
            .into_stream()?;
        for _ in 0..MAX_SCANNED {
            if !terms.advance() || !terms.key().starts_with(beginning.as_bytes()) {
                break;
            }
            if let Ok(word) = std::str::from_utf8(terms.key()) {
                found.push((terms.value().doc_freq, word.to_owned()));
            }
        }
    }
    found.sort_unstable_by(|one, other| other.cmp(one));
    found.truncate(MAX_EXPANSIONS);
    Ok(found.into_iter().map(|(_, word)| word).collect())
}

fn similar(
    index: &Opened,
    searcher: &Searcher,
    word: &Word,
    is_last: bool,
) -> anyhow::Result<Box<dyn Query>> {
    let own = exact(index, searcher, word, is_last)?;
    let mut queries = vec![own];
    for near in similar_words(index, searcher, word, is_last)? {
        let query = ConstScoreQuery::new(of_word(index, &near), 1.0);
        queries.push(Box::new(query));
    }
    Ok(any(queries))
}

/// Returns the words of the index that a misspelt one may stand for, the most similar first, then
/// the most frequent. A query of each reads only the places that the other words have too, while a
/// `FuzzyTermQuery` reads all that any of them has.
fn similar_words(
    index: &Opened,
    searcher: &Searcher,
    word: &Word,
    is_last: bool,
) -> anyhow::Result<Vec<String>> {
    let typos = words::allowed_typos(&word.folded);
    if typos == 0 {
        return Ok(Vec::new());
    }
    let term = term(index.fields.words, &word.folded);
    let query = match is_last {
        true => FuzzyTermQuery::new_prefix(term, typos, true),
        false => FuzzyTermQuery::new(term, typos, true),
    };
    let automaton = query.automaton()?;
    let mut frequencies: BTreeMap<String, u64> = BTreeMap::new();
    for segment in searcher.segment_readers() {
        let inverted = segment.inverted_index(index.fields.words)?;
        let mut terms = inverted.terms().search(&automaton).into_stream()?;
        for _ in 0..MAX_SCANNED {
            if !terms.advance() {
                break;
            }
            if let Ok(word) = std::str::from_utf8(terms.key()) {
                let frequency = frequencies.entry(word.to_owned()).or_default();
                *frequency += u64::from(terms.value().doc_freq);
            }
        }
    }
    let mut found: Vec<(usize, Reverse<u64>, String)> = frequencies
        .into_iter()
        .map(|(own, count)| {
            (
                words::distance(&word.folded, is_last, &own),
                Reverse(count),
                own,
            )
        })
        .collect();
    found.sort_unstable();
    found.truncate(MAX_EXPANSIONS);
    Ok(found.into_iter().map(|(_, _, word)| word).collect())
}

fn condition(index: &Opened, filter: &Filter) -> Box<dyn Query> {
    let is_in = |field: FilterField, values: &[String]| {
        let field = match field {
            FilterField::Country => index.fields.country,
            FilterField::State => index.fields.state,
            FilterField::PostCode => index.fields.post_code,
            FilterField::Suburb => index.fields.suburb,
        };
        let queries = values.iter().map(|value| {
            let query = TermQuery::new(term(field, value), IndexRecordOption::Basic);
            Box::new(query) as Box<dyn Query>
        });
        any(queries.collect())
    };
    match filter {
        Filter::In(field, values) => is_in(*field, values),
        Filter::NotIn(field, values) => Box::new(BooleanQuery::new(vec![
            (Occur::Must, Box::new(AllQuery) as Box<dyn Query>),
            (Occur::MustNot, is_in(*field, values)),
        ])),
        Filter::All(all) => {
            let all = all.iter().map(|one| condition(index, one));
            Box::new(BooleanQuery::intersection(all.collect()))
        }
        Filter::Any(all) => any(all.iter().map(|one| condition(index, one)).collect()),
    }
}

fn rank(place: &Place, query: &[Word]) -> Rank {
    let label = place.label();
    let own = words::words(&label);
    let (mut matches, mut typos) = (0, 0);
    let mut is_matched = vec![false; own.len()];
    for (at, word) in query.iter().enumerate() {
        let is_last = at + 1 == query.len();
        let best = own
            .iter()
            .enumerate()
            .filter_map(|(at, own)| Some((words::compare(word, is_last, own)?, Reverse(at))))
            .max();
        if let Some((how, Reverse(at))) = best {
            is_matched[at] = true;
            matches += match how {
                Match::Exact => 3,
                Match::Beginning => 2,
                Match::Similar(Reverse(letters)) => {
                    typos += letters;
                    1
                }
            };
        }
    }
    let line = words::words(&place.line()).len();
    Rank {
        matches: Reverse(matches),
        typos,
        is_beyond: !place.is_locality() && !is_matched[..line.min(own.len())].contains(&true),
        unmatched: is_matched.iter().filter(|matched| !**matched).count(),
        label,
    }
}

/// Returns a text's HTML with the words of a query marked.
pub fn highlight(label: &str, query: &str) -> String {
    let query = words::words(query);
    let mut html = String::new();
    let mut done = 0;
    for own in words::words(label) {
        let is_match = query
            .iter()
            .enumerate()
            .any(|(at, word)| words::compare(word, at + 1 == query.len(), &own).is_some());
        if is_match {
            escape(&mut html, &label[done..own.start]);
            html.push_str("<mark>");
            escape(&mut html, &label[own.start..own.end]);
            html.push_str("</mark>");
            done = own.end;
        }
    }
    escape(&mut html, &label[done..]);
    html
}

fn escape(html: &mut String, text: &str) {
    for letter in text.chars() {
        match letter {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            other => html.push(other),
        }
    }
}

/// Addresses farther away are not the address of a position, in metres.
const MAX_TO_ADDRESS: f64 = 250.0;
const MAX_TO_LOCALITY: f64 = 40_000.0;
const METRES_PER_DEGREE: f64 = 111_195.0;

/// Returns the nearest place with its distance in metres: an address nearby, otherwise a locality.
pub fn nearest(
    index: &Opened,
    latitude: f64,
    longitude: f64,
) -> anyhow::Result<Option<(f64, Place)>> {
    let searcher = index.reader.searcher();
    for (step, side) in SQUARES.into_iter().enumerate() {
        let degrees = side as f64 / 1_000.0;
        let mut around: Vec<Box<dyn Query>> = Vec::new();
        for north in [-degrees, 0.0, degrees] {
            for east in [-degrees, 0.0, degrees] {
                let name = square(side, latitude + north, longitude + east);
                let query =
                    TermQuery::new(term(index.fields.square, &name), IndexRecordOption::Basic);
                around.push(Box::new(query));
            }
        }
        let mut query = any(around);
        if step > 0 {
            // Wider squares have too many addresses, none of which is near enough.
            query = Box::new(BooleanQuery::intersection(vec![query, localities(index)]));
        }
        if let Some(found) = nearest_of(index, &searcher, &*query, (latitude, longitude))? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

fn nearest_of(
    index: &Opened,
    searcher: &Searcher,
    query: &dyn Query,
    (latitude, longitude): (f64, f64),
) -> anyhow::Result<Option<(f64, Place)>> {
    let mut segments = Vec::new();
    for segment in searcher.segment_readers() {
        let fast = segment.fast_fields();
        let (north, east) = (fast.i64("latitude")?, fast.i64("longitude")?);
        segments.push((north, east, fast.u64("locality")?));
    }
    let (mut address, mut locality) = (None, None);
    for found in searcher.search(query, &DocSetCollector)? {
        let (north, east, is_locality) = &segments[found.segment_ord as usize];
        let (Some(north), Some(east), Some(is_locality)) = (
            north.first(found.doc_id),
            east.first(found.doc_id),
            is_locality.first(found.doc_id),
        ) else {
            continue;
        };
        let distance = metres(latitude, longitude, to_degrees(north), to_degrees(east));
        let (best, max) = match is_locality {
            0 => (&mut address, MAX_TO_ADDRESS),
            _ => (&mut locality, MAX_TO_LOCALITY),
        };
        if distance <= max && best.is_none_or(|(nearest, _)| distance < nearest) {
            *best = Some((distance, found));
        }
    }
    let Some((distance, found)) = address.or(locality) else {
        return Ok(None);
    };
    let document: TantivyDocument = searcher.doc(found)?;
    Ok(Some((distance, index.read(&document)?)))
}

/// Distance in metres, exact over the few kilometres that matter.
pub fn metres(latitude: f64, longitude: f64, north: f64, east: f64) -> f64 {
    let turn = (east - longitude + 540.0).rem_euclid(360.0) - 180.0;
    let x = turn * ((latitude + north) / 2.0).to_radians().cos();
    let y = north - latitude;
    x.hypot(y) * METRES_PER_DEGREE
}

#[cfg(test)]
#[path = "search_tests.rs"]
mod tests;

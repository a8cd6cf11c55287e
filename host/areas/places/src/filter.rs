//! `filter_by` in Typesense's form: `countryCode:=AU && state:[NSW,VIC]`.

use data::{Error, Message, Result, message};

use crate::model::Place;

/// Names of fields that filters may use, with the field of the index.
const FIELDS: &[(&str, Field)] = &[
    ("countrycode", Field::Country),
    ("country", Field::Country),
    ("state", Field::State),
    ("statecode", Field::State),
    ("postcode", Field::PostCode),
    ("suburb", Field::Suburb),
];
const MAX_LENGTH: usize = 1_000;
const MAX_DEPTH: usize = 8;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    Country,
    State,
    PostCode,
    Suburb,
}

/// A condition on places. Values are in lower case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Filter {
    In(Field, Vec<String>),
    NotIn(Field, Vec<String>),
    All(Vec<Filter>),
    Any(Vec<Filter>),
}

impl Filter {
    /// True for conditions on nothing.
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::All(all) if all.is_empty())
    }

    /// True for a place that meets the condition.
    pub fn matches(&self, place: &Place) -> bool {
        let is_in = |field: &Field, values: &[String]| {
            let value = match field {
                Field::Country => &place.country,
                Field::State => &place.state,
                Field::PostCode => &place.post_code,
                Field::Suburb => &place.suburb,
            };
            values.contains(&value.to_lowercase())
        };
        match self {
            Self::In(field, values) => is_in(field, values),
            Self::NotIn(field, values) => !is_in(field, values),
            Self::All(all) => all.iter().all(|one| one.matches(place)),
            Self::Any(all) => all.iter().any(|one| one.matches(place)),
        }
    }
}

/// Returns none for an empty text.
pub fn parse(text: &str) -> Result<Option<Filter>> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    if text.len() > MAX_LENGTH {
        return refuse(message!(
            "must be at most {max} characters",
            max = MAX_LENGTH
        ));
    }
    let mut parser = Parser { rest: text };
    let filter = parser.any(0)?;
    if parser.rest.is_empty() {
        Ok(Some(filter))
    } else {
        refuse(not_understood(parser.rest))
    }
}

fn refuse<T>(message: Message) -> Result<T> {
    Err(Error::invalid("filter_by", message))
}

fn not_understood(rest: &str) -> Message {
    message!("is not understood from: {rest}", rest = rest.to_owned())
}

struct Parser<'t> {
    rest: &'t str,
}

impl Parser<'_> {
    fn takes(&mut self, token: &str) -> bool {
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest.trim_start();
                true
            }
            None => false,
        }
    }

    fn any(&mut self, depth: usize) -> Result<Filter> {
        let mut all = vec![self.all(depth)?];
        while self.takes("||") {
            all.push(self.all(depth)?);
        }
        Ok(single(all, Filter::Any))
    }

    fn all(&mut self, depth: usize) -> Result<Filter> {
        let mut all = vec![self.one(depth)?];
        while self.takes("&&") {
            all.push(self.one(depth)?);
        }
        Ok(single(all, Filter::All))
    }

    fn one(&mut self, depth: usize) -> Result<Filter> {
        if depth > MAX_DEPTH {
            return refuse(message!("has too many brackets"));
        }
        if self.takes("(") {
            let inner = self.any(depth + 1)?;
            return if self.takes(")") {
                Ok(inner)
            } else {
                refuse(message!("lacks a closing bracket"))
            };
        }
        let end = self
            .rest
            .find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
            .unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at(end);
        let plain = name.to_ascii_lowercase().replace('_', "");
        let Some((_, field)) = FIELDS.iter().find(|(known, _)| *known == plain) else {
            return refuse(not_understood(self.rest));
        };
        self.rest = rest.trim_start();
        if !self.takes(":") {
            return refuse(not_understood(self.rest));
        }
        let is_not = self.takes("!=");
        if !is_not {
            self.takes("=");
        }
        let values = self.values()?;
        Ok(match is_not {
            true => Filter::NotIn(*field, values),
            false => Filter::In(*field, values),
        })
    }

    fn values(&mut self) -> Result<Vec<String>> {
        if !self.takes("[") {
            return Ok(vec![self.value(&["&&", "||", ")"])?]);
        }
        let mut all = Vec::new();
        loop {
            all.push(self.value(&[",", "]"])?);
            if self.takes("]") {
                return Ok(all);
            }
            if !self.takes(",") {
                return refuse(message!("lacks a closing bracket"));
            }
        }
    }

    /// Reads a value up to one of the ends; backticks quote it.
    fn value(&mut self, ends: &[&str]) -> Result<String> {
        let (value, rest) = match self.rest.strip_prefix('`') {
            Some(quoted) => match quoted.split_once('`') {
                Some(parts) => parts,
                None => return refuse(message!("lacks a closing backtick")),
            },
            None => {
                let found = ends.iter().filter_map(|end| self.rest.find(end)).min();
                self.rest.split_at(found.unwrap_or(self.rest.len()))
            }
        };
        let value = value.trim().to_lowercase();
        if value.is_empty() {
            return refuse(not_understood(self.rest));
        }
        self.rest = rest.trim_start();
        Ok(value)
    }
}

fn single(mut all: Vec<Filter>, several: fn(Vec<Filter>) -> Filter) -> Filter {
    match all.len() {
        1 => all.swap_remove(0),
        _ => several(all),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_in(field: Field, values: &[&str]) -> Filter {
        Filter::In(
            field,
            values.iter().map(|value| (*value).to_owned()).collect(),
        )
    }

    #[test]
    fn conditions_are_joined() {
        let parsed = parse("countryCode:=AU && state:[NSW, VIC]").unwrap();
        assert_eq!(
            parsed,
            Some(Filter::All(vec![
                is_in(Field::Country, &["au"]),
                is_in(Field::State, &["nsw", "vic"])
            ]))
        );
        let parsed = parse("(state:VIC||state:!=NSW)&&post_code:= 3121").unwrap();
        assert_eq!(
            parsed,
            Some(Filter::All(vec![
                Filter::Any(vec![
                    is_in(Field::State, &["vic"]),
                    Filter::NotIn(Field::State, vec!["nsw".to_owned()])
                ]),
                is_in(Field::PostCode, &["3121"])
            ]))
        );
        let quoted = parse("suburb:=`North, East`").unwrap();
        assert_eq!(quoted, Some(is_in(Field::Suburb, &["north, east"])));
        assert_eq!(parse("  ").unwrap(), None);
    }

    #[test]
    fn places_are_matched_as_the_index_does() {
        let place = Place {
            suburb: "Richmond".to_owned(),
            post_code: "3121".to_owned(),
            state: "VIC".to_owned(),
            country: "AU".to_owned(),
            ..Place::default()
        };
        let matches = |text: &str| parse(text).unwrap().unwrap().matches(&place);
        assert!(matches("countryCode:=AU && state:[NSW,VIC]"));
        assert!(matches("suburb:=Burnley || postcode:=3121"));
        assert!(!matches("state:!=VIC") && !matches("countryCode:=NZ"));
    }

    #[test]
    fn what_is_no_filter_is_refused() {
        for wrong in [
            "colour:=red",
            "state",
            "state:=",
            "state:[NSW",
            "(state:VIC",
            "state:VIC)",
            "state:=VIC &&",
            "suburb:=`North",
        ] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
        assert!(parse(&format!("state:={}", "x".repeat(2_000))).is_err());
        assert!(parse(&"(".repeat(50)).is_err());
    }
}

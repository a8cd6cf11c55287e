//! Length limits of an answer's texts by meaning, and characters removed from them.
//!
//! Every record in a plugin's answer lists its texts here. An answer with a text over its limit is
//! rejected as a whole, because a shortened code would be another code. Texts for people lose
//! characters that would change the display of the surrounding text.

mod carrier;
mod host;
mod others;
mod rates;

use crate::{
    interface::wit::{Address, File, Money, PluginError},
    limits::MAX_LABEL,
    text::{MAX_CODE, MAX_LINE, MAX_MESSAGE, MAX_NAME, MAX_NUMBER, clean, is_unseen},
};
use data::{Message, message};
use std::fmt::Write;

const MAX_HEADER: usize = 16 << 10;
/// Maximum pairs of an `ext`.
const MAX_EXT: usize = 50;
const MAX_ADDRESS_LINES: usize = 10;

/// The error names the first broken rule to people.
pub(crate) type Rule = Result<(), Message>;

pub(crate) trait Bounded {
    /// Name of a list of these in messages.
    const LIST: &'static str = "";

    fn bound(&mut self, bounds: &mut Bounds);
}

#[derive(Default)]
pub(crate) struct Bounds {
    path: Vec<Step>,
    bytes: usize,
    broken: Option<Message>,
}

enum Step {
    Member(&'static str),
    Place(usize),
}

/// `max` is the answer's total bytes.
pub(crate) fn check(answer: &mut impl Bounded, max: usize) -> Rule {
    let mut bounds = Bounds::default();
    answer.bound(&mut bounds);
    match bounds.broken {
        Some(reason) => Err(reason),
        None if bounds.bytes > max => Err(message!(
            "the answer has {bytes} bytes in all; at most {max} are taken",
            bytes = bounds.bytes
        )),
        None => Ok(()),
    }
}

impl Bounds {
    /// Codes are stored unchanged: odd characters are rejected, never removed.
    pub(crate) fn code(&mut self, member: &'static str, text: &str) {
        self.exact(member, text, MAX_CODE);
    }

    pub(crate) fn number(&mut self, member: &'static str, text: &str) {
        self.exact(member, text, MAX_NUMBER);
    }

    pub(crate) fn exact(&mut self, member: &'static str, text: &str, max: usize) {
        self.fits(member, text.len(), max);
        if text.chars().any(is_unseen) {
            self.breaks(member, |member| {
                message!("{member} has characters that are not shown")
            });
        }
    }

    pub(crate) fn name(&mut self, member: &'static str, text: &mut String) {
        self.fits(member, text.len(), MAX_NAME);
        clean(text, false);
    }

    pub(crate) fn line(&mut self, member: &'static str, text: &mut String) {
        self.fits(member, text.len(), MAX_LINE);
        clean(text, false);
    }

    /// Checks and cleans a text for people, possibly of several lines.
    pub(crate) fn multi_line(&mut self, member: &'static str, text: &mut String) {
        self.multi_line_up_to(member, text, MAX_MESSAGE);
    }

    pub(crate) fn multi_line_up_to(&mut self, member: &'static str, text: &mut String, max: usize) {
        self.fits(member, text.len(), max);
        clean(text, true);
    }

    /// Checks opaque data of the plugin, returned byte for byte.
    pub(crate) fn data(&mut self, member: &'static str, text: &str, max: usize) {
        self.fits(member, text.len(), max);
    }

    pub(crate) fn bytes(&mut self, member: &'static str, content: &[u8], max: usize) {
        self.fits(member, content.len(), max);
    }

    pub(crate) fn record(&mut self, member: &'static str, record: &mut impl Bounded) {
        self.path.push(Step::Member(member));
        record.bound(self);
        self.path.pop();
    }

    pub(crate) fn list<T: Bounded>(&mut self, member: &'static str, list: &mut [T], max: usize) {
        self.counts(member, list.len(), max);
        self.each(member, list, |bounds, one| one.bound(bounds));
    }

    pub(crate) fn names(&mut self, member: &'static str, list: &mut [String], max: usize) {
        self.counts(member, list.len(), max);
        self.each(member, list, |bounds, one| bounds.name("", one));
    }

    pub(crate) fn codes(&mut self, member: &'static str, list: &mut [String], max: usize) {
        self.counts(member, list.len(), max);
        self.each(member, list, |bounds, one| bounds.code("", one));
    }

    pub(crate) fn ext(&mut self, list: &mut [(String, String)]) {
        self.counts("ext", list.len(), MAX_EXT);
        self.each("ext", list, |bounds, (key, value)| {
            bounds.code("key", key);
            bounds.multi_line("value", value);
        });
    }

    fn each<T>(
        &mut self,
        member: &'static str,
        list: &mut [T],
        mut look: impl FnMut(&mut Self, &mut T),
    ) {
        self.path.push(Step::Member(member));
        // Empty entries also take memory.
        self.bytes += list.len() * 8;
        for (place, one) in list.iter_mut().enumerate() {
            if self.broken.is_some() {
                break;
            }
            self.path.push(Step::Place(place));
            look(self, one);
            self.path.pop();
        }
        self.path.pop();
    }

    fn fits(&mut self, member: &'static str, bytes: usize, max: usize) {
        self.bytes += bytes;
        if bytes > max {
            self.breaks(member, |member| {
                message!("{member} has {bytes} bytes; at most {max} are taken")
            });
        }
    }

    fn counts(&mut self, member: &'static str, count: usize, max: usize) {
        if count > max {
            self.breaks(member, |member| {
                message!("{member} has {count} entries; at most {max} are taken")
            });
        }
    }

    /// `rule` names the rule for the member's path.
    fn breaks(&mut self, member: &'static str, rule: impl FnOnce(String) -> Message) {
        if self.broken.is_none() {
            self.broken = Some(rule(self.name_of(member)));
        }
    }

    /// Formats a path as the interface writes it: `rates[3].charges[0].code`.
    fn name_of(&self, member: &'static str) -> String {
        let mut name = String::new();
        for step in self.path.iter().chain([&Step::Member(member)]) {
            let _ = match step {
                Step::Place(place) => write!(name, "[{place}]"),
                Step::Member("") => Ok(()),
                Step::Member(member) if name.is_empty() => write!(name, "{member}"),
                Step::Member(member) => write!(name, ".{member}"),
            };
        }
        name
    }
}

impl<T: Bounded> Bounded for Option<T> {
    fn bound(&mut self, bounds: &mut Bounds) {
        if let Some(one) = self {
            one.bound(bounds);
        }
    }
}

/// A list as the whole answer; a separate rule limits its length.
impl<T: Bounded> Bounded for Vec<T> {
    fn bound(&mut self, bounds: &mut Bounds) {
        bounds.each(T::LIST, self, |bounds, one| one.bound(bounds));
    }
}

/// Error texts are cut when the error is reported.
impl<T: Bounded> Bounded for Result<T, PluginError> {
    const LIST: &'static str = "answers";

    fn bound(&mut self, bounds: &mut Bounds) {
        if let Ok(answer) = self {
            answer.bound(bounds);
        }
    }
}

impl Bounded for () {
    fn bound(&mut self, _: &mut Bounds) {}
}

/// A text as the whole answer; a separate rule checks it.
impl Bounded for String {
    fn bound(&mut self, bounds: &mut Bounds) {
        bounds.bytes += self.len();
    }
}

impl Bounded for Money {
    fn bound(&mut self, bounds: &mut Bounds) {
        bounds.code("currency", &self.currency);
    }
}

impl Bounded for Address {
    const LIST: &'static str = "addresses";

    fn bound(&mut self, bounds: &mut Bounds) {
        let Address {
            contact_name,
            company_name,
            email,
            telephone,
            lines,
            suburb,
            state,
            postcode,
            country_code,
            residential: _,
        } = self;
        bounds.record("contact-name", &mut Line(contact_name));
        bounds.record("company-name", &mut Line(company_name));
        bounds.record("email", &mut Line(email));
        bounds.record("telephone", &mut Line(telephone));
        bounds.counts("lines", lines.len(), MAX_ADDRESS_LINES);
        bounds.each("lines", lines, |bounds, line| bounds.line("", line));
        bounds.line("suburb", suburb);
        bounds.record("state", &mut Line(state));
        bounds.line("postcode", postcode);
        bounds.code("country-code", country_code);
    }
}

impl Bounded for File {
    fn bound(&mut self, bounds: &mut Bounds) {
        bounds.code("media-type", &self.media_type);
        bounds.bytes("content", &self.content, MAX_LABEL);
    }
}

struct Line<'a>(&'a mut Option<String>);

impl Bounded for Line<'_> {
    fn bound(&mut self, bounds: &mut Bounds) {
        if let Some(line) = self.0 {
            bounds.line("", line);
        }
    }
}

struct Name<'a>(&'a mut Option<String>);

impl Bounded for Name<'_> {
    fn bound(&mut self, bounds: &mut Bounds) {
        if let Some(name) = self.0 {
            bounds.name("", name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_long_is_named_by_its_path() {
        let mut address = Address {
            contact_name: None,
            company_name: None,
            email: None,
            telephone: None,
            lines: vec!["1 High Street".into(), "x".repeat(1_001)],
            suburb: "Kew\u{202e}".into(),
            state: None,
            postcode: "3101".into(),
            country_code: "AU".into(),
            residential: true,
        };
        let reason = check(&mut vec![address.clone()], 10_000).unwrap_err();
        assert_eq!(
            reason,
            "addresses[0].lines[1] has 1001 bytes; at most 1000 are taken"
        );
        address.lines.pop();
        assert_eq!(check(&mut address, 1_000), Ok(()));
        assert_eq!(address.suburb, "Kew");
        let reason = check(&mut address, 10).unwrap_err();
        assert!(
            reason.to_string().starts_with("the answer has ")
                && reason.to_string().ends_with("at most 10 are taken"),
            "{reason}"
        );
        address.country_code = "A\u{202e}U".into();
        assert_eq!(
            check(&mut address, 1_000).unwrap_err(),
            "country-code has characters that are not shown"
        );
        address.country_code = "AU".into();
        address.lines = vec![String::new(); 11];
        assert_eq!(
            check(&mut address, 1_000).unwrap_err(),
            "lines has 11 entries; at most 10 are taken"
        );
    }
}

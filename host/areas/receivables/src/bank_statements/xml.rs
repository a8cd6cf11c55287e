//! A streaming XML reader that yields small, bounded trees, without custom entities.

use data::{Error, Message, Result, message};
use quick_xml::{
    Reader,
    escape::resolve_predefined_entity,
    events::{BytesStart, Event},
};

/// Statements nest about 15 deep.
const MAX_DEPTH: usize = 40;
/// Enough for a file of the maximum size.
const MAX_ELEMENTS: usize = 400_000;
const MAX_ATTRIBUTES: usize = 8;

/// An element by its local name, in any namespace.
#[derive(Debug, Default)]
pub struct Element {
    name: String,
    /// Start offset in the file.
    at: usize,
    attributes: Vec<(String, String)>,
    text: String,
    children: Vec<Self>,
}

impl Element {
    pub fn each<'e>(&'e self, name: &str) -> impl Iterator<Item = &'e Self> {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// Finds a path such as `Acct/Id/IBAN`.
    pub fn find(&self, path: &str) -> Option<&Self> {
        path.split('/')
            .try_fold(self, |element, name| element.each(name).next())
    }

    pub fn text(&self, path: &str) -> Option<&str> {
        self.find(path)
            .map(Self::own_text)
            .filter(|text| !text.is_empty())
    }

    pub fn own_text(&self) -> &str {
        self.text.trim()
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }

    pub fn line(&self, content: &str) -> usize {
        line(content, self.at)
    }
}

pub fn line_error(line: usize, message: Message) -> Error {
    Error::invalid(format!("line[{line}]"), message)
}

fn line(content: &str, at: usize) -> usize {
    let before = content.as_bytes().get(..at).unwrap_or(content.as_bytes());
    1 + before.iter().filter(|byte| **byte == b'\n').count()
}

/// Yields every element directly in `parents` (outermost first), with the index of its innermost
/// parent. Other elements may surround them. Returns the number of parents.
pub fn walk(
    content: &str,
    parents: &[&str],
    mut visit: impl FnMut(usize, &Element) -> Result<()>,
) -> Result<usize> {
    let mut reader = Reader::from_str(content);
    reader.config_mut().expand_empty_elements = true;
    let mut open: Vec<Element> = Vec::new();
    let (mut seen, mut met, mut has_root) = (0, 0, false);
    // Builds trees below this point. Elements outside are dropped at their end.
    let mut root: Option<usize> = None;
    loop {
        let at = position(reader.buffer_position());
        let fail = |message| line_error(line(content, at), message);
        match reader.read_event() {
            Ok(Event::Start(start)) => {
                seen += 1;
                if seen > MAX_ELEMENTS {
                    return Err(fail(message!(
                        "has more than {max} elements before its end",
                        max = MAX_ELEMENTS
                    )));
                }
                if open.len() >= MAX_DEPTH {
                    return Err(fail(message!(
                        "is nested more than {max} deep",
                        max = MAX_DEPTH
                    )));
                }
                if open.is_empty() && has_root {
                    return Err(fail(message!("comes after the end of the document")));
                }
                has_root = true;
                if root.is_none() && is_in(&open, parents) {
                    root = Some(open.len());
                }
                open.push(element(&start, at));
                if root.is_none() && is_in(&open, parents) {
                    met += 1;
                }
            }
            Ok(Event::End(_)) => {
                let Some(done) = open.pop() else {
                    return Err(fail(message!("has a closing tag without an opening tag")));
                };
                let depth = open.len();
                match (root, open.last_mut()) {
                    (Some(at), _) if at == depth => {
                        visit(met, &done)?;
                        root = None;
                    }
                    (Some(_), Some(parent)) => parent.children.push(done),
                    _ => {}
                }
            }
            Ok(Event::Text(text)) => add(&mut open, &text.xml10_content()),
            Ok(Event::CData(text)) => add(&mut open, &text.xml10_content()),
            Ok(Event::GeneralRef(named)) => {
                let known = match named.resolve_char_ref() {
                    Ok(Some(letter)) => Some(letter.to_string()),
                    Ok(None) => resolve_predefined_entity(&named).map(str::to_owned),
                    Err(_) => None,
                };
                let Some(known) = known else {
                    return Err(fail(message!(
                        "has an unknown XML entity {name}",
                        name = &*named
                    )));
                };
                add(&mut open, &known);
            }
            Ok(Event::DocType(_)) => {
                return Err(fail(message!("must not declare a document type")));
            }
            Ok(Event::Eof) if open.is_empty() && has_root => return Ok(met),
            Ok(Event::Eof) => return Err(fail(message!("is cut off: elements are not closed"))),
            Ok(_) => {}
            Err(_) => {
                let at = position(reader.error_position());
                return Err(line_error(
                    line(content, at),
                    message!("is not well-formed XML"),
                ));
            }
        }
    }
}

fn position(at: u64) -> usize {
    usize::try_from(at).unwrap_or(usize::MAX)
}

fn is_in(open: &[Element], parents: &[&str]) -> bool {
    open.len() >= parents.len()
        && open[open.len() - parents.len()..]
            .iter()
            .zip(parents)
            .all(|(element, name)| element.name == *name)
}

fn element(start: &BytesStart<'_>, at: usize) -> Element {
    let attributes = start.attributes().flatten().take(MAX_ATTRIBUTES);
    let attributes = attributes.map(|attribute| {
        (
            attribute.key.local_name().into_inner().to_owned(),
            attribute.value.into_owned(),
        )
    });
    Element {
        name: start.local_name().into_inner().to_owned(),
        at,
        attributes: attributes.collect(),
        ..Element::default()
    }
}

fn add(open: &mut [Element], text: &str) {
    if let Some(element) = open.last_mut() {
        element.text.push_str(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error_text(content: &str) -> String {
        let Err(Error::Invalid(errors)) = walk(content, &["a"], |_, _| Ok(())) else {
            panic!("{content} is read")
        };
        format!("{}: {}", errors[0].member, errors[0].message)
    }

    #[test]
    fn elements_are_handed_over_by_the_parents_that_they_stand_in() {
        let content = "<?xml version=\"1.0\"?>\n<x:e xmlns:x='urn:e'><x:a><x:b k='v'>1 &amp; <![CDATA[<2>]]>&#33;</x:b></x:a>\
                       <x:a><x:b><x:c/>\n<x:d> deep </x:d></x:b></x:a><x:b/></x:e>";
        let mut found = Vec::new();
        let parents = walk(content, &["e", "a"], |nth, element| {
            let deep = element.text("d").unwrap_or_default();
            found.push(format!(
                "{nth} {} {:?} {}{deep}",
                element.name(),
                element.attribute("k"),
                element.own_text()
            ));
            Ok(())
        });
        assert_eq!(parents.unwrap(), 2);
        assert_eq!(found, ["1 b Some(\"v\") 1 & <2>!", "2 b None deep"]);
    }

    #[test]
    fn what_is_broken_is_told_with_its_line() {
        assert!(error_text("<a>\n<b>\n</a>").starts_with("line[3]: is not well-formed"));
        assert!(error_text("<a>\n<b>").starts_with("line[2]: is cut off"));
        assert!(error_text("").starts_with("line[1]: is cut off"));
        assert!(error_text("<a></a>\n<b></b>").starts_with("line[2]: comes after"));
        assert!(
            error_text("\n<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><a>&e;</a>")
                .starts_with("line[2]: must not")
        );
        assert!(error_text("<a>\n\n&e;</a>").starts_with("line[3]: has an unknown XML entity e"));
        let deep = "<a>".repeat(MAX_DEPTH + 1);
        assert!(error_text(&deep).contains("nested"));
        let long = format!("<a>{}</a>", "<b/>".repeat(MAX_ELEMENTS));
        assert!(error_text(&long).contains("elements before"));
    }
}

//! Test parser of documents, and the published party rules.

use quick_xml::{Reader, events::Event};
use rust_decimal::Decimal;

#[derive(Debug, Default)]
pub struct Node {
    pub name: String,
    pub scheme: String,
    pub text: String,
    children: Vec<Node>,
}

impl Node {
    pub fn all<'n>(&'n self, name: &str) -> impl Iterator<Item = &'n Node> {
        self.children.iter().filter(move |child| child.name == name)
    }
    pub fn child(&self, path: &str) -> Option<&Node> {
        path.split('/')
            .try_fold(self, |node, name| node.all(name).next())
    }
    pub fn text(&self, path: &str) -> &str {
        self.child(path)
            .map(|node| node.text.as_str())
            .unwrap_or_default()
    }
    pub fn number(&self, path: &str) -> Decimal {
        self.text(path)
            .parse()
            .unwrap_or_else(|_| panic!("{path} is no number: {self:?}"))
    }
}

/// Parses a well-formed document.
pub fn read(text: &str) -> Node {
    let mut reader = Reader::from_str(text);
    let mut open = vec![Node::default()];
    loop {
        match reader.read_event().expect("well-formed XML") {
            Event::Start(tag) => {
                let name = tag.name().as_ref().to_owned();
                let mut attributes = tag.attributes().flatten();
                let scheme = attributes.find(|attribute| attribute.key.as_ref() == "schemeID");
                let scheme = scheme
                    .map(|attribute| attribute.value.into_owned())
                    .unwrap_or_default();
                open.push(Node {
                    name,
                    scheme,
                    ..Node::default()
                });
            }
            Event::Text(words) => open
                .last_mut()
                .unwrap()
                .text
                .push_str(&words.xml10_content()),
            Event::End(_) => {
                let done = open.pop().unwrap();
                open.last_mut().unwrap().children.push(done);
            }
            Event::Eof => break,
            _ => {}
        }
    }
    assert_eq!(open.len(), 1, "every element is closed");
    open.remove(0).children.remove(0)
}

/// Checks the published checksum of an ABN.
fn abn(text: &str) -> bool {
    const WEIGHTS: [i64; 11] = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];
    let digits: Vec<i64> = text
        .chars()
        .filter_map(|c| c.to_digit(10))
        .map(i64::from)
        .collect();
    text.len() == 11
        && digits.len() == 11
        && (digits
            .iter()
            .zip(WEIGHTS)
            .map(|(digit, weight)| digit * weight)
            .sum::<i64>()
            - 10)
            % 89
            == 0
}

/// Checks the published checksum of a GS1 number.
fn gln(text: &str) -> bool {
    let digits: Vec<u32> = text.chars().filter_map(|c| c.to_digit(10)).collect();
    let weighted = digits
        .iter()
        .rev()
        .skip(1)
        .enumerate()
        .map(|(at, digit)| digit * if at % 2 == 0 { 3 } else { 1 });
    text.len() == 13
        && digits.len() == 13
        && digits.last() == Some(&((10 - weighted.sum::<u32>() % 10) % 10))
}

pub fn violated_party_rules(document: &Node, party: &str, rules: [&str; 3]) -> Vec<String> {
    let [endpoint_rule, of_australia, of_new_zealand] = rules;
    let at = |member: &str| document.child(&format!("{party}/cac:Party/{member}"));
    let country =
        at("cac:PostalAddress/cac:Country/cbc:IdentificationCode").map(|node| node.text.clone());
    let is_of = |node: Option<&Node>, scheme: &str| {
        node.is_some_and(|node| node.scheme == scheme && !node.text.is_empty())
    };
    let (endpoint, legal) = (
        at("cbc:EndpointID"),
        at("cac:PartyLegalEntity/cbc:CompanyID"),
    );
    let mut broken = Vec::new();
    if endpoint.is_none_or(|endpoint| endpoint.text.is_empty()) {
        broken.push(endpoint_rule.to_owned());
    }
    match country.as_deref() {
        Some("AU") if !is_of(legal, "0151") => broken.push(of_australia.to_owned()),
        Some("NZ") if !is_of(legal, "0088") => broken.push(of_new_zealand.to_owned()),
        _ => {}
    }
    for node in [endpoint, legal].into_iter().flatten() {
        match node.scheme.as_str() {
            "0151" if !abn(&node.text) => broken.push("ibr-120".to_owned()),
            "0088" if !gln(&node.text) => broken.push("ibr-068".to_owned()),
            _ => {}
        }
    }
    broken
}

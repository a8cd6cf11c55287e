//! Extracts of OpenStreetMap in its PBF, for tests: nodes, ways and relations without compression.

use std::collections::HashMap;

/// Tags of an element by key.
pub type Tags<'t> = &'t [(&'t str, &'t str)];

/// The id of a relation's member.
#[derive(Debug, Clone, Copy)]
pub enum Member {
    Node(i64),
    Way(i64),
}

/// An extract that a test fills.
#[derive(Debug)]
pub struct Extract {
    strings: Vec<String>,
    known: HashMap<String, u64>,
    nodes: Vec<u8>,
    ways: Vec<u8>,
    relations: Vec<u8>,
    count: i64,
}

impl Default for Extract {
    fn default() -> Self {
        Self {
            // The first text is never used.
            strings: vec![String::new()],
            known: HashMap::new(),
            nodes: Vec::new(),
            ways: Vec::new(),
            relations: Vec::new(),
            count: 0,
        }
    }
}

impl Extract {
    /// Adds a node at a longitude and latitude, and returns its id.
    pub fn node(&mut self, [longitude, latitude]: [f64; 2], tags: Tags<'_>) -> i64 {
        self.count += 1;
        let mut node = Vec::new();
        number(&mut node, 1, zigzag(self.count));
        self.tags(&mut node, tags);
        let parts = |degrees: f64| zigzag((degrees * 1e7).round() as i64);
        number(&mut node, 8, parts(latitude));
        number(&mut node, 9, parts(longitude));
        bytes(&mut self.nodes, 1, &node);
        self.count
    }

    /// Adds a way along nodes, and returns its id.
    pub fn way(&mut self, nodes: &[i64], tags: Tags<'_>) -> i64 {
        self.count += 1;
        let mut way = Vec::new();
        number(&mut way, 1, self.count as u64);
        self.tags(&mut way, tags);
        let (mut refs, mut last) = (Vec::new(), 0);
        for node in nodes {
            varint(&mut refs, zigzag(node - last));
            last = *node;
        }
        bytes(&mut way, 8, &refs);
        bytes(&mut self.ways, 3, &way);
        self.count
    }

    /// Adds a relation of members with their roles.
    pub fn relation(&mut self, members: &[(&str, Member)], tags: Tags<'_>) {
        self.count += 1;
        let mut relation = Vec::new();
        number(&mut relation, 1, self.count as u64);
        self.tags(&mut relation, tags);
        let (mut roles, mut ids, mut kinds) = (Vec::new(), Vec::new(), Vec::new());
        let mut last = 0;
        for (role, member) in members {
            let (id, kind) = match member {
                Member::Node(id) => (*id, 0),
                Member::Way(id) => (*id, 1),
            };
            varint(&mut roles, self.text(role));
            varint(&mut ids, zigzag(id - last));
            varint(&mut kinds, kind);
            last = id;
        }
        bytes(&mut relation, 8, &roles);
        bytes(&mut relation, 9, &ids);
        bytes(&mut relation, 10, &kinds);
        bytes(&mut self.relations, 4, &relation);
    }

    fn tags(&mut self, element: &mut Vec<u8>, tags: Tags<'_>) {
        let (mut keys, mut values) = (Vec::new(), Vec::new());
        for (key, value) in tags {
            varint(&mut keys, self.text(key));
            varint(&mut values, self.text(value));
        }
        bytes(element, 2, &keys);
        bytes(element, 3, &values);
    }

    fn text(&mut self, text: &str) -> u64 {
        if let Some(known) = self.known.get(text) {
            return *known;
        }
        let new = self.strings.len() as u64;
        self.strings.push(text.to_owned());
        self.known.insert(text.to_owned(), new);
        new
    }

    /// Returns the file's content.
    pub fn to_pbf(&self) -> Vec<u8> {
        let mut header = Vec::new();
        bytes(&mut header, 4, b"OsmSchema-V0.6");
        let mut strings = Vec::new();
        for text in &self.strings {
            bytes(&mut strings, 1, text.as_bytes());
        }
        let mut data = Vec::new();
        bytes(&mut data, 1, &strings);
        bytes(&mut data, 2, &self.nodes);
        bytes(&mut data, 2, &self.ways);
        bytes(&mut data, 2, &self.relations);
        let mut file = Vec::new();
        block(&mut file, "OSMHeader", &header);
        block(&mut file, "OSMData", &data);
        file
    }
}

fn block(file: &mut Vec<u8>, kind: &str, content: &[u8]) {
    let mut blob = Vec::new();
    bytes(&mut blob, 1, content);
    number(&mut blob, 2, content.len() as u64);
    let mut header = Vec::new();
    bytes(&mut header, 1, kind.as_bytes());
    number(&mut header, 3, blob.len() as u64);
    file.extend((header.len() as u32).to_be_bytes());
    file.extend(header);
    file.extend(blob);
}

fn zigzag(number: i64) -> u64 {
    ((number << 1) ^ (number >> 63)) as u64
}

fn varint(target: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        target.push(number as u8 | 0x80);
        number >>= 7;
    }
    target.push(number as u8);
}

fn number(target: &mut Vec<u8>, field: u64, value: u64) {
    varint(target, field << 3);
    varint(target, value);
}

fn bytes(target: &mut Vec<u8>, field: u64, content: &[u8]) {
    varint(target, field << 3 | 2);
    varint(target, content.len() as u64);
    target.extend(content);
}

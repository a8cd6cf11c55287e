//! Schemas of the API as types: builders for requests, structs for responses, enums for both.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use anyhow::{Context, Result};
use serde_json::Value;

use super::names::{members, pascal, snake};

pub struct Schemas<'a> {
    document: &'a Value,
    types: BTreeMap<(Side, String), Type>,
    in_responses: BTreeSet<&'a str>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    Request,
    Response,
    Enum,
}

struct Type {
    areas: BTreeSet<String>,
    members: Vec<Member>,
}

struct Member {
    name: String,
    kind: String,
    is_required: bool,
}

/// Declarations of the ids that tests get from `data`.
const DATA_IDS: &str = include_str!("../../../data/src/ids.rs");

/// Returns the names of the ids of `data`, and of those to be declared.
pub fn ids(document: &Value) -> (Vec<&str>, Vec<&str>) {
    members(&document["components"]["schemas"])
        .filter_map(|(_, schema)| schema["x-id"].as_str())
        .partition(|id| DATA_IDS.contains(&format!("    {id},\n")))
}

impl<'a> Schemas<'a> {
    pub fn new(document: &'a Value) -> Self {
        Self {
            document,
            types: BTreeMap::new(),
            in_responses: in_responses(document),
        }
    }

    /// Returns the type of a sent value, and registers it as used by the area.
    pub fn request(&mut self, area: &str, schema: &Value, owner: &str) -> Result<String> {
        self.kind(Side::Request, area, schema, owner)
    }

    /// Returns the type of a received value, and registers it as used by the area.
    pub fn response(&mut self, area: &str, schema: &Value, owner: &str) -> Result<String> {
        self.kind(Side::Response, area, schema, owner)
    }

    fn kind(&mut self, side: Side, area: &str, schema: &Value, owner: &str) -> Result<String> {
        if let Some(name) = schema["$ref"].as_str() {
            let name = name.rsplit('/').next().unwrap_or_default();
            let schema = &self.document["components"]["schemas"][name];
            return self.kind(side, area, schema, name);
        }
        if let Some(id) = schema["x-id"].as_str() {
            return Ok(optional(side, schema, id.to_owned()));
        }
        if let Some(one) = only_alternative(schema) {
            let kind = self.kind(side, area, one, owner)?;
            return Ok(match side {
                Side::Response => format!("Option<{kind}>"),
                _ => kind,
            });
        }
        if let Some(values) = values(schema) {
            return self.enumeration(area, owner, values);
        }
        let kind = match type_of(schema) {
            Some("string") => "String".to_owned(),
            Some("boolean") => "bool".to_owned(),
            Some("integer") => "i64".to_owned(),
            Some("number") => "Decimal".to_owned(),
            Some("array") => {
                let items = self.kind(side, area, &schema["items"], owner)?;
                format!("Vec<{items}>")
            }
            Some("object")
                if schema["properties"].is_object() || schema["additionalProperties"].is_null() =>
            {
                self.object(side, area, schema, owner)?
            }
            Some("object") if schema["additionalProperties"].is_object() => {
                let value = self.kind(side, area, &schema["additionalProperties"], owner)?;
                format!("BTreeMap<String, {value}>")
            }
            _ => return Ok("Value".to_owned()),
        };
        Ok(optional(side, schema, kind))
    }

    fn enumeration(&mut self, area: &str, name: &str, values: Vec<String>) -> Result<String> {
        let members = values.into_iter().map(|value| Member {
            kind: pascal(&value),
            name: value,
            is_required: true,
        });
        let key = (Side::Enum, pascal(name));
        let kind = self.types.entry(key).or_insert_with(|| Type {
            areas: BTreeSet::new(),
            members: members.collect(),
        });
        kind.areas.insert(area.to_owned());
        Ok(pascal(name))
    }

    fn object(&mut self, side: Side, area: &str, schema: &Value, owner: &str) -> Result<String> {
        let name = match side {
            Side::Request => self.request_name(owner),
            _ => owner.to_owned(),
        };
        let key = (side, name.clone());
        let is_known = self.types.contains_key(&key);
        let known = self.types.entry(key.clone()).or_insert_with(|| Type {
            areas: BTreeSet::new(),
            members: Vec::new(),
        });
        if !known.areas.insert(area.to_owned()) {
            return Ok(name);
        }
        let required = schema["required"].as_array();
        let mut read = Vec::new();
        for (member, schema) in members(&schema["properties"]) {
            let of = format!("{owner}{}", pascal(member));
            let kind = self.kind(side, area, schema, &of)?;
            let is_required = required.is_some_and(|names| names.iter().any(|name| name == member));
            read.push(Member {
                name: member.clone(),
                kind,
                is_required,
            });
        }
        if !is_known {
            self.types
                .get_mut(&key)
                .context("a registered type")?
                .members = read;
        }
        Ok(name)
    }

    /// A schema of requests and responses is a builder and a struct.
    fn request_name(&self, name: &str) -> String {
        if self.in_responses.contains(name) {
            format!("{name}Request")
        } else {
            name.to_owned()
        }
    }

    /// Writes the types that only this area uses; others are shared.
    pub fn write(&self, text: &mut String, area: &str) -> Result<()> {
        for (side, heading) in [
            (Side::Enum, "enums"),
            (Side::Request, "requests"),
            (Side::Response, "responses"),
        ] {
            let types: Vec<_> = self
                .types
                .iter()
                .filter(|((of, _), kind)| *of == side && kind.is_in(area))
                .collect();
            if types.is_empty() {
                continue;
            }
            write!(text, "\n{heading}! {{\n")?;
            for ((_, name), kind) in types {
                write_type(text, side, name, kind)?;
            }
            text.push_str("}\n");
        }
        Ok(())
    }
}

impl Type {
    fn is_in(&self, area: &str) -> bool {
        if self.areas.len() > 1 {
            return area == "shared";
        }
        self.areas.contains(area)
    }
}

/// Returns the names of the schemas that responses contain.
fn in_responses(document: &Value) -> BTreeSet<&str> {
    let mut reached = BTreeSet::new();
    let mut todo: Vec<&Value> = members(&document["paths"])
        .flat_map(|(_, methods)| members(methods))
        .map(|(_, operation)| &operation["responses"]["200"])
        .collect();
    while let Some(value) = todo.pop() {
        match value {
            Value::Object(object) => {
                let reference = object.get("$ref").and_then(Value::as_str);
                if let Some(name) = reference.and_then(|name| name.rsplit('/').next())
                    && reached.insert(name)
                {
                    todo.push(&document["components"]["schemas"][name]);
                }
                todo.extend(object.values());
            }
            Value::Array(items) => todo.extend(items),
            _ => {}
        }
    }
    reached
}

fn write_type(text: &mut String, side: Side, name: &str, kind: &Type) -> Result<()> {
    writeln!(text, "    {name} {{")?;
    for Member {
        name,
        kind,
        is_required,
    } in &kind.members
    {
        match side {
            Side::Enum => writeln!(text, "        {kind} = {name:?},")?,
            Side::Response if *is_required => {
                writeln!(text, "        {}: {kind} = member {name:?},", snake(name))?;
            }
            Side::Response => {
                writeln!(
                    text,
                    "        {}: Option<{kind}> = optional {name:?},",
                    snake(name)
                )?;
            }
            Side::Request => writeln!(text, "        {}: {kind} = {name:?},", snake(name))?,
        }
    }
    text.push_str("    }\n");
    Ok(())
}

fn optional(side: Side, schema: &Value, kind: String) -> String {
    let is_nullable = schema["type"]
        .as_array()
        .is_some_and(|types| types.iter().any(|one| one == "null"));
    if is_nullable && side == Side::Response {
        return format!("Option<{kind}>");
    }
    kind
}

fn type_of(schema: &Value) -> Option<&str> {
    let one = match &schema["type"] {
        Value::Array(types) => types.iter().find(|one| *one != "null")?,
        one => one,
    };
    one.as_str()
}

/// Returns the schema that may also be null.
fn only_alternative(schema: &Value) -> Option<&Value> {
    let alternatives = schema["anyOf"].as_array()?;
    let mut others = alternatives.iter().filter(|one| one["type"] != "null");
    let one = others.next()?;
    (alternatives.len() == 2 && others.next().is_none()).then_some(one)
}

/// Returns the values of an enum.
fn values(schema: &Value) -> Option<Vec<String>> {
    if let Some(alternatives) = schema["oneOf"].as_array() {
        let lists: Option<Vec<Vec<String>>> = alternatives.iter().map(values).collect();
        return Some(lists?.concat());
    }
    if let Some(value) = schema["const"].as_str() {
        return Some(vec![value.to_owned()]);
    }
    let values = schema["enum"].as_array()?.iter();
    values
        .map(|value| value.as_str().map(str::to_owned))
        .collect()
}

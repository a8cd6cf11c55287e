//! Inputs derived from the OpenAPI document: ids in a call, and minimal inputs with them.

use serde_json::{Map, Value, json};

pub struct Call {
    pub method: String,
    pub path: String,
    /// Parameters of the query or members of the body.
    schema: Value,
    in_query: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Member names; `[]` is a list item.
    pub path: Vec<String>,
    pub kind: String,
}

/// A scalar in an input, with its schema.
pub struct Leaf {
    pub path: Vec<String>,
    pub schema: Value,
}

/// A call that creates a record, with a minimal body.
pub struct Creation {
    pub path: String,
    /// Of the record, in request and response.
    pub member: String,
    pub kind: String,
    pub is_customers: bool,
    /// Ids are names of their kinds.
    pub body: Value,
}

/// Maximum nesting of inputs.
const MAX_DEPTH: usize = 8;

pub struct Document(Value);

impl Document {
    pub fn new() -> Self {
        Self(serde_json::from_str(&waybill::openapi::text().unwrap()).unwrap())
    }

    pub fn calls(&self) -> Vec<Call> {
        let mut calls = Vec::new();
        for (path, methods) in self.0["paths"].as_object().unwrap() {
            for (method, operation) in methods.as_object().unwrap() {
                let body = &operation["requestBody"];
                let (schema, in_query) = match &body["content"]["application/json"]["schema"] {
                    // An optional body goes with a query.
                    _ if body["required"] == false => (query(operation), true),
                    Value::Null => (query(operation), true),
                    body => (body.clone(), false),
                };
                calls.push(Call {
                    method: method.to_uppercase(),
                    path: path.clone(),
                    schema,
                    in_query,
                });
            }
        }
        calls
    }

    /// Resolves references, and takes the first non-null alternative.
    fn resolve<'a>(&'a self, schema: &'a Value) -> &'a Value {
        if let Some(name) = schema["$ref"]
            .as_str()
            .and_then(|reference| reference.rsplit('/').next())
        {
            return self.resolve(&self.0["components"]["schemas"][name]);
        }
        let forms = ["anyOf", "oneOf", "allOf"]
            .iter()
            .find_map(|word| schema[word].as_array());
        match forms.and_then(|forms| forms.iter().find(|form| form["type"] != "null")) {
            Some(form) => self.resolve(form),
            None => schema,
        }
    }

    pub fn places(&self, call: &Call) -> Vec<Place> {
        let mut places = Vec::new();
        self.walk(&call.schema, &mut Vec::new(), &mut places);
        places
    }

    /// Lists the calls `createorupdate…` whose body is a record, alone or with its customer.
    pub fn creations(&self) -> Vec<Creation> {
        let calls = self.calls();
        calls
            .iter()
            .filter_map(|call| self.creation(call))
            .collect()
    }

    fn creation(&self, call: &Call) -> Option<Creation> {
        let name = call.path.rsplit('/').next()?.to_lowercase();
        if call.method != "POST" || !name.starts_with("createorupdate") {
            return None;
        }
        let members = self.resolve(&call.schema)["properties"].as_object()?;
        let (customers, records): (Vec<_>, Vec<_>) =
            members.iter().partition(|(name, _)| *name == "customerId");
        let [(member, record)] = records[..] else {
            return None;
        };
        let record = self.resolve(record);
        let kind = self.resolve(&record["properties"]["id"])["x-id"].as_str()?;
        let mut body = json!({ member.as_str(): self.filled(record) });
        if !customers.is_empty() {
            body["customerId"] = json!("CustomerId");
        }
        Some(Creation {
            path: call.path.clone(),
            member: member.clone(),
            kind: kind.to_owned(),
            is_customers: !customers.is_empty(),
            body,
        })
    }

    /// Fills the required members, and texts that may not be empty.
    fn filled(&self, record: &Value) -> Value {
        let required = record["required"].as_array();
        let is_needed = |name: &str, member: &Value| {
            member["minLength"].as_i64() > Some(0)
                || required.is_some_and(|names| names.iter().any(|known| known == name))
        };
        let members = record["properties"].as_object().into_iter().flatten();
        let filled = members
            .filter(|(name, member)| is_needed(name, self.resolve(member)))
            .map(|(name, member)| (name.clone(), self.sample(member, None, &|_| 1)))
            .collect();
        Value::Object(filled)
    }

    fn walk(&self, schema: &Value, path: &mut Vec<String>, places: &mut Vec<Place>) {
        if path.len() > MAX_DEPTH {
            return;
        }
        let schema = self.resolve(schema);
        if let Some(kind) = schema["x-id"].as_str() {
            places.push(Place {
                path: path.clone(),
                kind: kind.to_owned(),
            });
        }
        for (name, member) in schema["properties"].as_object().into_iter().flatten() {
            path.push(name.clone());
            self.walk(member, path, places);
            path.pop();
        }
        if schema["items"].is_object() {
            path.push("[]".to_owned());
            self.walk(&schema["items"], path, places);
            path.pop();
        }
    }

    pub fn leaves(&self, call: &Call) -> Vec<Leaf> {
        let mut leaves = Vec::new();
        self.find_leaves(&call.schema, &mut Vec::new(), &mut leaves);
        leaves
    }

    fn find_leaves(&self, schema: &Value, path: &mut Vec<String>, leaves: &mut Vec<Leaf>) {
        if path.len() > MAX_DEPTH {
            return;
        }
        let schema = self.resolve(schema);
        if schema["items"].is_object() {
            path.push("[]".to_owned());
            self.find_leaves(&schema["items"], path, leaves);
            path.pop();
        } else if let Some(members) = schema["properties"].as_object() {
            for (name, member) in members {
                path.push(name.clone());
                self.find_leaves(member, path, leaves);
                path.pop();
            }
        } else if !path.is_empty() {
            leaves.push(Leaf {
                path: path.clone(),
                schema: schema.clone(),
            });
        }
    }

    pub fn with_value(&self, call: &Call, leaf: &Leaf, value: &Value) -> (String, Option<Value>) {
        let input = self.sample(&call.schema, Some((&leaf.path, value)), &|_| 1);
        Self::split_input(call, input)
    }

    /// Builds path and body of a minimal call with `id` at this place and the required other
    /// members.
    pub fn request(
        &self,
        call: &Call,
        place: &Place,
        id: i64,
        beside: &Value,
        other: &dyn Fn(&str) -> i64,
    ) -> (String, Option<Value>) {
        let mut input = self.sample(&call.schema, Some((&place.path, &json!(id))), other);
        add(&mut input, beside, &place.path, other);
        Self::split_input(call, input)
    }

    fn split_input(call: &Call, input: Value) -> (String, Option<Value>) {
        if !call.in_query {
            return (call.path.clone(), Some(input));
        }
        let mut query = Vec::new();
        for (name, value) in input.as_object().into_iter().flatten() {
            let values = value
                .as_array()
                .cloned()
                .unwrap_or_else(|| vec![value.clone()]);
            query.extend(values.iter().map(|value| match value {
                Value::String(text) => format!("{name}={}", text.replace('+', "%2B")),
                other => format!("{name}={other}"),
            }));
        }
        (format!("{}?{}", call.path, query.join("&")), None)
    }

    fn sample(
        &self,
        schema: &Value,
        wanted: Option<(&[String], &Value)>,
        other: &dyn Fn(&str) -> i64,
    ) -> Value {
        let schema = self.resolve(schema);
        if let Some((&[], value)) = wanted {
            return value.clone();
        }
        if let Some(kind) = schema["x-id"].as_str() {
            return json!(other(kind));
        }
        if let Some(properties) = schema["properties"].as_object() {
            let required = schema["required"].as_array();
            let is_required =
                |name: &str| required.is_some_and(|names| names.iter().any(|known| known == name));
            let step = |name: &str| {
                wanted.filter(|(path, _)| path.first().is_some_and(|step| step == name))
            };
            let mut object = Map::new();
            for (name, member) in properties {
                let on_the_way = step(name).map(|(path, id)| (&path[1..], id));
                if on_the_way.is_some() || is_required(name) {
                    object.insert(name.clone(), self.sample(member, on_the_way, other));
                }
            }
            return Value::Object(object);
        }
        if schema["items"].is_object() {
            let within = wanted.map(|(path, id)| (&path[1..], id));
            return within.map_or_else(
                || json!([]),
                |within| json!([self.sample(&schema["items"], Some(within), other)]),
            );
        }
        if let Some(word) = schema["enum"].as_array().and_then(|words| words.first()) {
            return word.clone();
        }
        let named = |name: &str| {
            schema["type"] == name
                || schema["type"]
                    .as_array()
                    .is_some_and(|all| all.contains(&json!(name)))
        };
        match schema["format"].as_str() {
            Some("date-time") => json!("2026-01-31T09:30:00Z"),
            Some("date") => json!("2026-01-31"),
            Some("uuid") => json!("0190d3a1-7f21-7c4e-9a55-3f6f0c2b7d10"),
            _ if named("string") => json!("text"),
            _ if named("integer") || named("number") => json!(1),
            _ if named("boolean") => json!(true),
            _ if named("array") => json!([]),
            _ => json!({}),
        }
    }
}

/// Adds the required other members, except those leading to the id.
fn add(input: &mut Value, beside: &Value, path: &[String], other: &dyn Fn(&str) -> i64) {
    for (name, value) in beside.as_object().into_iter().flatten() {
        let on_the_way = path.first() == Some(name);
        let rest = if on_the_way { &path[1..] } else { &[][..] };
        match value {
            Value::Object(_) => {
                let member = input
                    .as_object_mut()
                    .unwrap()
                    .entry(name.clone())
                    .or_insert_with(|| json!({}));
                add(member, value, rest, other);
            }
            _ if on_the_way => {}
            _ => input[name] = replace_kinds(value, other),
        }
    }
}

/// Replaces each kind's name with the caller's own id.
pub fn replace_kinds(value: &Value, other: &dyn Fn(&str) -> i64) -> Value {
    match value {
        Value::Array(items) => items
            .iter()
            .map(|item| replace_kinds(item, other))
            .collect(),
        Value::Object(members) => Value::Object(
            members
                .iter()
                .map(|(name, member)| (name.clone(), replace_kinds(member, other)))
                .collect(),
        ),
        Value::String(kind) if kind.ends_with("Id") => json!(other(kind)),
        _ => value.clone(),
    }
}

fn query(operation: &Value) -> Value {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for parameter in operation["parameters"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|one| one["in"] == "query")
    {
        let name = parameter["name"].as_str().unwrap().to_owned();
        if parameter["required"] == true {
            required.push(json!(name));
        }
        properties.insert(name, parameter["schema"].clone());
    }
    json!({"type": "object", "properties": properties, "required": required})
}

//! Calls of the API as methods: required parameters are arguments, others setters of the call.

use std::collections::BTreeMap;
use std::fmt::Write;

use anyhow::{Context, Result};
use serde_json::Value;

use super::names::{Words, members, pascal, snake};
use super::schemas::Schemas;

pub struct Call {
    area: String,
    name: String,
    method: String,
    path: String,
    parameters: Vec<Parameter>,
    body: Option<Value>,
    has_file: bool,
    result: Value,
    is_enveloped: bool,
    types: std::cell::RefCell<Types>,
}

struct Parameter {
    name: String,
    is_required: bool,
    schema: Value,
}

#[derive(Default)]
struct Types {
    body: String,
    result: String,
    parameters: Vec<String>,
}

/// Returns the calls by area. Paths with parameters are left to the plain client.
pub fn of_areas(document: &Value, words: &Words) -> Result<BTreeMap<String, Vec<Call>>> {
    let mut areas: BTreeMap<String, Vec<Call>> = BTreeMap::new();
    for (path, methods) in members(&document["paths"]) {
        for (method, operation) in members(methods) {
            if path.contains('{') {
                continue;
            }
            let area = operation["tags"][0].as_str().context("no tag")?;
            areas
                .entry(area.to_owned())
                .or_default()
                .push(Call::new(area, path, method, operation, words));
        }
    }
    for calls in areas.values_mut() {
        rename_duplicates(calls, |call| format!("{}_{}", call.method, call.name));
        rename_duplicates(calls, |call| {
            let controller = call.path.rsplit('/').nth(1).unwrap_or_default();
            format!("{}_{}", words.method(controller), call.name)
        });
    }
    Ok(areas)
}

fn rename_duplicates(calls: &mut [Call], rename: impl Fn(&Call) -> String) {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut methods: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for call in calls.iter() {
        *counts.entry(call.name.clone()).or_default() += 1;
        methods
            .entry(call.name.clone())
            .or_default()
            .push(rename(call));
    }
    for call in calls {
        let mut names = methods[&call.name].clone();
        names.sort_unstable();
        names.dedup();
        if counts[&call.name] > 1 && names.len() == counts[&call.name] {
            call.name = rename(call);
        }
    }
}

impl Call {
    fn new(area: &str, path: &str, method: &str, operation: &Value, words: &Words) -> Self {
        let last = path.rsplit('/').next().unwrap_or_default();
        let mut parameters: Vec<Parameter> = operation["parameters"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|parameter| Parameter {
                name: parameter["name"].as_str().unwrap_or_default().to_owned(),
                is_required: parameter["required"] == true,
                schema: parameter["schema"].clone(),
            })
            .collect();
        let content = &operation["requestBody"]["content"];
        let form = &content["multipart/form-data"]["schema"];
        for (name, schema) in members(&form["properties"]) {
            // Our parts with a file are also read as `file`, which the client sends.
            if schema["contentMediaType"].is_null() {
                parameters.push(Parameter {
                    name: name.clone(),
                    is_required: false,
                    schema: schema.clone(),
                });
            }
        }
        let answer = &operation["responses"]["200"]["content"]["application/json"]["schema"];
        let is_enveloped = answer["properties"]["result"].is_object();
        let result = if is_enveloped {
            answer["properties"]["result"].clone()
        } else {
            answer.clone()
        };
        // An optional body is left to the plain client.
        let body = match &operation["requestBody"]["required"] {
            Value::Bool(false) => Value::Null,
            _ => content["application/json"]["schema"].clone(),
        };
        Self {
            area: area.to_owned(),
            name: words.method(last),
            method: method.to_owned(),
            path: path.to_owned(),
            parameters,
            body: (!body.is_null()).then_some(body),
            has_file: !form.is_null(),
            result,
            is_enveloped,
            types: Default::default(),
        }
    }

    /// Registers the call's types as used by the area.
    pub fn read_types(&self, area: &str, schemas: &mut Schemas) -> Result<()> {
        let owner = pascal(&self.name);
        let mut types = self.types.borrow_mut();
        if let Some(body) = &self.body {
            types.body = schemas.request(area, body, &format!("{owner}Body"))?;
        }
        types.result = if self.result.is_null() {
            "ApiResponse".to_owned()
        } else {
            schemas.response(area, &self.result, &format!("{owner}Result"))?
        };
        for parameter in &self.parameters {
            let of = format!("{owner}{}", pascal(&parameter.name));
            types
                .parameters
                .push(schemas.request(area, &parameter.schema, &of)?);
        }
        Ok(())
    }

    fn has_setters(&self) -> bool {
        self.parameters
            .iter()
            .any(|parameter| !parameter.is_required)
    }

    /// Name of the type with the setters.
    fn setters(&self) -> String {
        format!("{}{}", pascal(&self.area), pascal(&self.name))
    }

    pub fn write_method(&self, text: &mut String) -> Result<()> {
        let types = self.types.borrow();
        let mut arguments = String::new();
        let mut steps = String::new();
        for (parameter, kind) in self.parameters.iter().zip(&types.parameters) {
            if parameter.is_required {
                let name = snake(&parameter.name);
                write!(arguments, ", {name}: impl IntoField<{kind}>")?;
                write!(
                    steps,
                    ".parameter({:?}, {name}.into_field())",
                    parameter.name
                )?;
            }
        }
        if self.body.is_some() {
            write!(arguments, ", body: {}", types.body)?;
            steps.push_str(match types.body.as_str() {
                "Value" => ".body(body)",
                _ => ".body(body.into())",
            });
        }
        if self.has_file {
            arguments.push_str(", file: (&str, &[u8])");
            steps.push_str(".file(file)");
        }
        if !self.is_enveloped {
            steps.push_str(".unwrapped()");
        }
        let marker = if self.has_setters() {
            format!(", {}", self.setters())
        } else {
            String::new()
        };
        let method = self.method.to_uppercase();
        writeln!(
            text,
            "    /// `{method} {path}`\n    pub fn {name}(self{arguments}) -> Call<'a, {result}{marker}> {{\n        Call::new(self.0, Method::{method}, {path:?}){steps}\n    }}",
            path = self.path,
            name = self.name,
            result = types.result,
        )?;
        Ok(())
    }

    /// Writes the setters of the optional parameters.
    pub fn write_parameters(&self, text: &mut String) -> Result<()> {
        if !self.has_setters() {
            return Ok(());
        }
        let types = self.types.borrow();
        write!(
            text,
            "\nparameters! {{ {} -> {} {{\n",
            self.setters(),
            types.result
        )?;
        for (parameter, kind) in self.parameters.iter().zip(&types.parameters) {
            if !parameter.is_required {
                let name = snake(&parameter.name);
                writeln!(text, "    {name}: {kind} = {:?},", parameter.name)?;
            }
        }
        text.push_str("}}\n");
        Ok(())
    }
}

//! The test kit's typed client: a module for each area, written from the OpenAPI document.
//!
//! A request is a builder, which distinguishes an omitted field from null. A response is a struct
//! with a reader that rejects unknown fields.

mod calls;
mod names;
mod schemas;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use anyhow::Result;
use serde_json::Value;

use calls::Call;
use names::{Words, snake};
use schemas::Schemas;

const FOLDER: &str = "host/testkit/src/api";
const GENERATED: &str =
    "generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.";

/// Returns the generated files by path.
pub fn files(document: &Value) -> Result<Vec<(String, String)>> {
    let words = Words::new(document);
    let calls = calls::of_areas(document, &words)?;
    let mut schemas = Schemas::new(document);
    for (area, calls) in &calls {
        for call in calls {
            call.read_types(area, &mut schemas)?;
        }
    }
    let mut files = Vec::new();
    let mut modules: BTreeSet<&str> = calls.keys().map(String::as_str).collect();
    modules.insert("shared");
    for area in &modules {
        let mut text = format!("//! Calls and types of {area}, {GENERATED}\n\nuse super::*;\n");
        if let Some(calls) = calls.get(*area) {
            write_calls(&mut text, area, calls)?;
        }
        schemas.write(&mut text, area)?;
        files.push((format!("{FOLDER}/{area}.gen.rs"), text));
    }
    files.push((
        format!("{FOLDER}/areas.gen.rs"),
        declare_areas(&modules, &calls, document)?,
    ));
    Ok(files)
}

fn write_calls(text: &mut String, area: &str, calls: &[Call]) -> Result<()> {
    let name = calls_type(area);
    write!(
        text,
        "\n/// Calls of the area.\n#[derive(Clone, Copy)]\npub struct {name}<'a>(pub(super) &'a Client);\n\nimpl<'a> {name}<'a> {{\n"
    )?;
    for call in calls {
        call.write_method(text)?;
    }
    text.push_str("}\n");
    for call in calls {
        call.write_parameters(text)?;
    }
    Ok(())
}

fn declare_areas(
    modules: &BTreeSet<&str>,
    calls: &BTreeMap<String, Vec<Call>>,
    document: &Value,
) -> Result<String> {
    let mut text = format!(
        "//! Modules of the areas, and the ids of their records, {GENERATED}\n\nuse super::*;\n\n"
    );
    for area in modules {
        writeln!(
            text,
            "#[rustfmt::skip]\n#[path = \"{area}.gen.rs\"]\nmod {area};"
        )?;
    }
    for area in modules {
        writeln!(text, "pub use self::{area}::*;")?;
    }
    text.push_str("\nimpl Client {\n");
    for area in calls.keys() {
        writeln!(
            text,
            "    pub fn {}(&self) -> {}<'_> {{ {}(self) }}",
            snake(area),
            calls_type(area),
            calls_type(area)
        )?;
    }
    text.push_str("}\n");
    let (of_kernel, others) = schemas::ids(document);
    for (heading, ids) in [("kernel_ids", of_kernel), ("ids", others)] {
        writeln!(text, "\n{heading}! {{")?;
        for id in ids {
            writeln!(text, "    {id},")?;
        }
        text.push_str("}\n");
    }
    Ok(text)
}

/// Name of the struct with an area's calls.
fn calls_type(area: &str) -> String {
    format!("{}Calls", names::pascal(area))
}

#[cfg(test)]
mod tests;

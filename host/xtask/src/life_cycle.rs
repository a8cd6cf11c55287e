//! The life cycle of bookings as a module of the web.

use std::fmt::Write;

use anyhow::{Context, Result};
use serde_json::Value;

const HEADING: &str = "// The life cycle of bookings, generated from the host's table by `cargo xtask gen`; not to be edited.\n";

/// Writes a line for each status and operation.
pub fn module(document: &Value) -> Result<String> {
    let statuses = document["statuses"].as_array().context("no statuses")?;
    let operations = document["operations"]
        .as_object()
        .context("no operations")?;
    let mut text = HEADING.to_owned();
    text.push_str("\n/** In the order of a consignment's life. */\nexport const statuses = [\n");
    for status in statuses {
        writeln!(text, "  {status},")?;
    }
    text.push_str("] as const;\n\n/** Statuses that allow each operation. */\nexport const operationRules = {\n");
    for (name, facts) in operations {
        writeln!(text, "  {name}: {facts},")?;
    }
    text.push_str("} as const;\n");
    Ok(text)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn statuses_and_operations_have_a_line_each() {
        let document = json!({
            "statuses": [{"status": "Draft", "group": "processing"}],
            "operations": {"Book": {"permission": "Pages.Booking.Create", "statuses": ["Draft"]}},
        });
        let text = module(&document).unwrap();
        assert!(text.contains("  {\"group\":\"processing\",\"status\":\"Draft\"},\n] as const;"));
        assert!(text.contains("  Book: {\"permission\":\"Pages.Booking.Create\","));
        assert!(module(&json!({})).is_err());
    }
}

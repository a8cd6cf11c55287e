//! The life cycle of bookings as two modules of the web: pages that only show statuses do not load
//! the operations.

use std::fmt::Write;

use anyhow::{Context, Result};
use serde_json::Value;

const HEADING: &str = "// Generated from the host's table of booking statuses by `cargo xtask gen`; not to be edited.\n";

pub fn statuses(document: &Value) -> Result<String> {
    let mut text = format!(
        "{HEADING}\n/** In the order of a consignment's life. */\nexport const statuses = [\n"
    );
    for status in document["statuses"].as_array().context("no statuses")? {
        writeln!(text, "  {status},")?;
    }
    text.push_str("] as const;\n");
    Ok(text)
}

pub fn operation_rules(document: &Value) -> Result<String> {
    let operations = document["operations"]
        .as_object()
        .context("no operations")?;
    let mut text = format!(
        "{HEADING}\n/** Permission of each operation, and the statuses that allow it. */\nexport const operationRules = {{\n"
    );
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
        let text = statuses(&document).unwrap();
        assert!(
            text.ends_with("  {\"group\":\"processing\",\"status\":\"Draft\"},\n] as const;\n")
        );
        let text = operation_rules(&document).unwrap();
        assert!(text.contains("  Book: {\"permission\":\"Pages.Booking.Create\","));
        assert!(statuses(&json!({})).is_err() && operation_rules(&json!({})).is_err());
    }
}

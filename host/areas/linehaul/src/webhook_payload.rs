//! Webhook payload of a line haul: the API view without files.

use data::{Result, Scope, Where};
use network::HeadPortId;
use serde_json::Value;

use crate::hauls::{
    model::{HeadPortRef, LineHaul, LineHaulId},
    status::LineHaulStatus,
};

const EXCLUDED_FIELDS: [&str; 6] = [
    "images",
    "notes",
    "carrierid",
    "customerid",
    "customername",
    "carrierbookingid",
];

/// Returns the payload; None if deleted.
pub async fn load_payload(scope: &mut Scope, id: LineHaulId) -> Result<Option<Value>> {
    let haul: Option<LineHaul> = scope.first(Where::id(id)).await?;
    haul.map(to_payload).transpose()
}

pub fn sample() -> Result<Value> {
    let port = |id: i64, code: &str, name: &str| HeadPortRef {
        id: HeadPortId(id),
        code: code.to_owned(),
        name: name.to_owned(),
    };
    to_payload(LineHaul {
        id: LineHaulId(20_511),
        row_version: 7,
        code: "LH00241".to_owned(),
        status: LineHaulStatus::Departed,
        start_head_port: port(1, "MEL", "Melbourne"),
        destination_head_port: port(2, "SYD", "Sydney"),
        job_count: 46,
        article_count: 331,
        loaded_count: 331,
        ..LineHaul::default()
    })
}

fn to_payload(mut haul: LineHaul) -> Result<Value> {
    haul.line_haul_id = haul.id;
    let mut written = serde_json::to_value(haul)?;
    if let Some(members) = written.as_object_mut() {
        members.retain(|name, _| !EXCLUDED_FIELDS.contains(&name.as_str()));
    }
    Ok(written)
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;
    use crate::hauls::model::Note;

    #[test]
    fn notes_stay_inside() {
        let payload = to_payload(LineHaul {
            notes: vec![Note {
                comment: "driver was late again".to_owned(),
                user_name: "Dana".to_owned(),
                creation_time: DateTime::UNIX_EPOCH,
            }],
            ..LineHaul::default()
        });
        assert!(!payload.unwrap().to_string().contains("late again"));
        assert_eq!(sample().unwrap()["linehaulid"], 20_511);
    }
}

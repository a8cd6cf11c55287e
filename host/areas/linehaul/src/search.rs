//! Search results for line hauls.

use data::{Feature, Permission, search::Hit};
use serde_json::json;

use crate::{access::LINE_HAUL, hauls::model::LineHaul};

impl Hit for LineHaul {
    const GROUP: &'static str = "LineHauls";
    const KIND: &'static str = "LineHaul";
    const PERMISSION: Permission = LINE_HAUL;
    const FEATURE: Feature = jobs::access::JOBS;
    const FOR_CUSTOMERS: bool = false;

    fn title(&self) -> String {
        self.code.clone()
    }
    fn details(&self) -> serde_json::Value {
        json!({
            "status": self.status.as_str(),
            "from": self.start_name,
            "to": self.destination_name,
            "manifestno": self.manifest_no,
        })
    }
}

//! The life cycle of a booking as data, from which the web's module is generated.

use std::collections::BTreeMap;

use data::life_cycle::Operation as _;
use serde::Serialize;

use super::status::{Group, Operation, Status};

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LifeCycle {
    /// In the order of a consignment's life.
    statuses: Vec<StatusFacts>,
    operations: BTreeMap<&'static str, OperationFacts>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct StatusFacts {
    status: &'static str,
    group: Group,
    is_at_carrier: bool,
    can_be_scanned: bool,
}

#[derive(Debug, Serialize)]
struct OperationFacts {
    permission: &'static str,
    statuses: Vec<&'static str>,
}

pub fn life_cycle() -> LifeCycle {
    LifeCycle {
        statuses: Status::ALL
            .iter()
            .map(|status| StatusFacts {
                status: status.as_str(),
                group: status.group(),
                is_at_carrier: status.is_at_carrier(),
                can_be_scanned: status.can_be_scanned(),
            })
            .collect(),
        operations: Operation::ALL
            .iter()
            .map(|operation| {
                let facts = OperationFacts {
                    permission: operation.permission().name,
                    statuses: operation
                        .allowed_states()
                        .iter()
                        .map(|status| status.as_str())
                        .collect(),
                };
                (operation.as_str(), facts)
            })
            .collect(),
    }
}

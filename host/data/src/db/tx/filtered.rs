//! Caller filters over an area's own statement, as lists have them over their table.

use super::{TenantSql, Tx};
use crate::{
    error::Result,
    odata,
    value::{Field, Row, Val},
};

impl Tx {
    /// Returns the statement's rows that match the caller's filter over `fields`, unordered. The
    /// statement names the columns of `fields`; `values` start at `$2`.
    pub async fn filtered(
        &mut self,
        sql: TenantSql,
        values: Vec<Val>,
        fields: &[Field],
        filter: &str,
    ) -> Result<Vec<Row>> {
        let compiler = odata::Compiler::new(fields, self.dialect(), values.len() + 2);
        let condition = compiler
            .filter(filter)
            .map_err(|error| error.for_parameter("filter"))?;
        let bound = [Val::I64(self.tenant.0)]
            .into_iter()
            .chain(values)
            .chain(condition.values)
            .collect();
        self.run(
            format!("SELECT * FROM ({}) AS found WHERE {}", sql.0, condition.sql),
            bound,
        )
        .await
    }
}

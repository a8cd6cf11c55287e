//! Filters over a statement of an area's own, as lists have them over their table.

use super::{TenantSql, Tx};
use crate::{
    db::{Field, Row, Val},
    error::Result,
    odata,
};

impl Tx {
    /// Rows of the statement that the caller's filter over `fields` allows, in no order. The statement names the columns
    /// of `fields`; `values` start at `$2`.
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
            .map_err(|error| error.on("filter"))?;
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

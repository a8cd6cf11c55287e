//! What makes a plain struct a row: `entity!` names its table, its columns and which of them a filter may use.

use super::{
    column::{Col, Row},
    value::{Field, Val},
};

/// A struct that is one row of one table. Implemented by [`entity!`](crate::entity) only.
pub trait Entity: Sized + Send + Sync + 'static {
    type Id: Col + Copy + Send;
    /// The thing's name as an error message says it: "Booking".
    const NAME: &'static str;
    const TABLE: &'static str;
    /// What the record of changes calls the thing: the struct's name as a rule.
    const TYPE: &'static str;
    /// Whether its changes are recorded ([`crate::audit`]).
    const RECORDED: bool;
    /// The columns' names in the record of changes; empty for a column that is not recorded.
    const WIRE: &'static [&'static str];
    /// All columns but `id`, `tenant_id` and `row_version`.
    const COLUMNS: &'static [&'static str];
    /// The names that filter and sorting may use.
    const FIELDS: &'static [Field];
    fn id(&self) -> Self::Id;
    fn row_version(&self) -> i64;
    /// Takes the id and version that the database gave.
    fn stored(&mut self, id: Self::Id, row_version: i64);
    fn bind(&self, values: &mut Vec<Val>);
    fn read(row: &Row) -> sqlx::Result<Self>;
}

/// Maps a struct with `id` and `row_version` to its table. `field: Type` is a column of the same name, `field(json): Type`
/// a document, `=> "name"` lets filter and sorting use it under that name and the record of changes show it.
///
/// `as "name"` has changes recorded under this name, without a filter's seeing it; `as ""` has them not recorded. A
/// column with neither is never recorded: so secrets stay out. `log` before the columns says that no change of the
/// entity is recorded: for logs, sessions, caches and rows that come by the thousand. `["Name"]` after the table is what
/// the record calls the thing where that is not the struct's name.
///
/// ```text
/// entity!(CostCentre(CostCentreId) named "Cost centre" in "cost_centres" {
///     code: String => "code",
///     labels(json): Vec<String> as "labels",
///     secret: String,
/// });
/// entity!(Visit(i64) named "Visit" in "visits" log { time: DateTime<Utc> => "time" });
/// ```
#[macro_export]
macro_rules! entity {
    ($struct:ident($id:ty) named $name:literal in $table:literal $([$called:literal])? $($log:ident)? {
        $($field:ident $(($json:ident))? : $type:ty $(=> $odata:literal)? $(as $wire:literal)?),* $(,)?
    } $(also { $($also:literal => $expression:literal as $ty:ident),* $(,)? })?) => {
        impl $crate::db::Entity for $struct {
            type Id = $id;
            const NAME: &'static str = $name;
            const TABLE: &'static str = $table;
            const TYPE: &'static str = $crate::entity!(@called $struct $($called)?);
            const RECORDED: bool = $crate::entity!(@recorded $($log)?);
            const WIRE: &'static [&'static str] = &[$($crate::entity!(@wire $(($odata))? $(as $wire)?)),*];
            const COLUMNS: &'static [&'static str] = &[$(stringify!($field)),*];
            const FIELDS: &'static [$crate::db::Field] = &[
                $crate::db::Field { name: "id", column: "id", ty: $crate::db::Ty::I64 },
                $($($crate::db::Field { name: $odata, column: stringify!($field), ty: <$type as $crate::db::Col>::TY },)?)*
                $($($crate::db::Field { name: $also, column: $expression, ty: $crate::db::Ty::$ty },)*)?
            ];
            fn id(&self) -> $id { self.id }
            fn row_version(&self) -> i64 { self.row_version }
            fn stored(&mut self, id: $id, row_version: i64) { self.id = id; self.row_version = row_version; }
            fn bind(&self, values: &mut Vec<$crate::db::Val>) {
                $(values.push($crate::entity!(@bind self.$field $($json)?));)*
            }
            fn read(row: &$crate::db::Row) -> $crate::sqlx::Result<Self> {
                let mut at = 1;
                Ok(Self {
                    id: row.get(0)?,
                    row_version: row.get(1)?,
                    $($field: { at += 1; $crate::entity!(@read row, at $(, $json)?) },)*
                })
            }
        }
    };
    (@called $struct:ident) => { stringify!($struct) };
    (@called $struct:ident $called:literal) => { $called };
    (@recorded) => { true };
    (@recorded log) => { false };
    (@wire) => { "" };
    (@wire ($odata:literal)) => { $odata };
    (@wire $(($odata:literal))? as $wire:literal) => { $wire };
    (@bind $self:ident.$field:ident) => { $crate::db::Col::val(&$self.$field) };
    (@bind $self:ident.$field:ident json) => { $crate::db::column::json_val(&$self.$field) };
    (@read $row:ident, $at:ident) => { $row.get($at)? };
    (@read $row:ident, $at:ident, json) => { $row.json($at)? };
}

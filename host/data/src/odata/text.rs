//! Text comparisons: `contains` and its kin, and the case-insensitive forms of `eq`, `ne` and `in`.
//!
//! ASCII needles use `LIKE`, which leaves other characters unchanged, all others `unicode_fold`.

use super::compile::Writer;
use super::operand::{Operand, kind, literal};
use super::{Comparison, Compiler, FilterError, Kind, Literal, Node};
use crate::value::{Dialect, Ty, Val, fold_case};

impl Compiler<'_> {
    /// Folded for a searched text, narrowed by the search index; codes and keys stay unchanged for
    /// the databases' indexes.
    pub(super) fn caseless(
        &self,
        node: &Node,
        operand: &Operand,
        comparison: Comparison,
        value: Val,
    ) -> (String, Val) {
        let is_equality = matches!(comparison, Comparison::Eq | Comparison::Ne);
        let is_searched = matches!(node.kind, Kind::Name(_))
            && operand.words.is_empty()
            && self
                .searched
                .is_some_and(|searched| searched.has_any_case(operand.name));
        match value {
            Val::Text(text) if is_equality && is_searched => (
                format!("unicode_fold({})", operand.sql),
                Val::Text(fold_case(&text)),
            ),
            value => (operand.sql.clone(), value),
        }
    }
}

impl Writer<'_> {
    /// `substringof` has its arguments swapped.
    pub(super) fn matches(
        &mut self,
        at: usize,
        name: &str,
        arguments: &[Node],
    ) -> Result<(), FilterError> {
        let [first, second] = arguments else {
            return Err(FilterError::new(at, format!("{name} takes two arguments")));
        };
        let (field, needle) = if name == "substringof" {
            (second, first)
        } else {
            (first, second)
        };
        let operand = self.compiler.operand(without_case(field))?;
        if operand.ty != Ty::Text {
            return Err(FilterError::new(
                field.at,
                format!(
                    "{name} searches text, and {} holds {}",
                    operand.name,
                    kind(operand.ty)
                ),
            ));
        }
        let needle = match literal(needle) {
            Some(Literal::Text(text)) => text,
            Some(Literal::Number(_, digits)) => digits,
            _ => {
                return Err(FilterError::new(
                    needle.at,
                    format!("{name} needs a quoted text to look for"),
                ));
            }
        };
        let is_ascii = needle.is_ascii();
        let needle = if is_ascii { needle } else { fold_case(&needle) };
        let escaped = needle
            .replace('!', "!!")
            .replace('%', "!%")
            .replace('_', "!_");
        let pattern = match name {
            "startswith" => format!("{escaped}%"),
            "endswith" => format!("%{escaped}"),
            _ => format!("%{escaped}%"),
        };
        let sql = &operand.sql;
        let matched = match (is_ascii, self.compiler.dialect) {
            (true, Dialect::Sqlite) => format!("{sql} LIKE "),
            (true, Dialect::Postgres) => format!("{sql} COLLATE \"C\" ILIKE "),
            (false, _) => format!("unicode_fold({sql}) LIKE "),
        };
        self.push(&matched);
        self.bind(Val::Text(pattern));
        self.push(" ESCAPE '!'");
        Ok(())
    }
}

/// Unwraps `tolower` and `toupper`, which have no effect without case.
fn without_case(node: &Node) -> &Node {
    match &node.kind {
        Kind::Call(name, arguments) if matches!(name.as_str(), "tolower" | "toupper") => {
            if let [argument] = arguments.as_slice() {
                without_case(argument)
            } else {
                node
            }
        }
        _ => node,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        record::{Searched, Word},
        value::Field,
    };

    const FIELDS: &[Field] = &[
        Field::new("customer/code", "customer_code", Ty::Text),
        Field::new("consignmentId", "consignment_id", Ty::Text),
    ];

    #[test]
    fn case_is_folded_in_every_script() {
        for dialect in [Dialect::Sqlite, Dialect::Postgres] {
            let compiler = Compiler::new(FIELDS, dialect, 1);
            let condition = compiler
                .filter("contains(tolower(customer/code),'ŌTĀ_ΟΔΌΣ')")
                .unwrap();
            assert_eq!(
                condition.sql,
                "unicode_fold(customer_code) LIKE $1 ESCAPE '!'"
            );
            // The final sigma of a word has another lower-case form.
            assert_eq!(condition.values, [Val::Text("%ōtā!_οδόσ%".into())]);
            let condition = compiler
                .filter("tolower(customer/code) eq 'éclair'")
                .unwrap();
            assert_eq!(
                (condition.sql.as_str(), &condition.values[..]),
                (
                    "unicode_lower(customer_code) = $1",
                    &[Val::Text("éclair".into())][..]
                )
            );
        }
    }

    #[test]
    fn searched_texts_are_equal_without_case_and_others_as_they_are() {
        const SEARCHED: Searched = Searched {
            kind: 0,
            is_numbered: false,
            words: &[Word {
                field: "customer/code",
                columns: &["customer_code"],
                members: &[],
            }],
        };
        let compiler = Compiler::new(FIELDS, Dialect::Sqlite, 1).searched(Some(&SEARCHED));
        let compiled = |filter: &str| {
            let condition = compiler.filter(filter).unwrap();
            (condition.sql, condition.values)
        };
        let one = vec![Val::Text("Éclair".to_lowercase())];
        assert_eq!(
            compiled("customer.code eq 'ÉCLAIR'"),
            ("unicode_fold(customer_code) = $1".into(), one.clone())
        );
        assert_eq!(
            compiled("'Éclair' ne customer/code"),
            (
                "unicode_fold(customer_code) IS DISTINCT FROM $1".into(),
                one.clone()
            )
        );
        assert_eq!(
            compiled("customer/code in ('éCLAIR')"),
            ("(unicode_fold(customer_code) IN ($1))".into(), one)
        );
        let exact = |text: &str| vec![Val::Text(text.into())];
        assert_eq!(
            compiled("customer/code gt 'B'"),
            ("customer_code > $1".into(), exact("B"))
        );
        assert_eq!(
            compiled("tolower(customer/code) eq 'B'"),
            ("unicode_lower(customer_code) = $1".into(), exact("B"))
        );
        assert_eq!(
            compiled("consignmentId eq 'B'"),
            ("consignment_id = $1".into(), exact("B"))
        );
        assert_eq!(
            compiled("customer/code eq null"),
            ("customer_code IS NULL".into(), vec![])
        );
    }
}

//! Price previews with unsaved markups.

use std::sync::{Arc, OnceLock};

use data::{
    Error, Result, Scope,
    ids::{CarrierAccountId, CustomerId},
    message,
};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    markups::{
        self,
        cache::Books,
        level::Level,
        selection::Book,
        service::{AccountMarkup, Markup},
    },
    terms::Terms,
};

/// Unsaved markups of one level.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct DraftMarkups {
    /// 1 Carrier, 2 Account, 3 Payg, 4 Guest, 5 Prepaid. Default: the accounts'.
    mark_up_type: Option<i64>,
    /// For a customer's own markups.
    customer_id: Option<CustomerId>,
    /// As for a save.
    carrier_accounts: Vec<AccountMarkup>,
}

pub struct Draft {
    level: Level,
    pub customer: Option<CustomerId>,
    rows: Vec<Markup>,
    /// The shared markups on first use, and merged with the draft.
    others: OnceLock<(Arc<Book>, Arc<Book>)>,
}

/// Validates markups as a save would, without writing.
pub async fn draft(scope: &mut Scope, sent: DraftMarkups) -> Result<Draft> {
    let customer = sent.customer_id.filter(|id| id.0 != 0);
    let level = match (customer, sent.mark_up_type.filter(|number| *number != 0)) {
        (Some(_), Some(_)) => {
            return Err(Error::invalid(
                "markUpType",
                message!("must be left out with a customer"),
            ));
        }
        (Some(id), None) => {
            customers::find(scope, id).await?;
            Level::Customer
        }
        (None, Some(number)) => markups::service::level(number, "markUpType")?,
        (None, None) => Level::CarrierAccount,
    };
    let rows = markups::service::to_rows(scope, level, customer, sent.carrier_accounts).await?;
    Ok(Draft {
        level,
        customer,
        rows,
        others: OnceLock::new(),
    })
}

impl Draft {
    /// Replaces the draft's accounts or carriers in the book.
    fn merged_into(&self, book: &Book) -> Book {
        let mut book = book.clone();
        for row in &self.rows {
            match row.carrier_account_id {
                Some(account) => book.remove_account(self.level, account),
                None => book.remove_carrier(&row.carrier_code),
            }
        }
        for row in self
            .rows
            .iter()
            .filter(|row| !markups::service::is_empty(row))
        {
            match row.carrier_account_id {
                Some(account) => book.add_to_account(self.level, account, row.entry()),
                None => book.add_to_carrier(row.carrier_code.clone(), row.entry()),
            }
        }
        book
    }

    fn merged_into_shared(&self, shared: &Arc<Book>) -> Arc<Book> {
        let (seen, drafted) = self
            .others
            .get_or_init(|| (shared.clone(), Arc::new(self.merged_into(shared))));
        // Other markups may be saved meanwhile.
        if Arc::ptr_eq(seen, shared) {
            drafted.clone()
        } else {
            Arc::new(self.merged_into(shared))
        }
    }

    pub fn terms(&self, terms: &Terms, customer: Option<CustomerId>) -> Terms {
        let Books {
            customer: own,
            others,
        } = &terms.books;
        let books = match self.level {
            Level::Customer if customer == self.customer => {
                let own = own.as_deref().map_or_else(
                    || self.merged_into(&Book::default()),
                    |own| self.merged_into(own),
                );
                Books {
                    customer: Some(Arc::new(own)),
                    others: others.clone(),
                }
            }
            Level::Customer => Books {
                customer: own.clone(),
                others: others.clone(),
            },
            _ => Books {
                customer: own.clone(),
                others: self.merged_into_shared(others),
            },
        };
        terms.with_books(books)
    }

    pub fn affects(
        &self,
        account: CarrierAccountId,
        carrier: &str,
        customer: Option<CustomerId>,
    ) -> bool {
        let of_customer = self.level != Level::Customer || customer == self.customer;
        let of_account = |row: &Markup| match row.carrier_account_id {
            Some(own) => own == account,
            None => row.carrier_code == carrier,
        };
        of_customer && self.rows.iter().any(of_account)
    }
}

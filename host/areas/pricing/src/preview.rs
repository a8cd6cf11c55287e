//! Markups that are not saved: what prices would be with them.

use std::sync::{Arc, OnceLock};

use kernel::{
    Error, Result, Scope,
    ids::{CarrierAccountId, CustomerId},
    message,
};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    book::Books,
    level::Level,
    markups::{self, AccountMarkup, Markup},
    rules::which::Book,
    terms::Terms,
};

/// Markups as the grid has them, of one level.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct DraftMarkups {
    /// 1 Carrier, 2 Account, 3 Payg, 4 Guest, 5 Prepaid; left out: those of the accounts.
    mark_up_type: Option<i64>,
    /// The customer's own markups.
    customer_id: Option<CustomerId>,
    /// As they would be saved.
    carrier_accounts: Vec<AccountMarkup>,
}

/// Markups that were checked and not saved.
pub struct Draft {
    level: Level,
    pub customer: Option<CustomerId>,
    rows: Vec<Markup>,
    /// The others' markups as they were seen first, and the same with these: most quotes share them.
    others: OnceLock<(Arc<Book>, Arc<Book>)>,
}

/// Checks markups as a save would. Nothing is written.
pub async fn draft(scope: &mut Scope, sent: DraftMarkups) -> Result<Draft> {
    let customer = sent.customer_id.filter(|id| id.0 != 0);
    let level = match (customer, sent.mark_up_type.filter(|number| *number != 0)) {
        (Some(_), Some(_)) => {
            return Err(Error::invalid(
                "markUpType",
                message!("is not said with a customer"),
            ));
        }
        (Some(id), None) => {
            customers::find(scope, id).await?;
            Level::Customer
        }
        (None, Some(number)) => markups::level(number, "markUpType")?,
        (None, None) => Level::CarrierAccount,
    };
    let rows = markups::checked(scope, level, customer, sent.carrier_accounts).await?;
    Ok(Draft {
        level,
        customer,
        rows,
        others: OnceLock::new(),
    })
}

impl Draft {
    /// The book with these markups in place of those of the same accounts or carriers.
    fn over(&self, book: &Book) -> Book {
        let mut book = book.clone();
        for row in &self.rows {
            match row.carrier_account_id {
                Some(account) => book.remove_account(self.level, account),
                None => book.remove_carrier(&row.carrier_code),
            }
        }
        for row in self.rows.iter().filter(|row| !markups::is_empty(row)) {
            match row.carrier_account_id {
                Some(account) => book.add_to_account(self.level, account, row.entry()),
                None => book.add_to_carrier(row.carrier_code.clone(), row.entry()),
            }
        }
        book
    }

    fn over_others(&self, others: &Arc<Book>) -> Arc<Book> {
        let (seen, drafted) = self
            .others
            .get_or_init(|| (others.clone(), Arc::new(self.over(others))));
        // Somebody may save other markups meanwhile.
        if Arc::ptr_eq(seen, others) {
            drafted.clone()
        } else {
            Arc::new(self.over(others))
        }
    }

    /// The same terms with these markups.
    pub fn terms(&self, terms: &Terms, customer: Option<CustomerId>) -> Terms {
        let Books {
            customer: own,
            others,
        } = &terms.books;
        let books = match self.level {
            Level::Customer if customer == self.customer => {
                let own = own
                    .as_deref()
                    .map_or_else(|| self.over(&Book::default()), |own| self.over(own));
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
                others: self.over_others(others),
            },
        };
        terms.with(books)
    }

    /// Whether it can change what this account's rates sell at for the customer.
    pub fn concerns(
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

//! Rules of remittance advices.

use rust_decimal::Decimal;

use crate::values::RemittanceStatus;

pub fn remittance_status(amount: Decimal, paid: Decimal) -> RemittanceStatus {
    match paid {
        paid if paid >= amount => RemittanceStatus::Paid,
        paid if paid > Decimal::ZERO => RemittanceStatus::PartiallyPaid,
        _ => RemittanceStatus::Pending,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remittance_is_paid_with_its_whole_amount() {
        assert_eq!(
            remittance_status(Decimal::from(50), Decimal::from(20)),
            RemittanceStatus::PartiallyPaid
        );
        assert_eq!(
            remittance_status(Decimal::from(50), Decimal::from(50)),
            RemittanceStatus::Paid
        );
    }
}

//! Authors of a booking's operations and notes.

use data::{Result, Scope, ids::UserId};
use tenancy::staff_names::{Names, Signed};

use crate::bookings::{
    records::{BookingNote, OperationEntry},
    view::RelatedRows,
};

impl Signed for OperationEntry {
    fn signature(&mut self) -> (&mut Option<UserId>, &mut String) {
        (&mut self.creator_user_id, &mut self.user_name)
    }
}

impl Signed for BookingNote {
    fn signature(&mut self) -> (&mut Option<UserId>, &mut String) {
        (&mut self.creator_user_id, &mut self.user_name)
    }
}

pub async fn mask_authors(scope: &mut Scope, belongings: &mut RelatedRows) -> Result<()> {
    let names = Names::for_caller(scope).await?;
    names.mask(&mut belongings.operations);
    names.mask(&mut belongings.notes);
    Ok(())
}

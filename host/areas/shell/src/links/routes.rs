//! Routes of sidebar links.

use crate::access::SIDEBAR_LINKS;
use data::{ById, Empty, Needs, PageOf, Result, Save, Scope, Where, ids::SidebarLinkId};
use web::Routes;

use super::{
    model::{OneLink, SaveLink, SidebarLink},
    rules,
};

pub(crate) fn links() -> Routes {
    Routes::new("/api/core/tenant")
        .get("getsidebarlinks", Needs::SignedIn, get_links)
        .get("getSidebarLinkForEdit", SIDEBAR_LINKS, get_link)
        .post(
            "createorupdatesidebarlink",
            Save::with_permission(SIDEBAR_LINKS),
            save,
        )
        .delete("deletesidebarlink", SIDEBAR_LINKS, delete)
}

async fn get_links(mut scope: Scope, _: Empty) -> Result<PageOf<SidebarLink>> {
    let mut items = scope.all::<SidebarLink>(Where::all()).await?;
    items.sort_by(|a, b| (a.sort_order, &a.title).cmp(&(b.sort_order, &b.title)));
    Ok(PageOf {
        total_count: i64::try_from(items.len()).unwrap_or(i64::MAX),
        items,
    })
}

async fn get_link(mut scope: Scope, ById { id }: ById<SidebarLinkId>) -> Result<OneLink> {
    Ok(OneLink {
        sidebar_link: scope.find(id).await?,
    })
}

async fn save(mut scope: Scope, sent: SaveLink) -> Result<OneLink> {
    let mut edit = scope.edit(sent.sidebar_link).await?;
    rules::check(&mut edit.record)?;
    if edit.is_new() {
        if scope.count::<SidebarLink>(Where::all()).await? >= rules::MAX_COUNT {
            return Err(rules::TOO_MANY.into());
        }
        edit.record.creation_time = scope.now();
    }
    scope.store(&mut edit).await?;
    scope.commit().await?;
    Ok(OneLink {
        sidebar_link: edit.record,
    })
}

async fn delete(mut scope: Scope, ById { id }: ById<SidebarLinkId>) -> Result<Empty> {
    scope.delete::<SidebarLink>(id).await?;
    scope.commit().await?;
    Ok(Empty {})
}

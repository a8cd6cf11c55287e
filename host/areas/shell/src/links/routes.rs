//! The calls of sidebar links.

use crate::access::SIDEBAR_LINKS;
use kernel::{ById, Empty, Needs, PageOf, Result, Routes, Scope, Where, ids::SidebarLinkId};

use super::{
    model::{OneLink, SidebarLink},
    rules,
};

pub(crate) fn links() -> Routes {
    Routes::at("/api/core/tenant")
        .get("getsidebarlinks", Needs::SignedIn, get_links)
        .get("getSidebarLinkForEdit", SIDEBAR_LINKS, get_link)
        .post("createorupdatesidebarlink", SIDEBAR_LINKS, save)
        .delete("deletesidebarlink", SIDEBAR_LINKS, delete)
}

async fn get_links(mut scope: Scope, _: Empty) -> Result<PageOf<SidebarLink>> {
    let mut items = scope.all::<SidebarLink>(Where::all()).await?;
    items.sort_by(|a, b| (a.sort_order, &a.title).cmp(&(b.sort_order, &b.title)));
    Ok(PageOf { total_count: i64::try_from(items.len()).unwrap_or(i64::MAX), items })
}

async fn get_link(mut scope: Scope, ById { id }: ById<SidebarLinkId>) -> Result<OneLink> {
    Ok(OneLink { sidebar_link: scope.find(id).await? })
}

async fn save(mut scope: Scope, sent: OneLink) -> Result<OneLink> {
    let mut link = rules::checked(sent.sidebar_link)?;
    if link.id.0 == 0 {
        if scope.count::<SidebarLink>(Where::all()).await? >= rules::MAX_COUNT {
            return Err(rules::TOO_MANY.into());
        }
        link.creation_time = scope.now();
        scope.insert(&mut link).await?;
    } else {
        let stored: SidebarLink = scope.find(link.id).await?;
        link.creation_time = stored.creation_time;
        if link.row_version == 0 {
            link.row_version = stored.row_version;
        }
        scope.update(&mut link).await?;
    }
    scope.commit().await?;
    Ok(OneLink { sidebar_link: link })
}

async fn delete(mut scope: Scope, ById { id }: ById<SidebarLinkId>) -> Result<Empty> {
    scope.delete::<SidebarLink>(id).await?;
    scope.commit().await?;
    Ok(Empty {})
}

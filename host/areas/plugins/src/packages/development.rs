//! Development builds of plugins: unsigned, one version per build, deleted when unused.

use bytes::Bytes;
use data::{Result, Scope};

use crate::packages::{
    self,
    service::{InstallDecisions, Uploaded},
};

/// Prefix of the version's suffix: `1.2.0-dev.1700000000000`.
const SUFFIX: &str = "dev.";

pub fn development_version(version: &str, at: i64) -> String {
    let core = version.split(['-', '+']).next().unwrap_or_default();
    format!("{core}-{SUFFIX}{at}")
}

pub(crate) fn is_development(version: &str) -> bool {
    version
        .split_once('-')
        .is_some_and(|(_, suffix)| suffix.starts_with(SUFFIX))
}

/// Uploads and activates a build, whatever its version. All package rules apply. Unused earlier
/// builds are deleted; the rollback target is the version before the first build.
pub async fn develop(scope: &mut Scope, package: Bytes) -> Result<Uploaded> {
    let uploaded = packages::service::upload(scope, package).await?;
    let decided = InstallDecisions {
        downgrade: true,
        ..InstallDecisions::default()
    };
    let installed = packages::service::install(scope, uploaded.id, decided).await;
    scope.rollback();
    if installed.is_err() {
        packages::service::delete(scope, uploaded.id, false).await?;
    }
    installed?;
    let packages = packages::store::packages(scope).await?;
    let is_build = |package: &packages::store::Package| {
        package.plugin == uploaded.plugin
            && package.signer.is_none()
            && is_development(&package.version)
    };
    for build in packages
        .iter()
        .filter(|package| package.id != uploaded.id && is_build(package))
    {
        scope.rollback();
        // A build in use stays: a tenant is held at it, or it is the rollback target.
        match packages::service::delete(scope, build.id, false).await {
            Ok(()) | Err(data::Error::Refused { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(uploaded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_has_a_version_of_its_own() {
        assert_eq!(development_version("1.2.0-beta.1+7", 17), "1.2.0-dev.17");
        assert!(is_development("1.2.0-dev.17"));
        assert!(!is_development("1.2.0") && !is_development("1.2.0-beta.dev.1"));
        assert!(crate::packages::version_order::is_newer(
            &development_version("1.2.0", 18),
            &development_version("1.2.0", 17)
        ));
    }
}

// /platform/plugins: packages and signers.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Puzzle } from 'lucide-react';
import { EmptyState, ErrorNote, Skeleton } from '@waybill/plugin';
import { msg, useT } from '../../lib/i18n.ts';
import { PageHeading } from '../../shell/PageHeading.tsx';
import { screen } from '../../shell/screen.tsx';
import { groupPackages } from './model.ts';
import { PackageCard } from './PackageCard.tsx';
import { PackageOperationDialog, type PackageOperation } from './PackageOperationDialog.tsx';
import { packagesQuery, PERMISSIONS } from './queries.ts';
import { Signers } from './Signers.tsx';
import { UploadPackage } from './UploadPackage.tsx';

export const PlatformPlugins = screen(
  { needs: PERMISSIONS.install, title: msg('Platform plugins'), isPlatform: true },
  Screen,
);

function Screen() {
  const t = useT();
  const packages = useQuery(packagesQuery);
  const [deed, setDeed] = useState<PackageOperation | null>(null);
  return (
    <>
      <PageHeading
        title={t('Platform plugins')}
        description={t(
          'Upload and activate packages here. Each tenant then decides whether to enable the plugin.',
        )}
      />
      <div className="grid max-w-5xl grid-cols-[minmax(0,1fr)] gap-4">
        <UploadPackage />
        {packages.isLoadingError ? (
          <ErrorNote
            title={t('The packages could not be loaded')}
            error={packages.error}
            onRetry={() => void packages.refetch()}
          />
        ) : !packages.data ? (
          <Skeleton className="h-40" />
        ) : packages.data.length === 0 ? (
          <EmptyState
            icon={<Puzzle />}
            title={t('No packages yet')}
            description={t("Trust the plugin author's key, then upload and activate the package.")}
          />
        ) : (
          groupPackages(packages.data).map((group) => (
            <PackageCard key={group.plugin} group={group} onDeed={setDeed} />
          ))
        )}
        <Signers />
      </div>
      {deed && <PackageOperationDialog deed={deed} onClose={() => setDeed(null)} />}
    </>
  );
}

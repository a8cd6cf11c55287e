// /platform/plugins/{plugin}: packages, health and limits.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Puzzle, RotateCw } from 'lucide-react';
import { Button, Card, CardHeader, EmptyState, ErrorNote, Skeleton } from '@waybill/plugin';
import { RecordOf, RecordPage } from '../../../kit/record.tsx';
import { msg, t, useT } from '../../../lib/i18n.ts';
import { platformHealthQuery } from '../config-queries.ts';
import { groupPackages, kindText, type PackageGroup } from '../model.ts';
import { PackageCard } from '../PackageCard.tsx';
import { PackageOperationDialog, type PackageOperation } from '../PackageOperationDialog.tsx';
import { HealthTable } from '../page/HealthTable.tsx';
import { packagesQuery, PERMISSIONS } from '../queries.ts';
import { screen } from '../../../shell/screen.tsx';
import { Limits } from './LimitsForm.tsx';
import { Versions } from './Versions.tsx';

export const PackagePage = screen(
  { needs: PERMISSIONS.install, title: msg('Platform plugin'), isPlatform: true },
  Screen,
);

const crumbs = () => [{ text: t('Platform plugins'), href: '/platform/plugins' }];

function Screen() {
  const t = useT();
  const { plugin = '' } = useParams({ strict: false }) as { plugin?: string };
  const group = useQuery({
    ...packagesQuery,
    select: (packages) => groupPackages(packages).find((one) => one.plugin === plugin) ?? null,
  });
  return (
    <RecordOf
      id={plugin}
      query={group}
      title={t('Platform plugin')}
      breadcrumbs={crumbs()}
      icon={<Puzzle />}
      missing={t('No package for this plugin')}
      failed={t('The packages could not be loaded')}
      to={msg('see packages')}
    >
      {(found) => <Loaded key={plugin} group={found} />}
    </RecordOf>
  );
}

function HealthPart({ plugin }: { plugin: string }) {
  const t = useT();
  const health = useQuery(platformHealthQuery(plugin));
  return (
    <Card>
      <CardHeader
        title={t('Calls from all tenants since the plugin was loaded')}
        actions={
          <Button
            variant="ghost"
            size="sm"
            pending={health.isFetching}
            onClick={() => void health.refetch()}
          >
            {!health.isFetching && <RotateCw aria-hidden />} {t('Refresh')}
          </Button>
        }
      />
      {health.isError && (
        <ErrorNote
          className="mb-3"
          title={t('The health could not be loaded')}
          error={health.error}
          onRetry={() => void health.refetch()}
        />
      )}
      {health.data ? (
        <HealthTable
          health={health.data}
          label={t('Calls from all tenants since the plugin was loaded')}
        />
      ) : (
        health.isPending && <Skeleton className="h-24" />
      )}
    </Card>
  );
}

function Loaded({ group }: { group: PackageGroup }) {
  const t = useT();
  const [deed, setDeed] = useState<PackageOperation | null>(null);
  const { plugin, name, current } = group;
  const inactive = (
    <EmptyState
      icon={<Puzzle />}
      title={t('No active version')}
      description={t('Activate one of its packages first.')}
    />
  );
  return (
    <>
      <RecordPage
        className="max-w-5xl"
        kind={name}
        title={name}
        breadcrumbs={crumbs()}
        description={
          current
            ? t('{kind}, version {version}', {
                kind: kindText(current.kind, t),
                version: current.version,
              })
            : t('No active version')
        }
        tabs={[
          {
            id: 'packages',
            label: t('Packages'),
            content: <PackageCard group={group} onDeed={setDeed} />,
          },
          {
            id: 'versions',
            label: t('Versions'),
            content: current ? <Versions group={group} /> : inactive,
          },
          {
            id: 'health',
            label: t('Health'),
            content: current ? <HealthPart plugin={plugin} /> : inactive,
          },
          {
            id: 'limits',
            label: t('Limits'),
            content: current ? (
              <Card>
                <CardHeader
                  title={t('Limits')}
                  description={t('Limits per call. Where nothing is set, the default applies.')}
                />
                <Limits plugin={plugin} name={name} />
              </Card>
            ) : (
              inactive
            ),
          },
        ]}
      />
      {deed && <PackageOperationDialog deed={deed} onClose={() => setDeed(null)} />}
    </>
  );
}

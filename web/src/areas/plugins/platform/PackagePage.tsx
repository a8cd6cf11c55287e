// /platform/plugins/{plugin}: one plugin of the platform, its packages, how its calls go, and what they may take.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Puzzle, RotateCw } from 'lucide-react';
import { Button, buttonClass, Card, CardHeader, EmptyState, ErrorNote, Skeleton, Tabs } from '@waybill/plugin';
import { target } from '../../../lib/href.ts';
import { useT } from '../../../lib/i18n.ts';
import { PageHeading } from '../../../shell/PageHeading.tsx';
import { PlatformOnly } from '../../tenancy/platform/Guard.tsx';
import { platformHealthQuery } from '../config-queries.ts';
import { groupPackages, kindText, type PackageGroup } from '../model.ts';
import { PackageCard } from '../PackageCard.tsx';
import { PackageDeed, type Deed } from '../PackageDeed.tsx';
import { HealthTable } from '../page/HealthTable.tsx';
import { packagesQuery, PERMISSIONS } from '../queries.ts';
import { Limits } from './LimitsForm.tsx';
import { Versions } from './Versions.tsx';

export function PackagePage() {
  const t = useT();
  return (
    <PlatformOnly title={t('Plugin of the platform')} permission={PERMISSIONS.install}>
      <Screen />
    </PlatformOnly>
  );
}

const crumbs = (text: string) => [{ text, href: '/platform/plugins' }];

function Screen() {
  const t = useT();
  const { plugin = '' } = useParams({ strict: false }) as { plugin?: string };
  const packages = useQuery(packagesQuery);
  const group = packages.data && groupPackages(packages.data).find((one) => one.plugin === plugin);
  if (group) return <Loaded key={plugin} group={group} />;
  return (
    <>
      <PageHeading title={t('Plugin of the platform')} breadcrumbs={crumbs(t('Plugins of the platform'))} />
      {packages.data ? (
        <EmptyState
          icon={<Puzzle />}
          title={t('There is no package of this plugin')}
          description={t('Its packages may have been deleted, or the link is not complete.')}
          action={
            <Link {...target('/platform/plugins')} className={buttonClass({ variant: 'outline' })}>
              {t('All packages')}
            </Link>
          }
        />
      ) : packages.isError ? (
        <ErrorNote title={t('The packages could not be loaded')} error={packages.error} onRetry={() => void packages.refetch()} />
      ) : (
        <Skeleton className="h-40 max-w-5xl" />
      )}
    </>
  );
}

function HealthPart({ plugin }: { plugin: string }) {
  const t = useT();
  const health = useQuery(platformHealthQuery(plugin));
  return (
    <Card>
      <CardHeader
        title={t('Calls of all tenants since it was loaded')}
        actions={
          <Button variant="ghost" size="sm" pending={health.isFetching} onClick={() => void health.refetch()}>
            {!health.isFetching && <RotateCw aria-hidden />} {t('Look again')}
          </Button>
        }
      />
      {health.isError ? <ErrorNote title={t('The health could not be loaded')} error={health.error} onRetry={() => void health.refetch()} /> : health.data ? <HealthTable health={health.data} label={t('Calls of all tenants since it was loaded')} /> : <Skeleton className="h-24" />}
    </Card>
  );
}

function Loaded({ group }: { group: PackageGroup }) {
  const t = useT();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as { tab?: string };
  const [deed, setDeed] = useState<Deed | null>(null);
  const { plugin, name, current } = group;
  const inactive = <EmptyState icon={<Puzzle />} title={t('No version is active')} description={t('Make one of its packages active first.')} />;
  return (
    <>
      <PageHeading title={name} breadcrumbs={crumbs(t('Plugins of the platform'))} description={current ? t('{kind}, version {version}', { kind: kindText(current.kind, t), version: current.version }) : t('No version is active')} />
      <Tabs
        className="max-w-5xl"
        label={name}
        value={search.tab ?? 'packages'}
        onChange={(tab) => void navigate({ ...target(`/platform/plugins/${encodeURIComponent(plugin)}${tab === 'packages' ? '' : `?tab=${tab}`}`), replace: true })}
        tabs={[
          { id: 'packages', label: t('Packages'), content: <PackageCard group={group} onDeed={setDeed} /> },
          { id: 'versions', label: t('Versions'), content: current ? <Versions group={group} /> : inactive },
          { id: 'health', label: t('Health'), content: current ? <HealthPart plugin={plugin} /> : inactive },
          {
            id: 'limits',
            label: t('Limits'),
            content: current ? (
              <Card>
                <CardHeader title={t('Limits')} description={t('What one call may take. Where nothing is set, the default holds.')} />
                <Limits plugin={plugin} name={name} />
              </Card>
            ) : (
              inactive
            ),
          },
        ]}
      />
      {deed && <PackageDeed deed={deed} onClose={() => setDeed(null)} />}
    </>
  );
}

// /x/<plugin id>/…: a plugin's page in an error boundary below the shell's heading.
import { getRouteApi } from '@tanstack/react-router';
import { ErrorNote, useHost, type RouteProps } from '@waybill/plugin';
import { useT } from '../lib/i18n.ts';
import { PageHeading } from '../shell/PageHeading.tsx';
import { PageLoading } from '../shell/Loading.tsx';
import { NotFound } from '../shell/Problems.tsx';
import { pageAt } from './pages.ts';
import { useRegistry } from './registry.ts';
import { PluginPart } from './Slot.tsx';

const route = getRouteApi('/shell/x/$plugin/$');

export function PluginPage() {
  const { plugin, _splat } = route.useParams();
  return <PageOf id={plugin} path={_splat ?? ''} />;
}

export function PageOf({ id, path }: { id: string; path: string }) {
  const t = useT();
  const registry = useRegistry();
  const host = useHost();
  if (registry.isLoadingError)
    return (
      <ErrorNote
        message={t('The plugins for this page could not be loaded.')}
        onRetry={() => void registry.refetch()}
      />
    );
  if (!registry.data) return <PageLoading />;
  const page = pageAt(registry.data, id, path, host);
  if (!page) return <NotFound />;
  const props: RouteProps = { base: page.base, rest: page.rest };
  return (
    <>
      <PageHeading title={page.route.title} />
      <PluginPart
        key={page.base}
        plugin={page.plugin}
        supported={page.supported}
        module={page.route.module}
        place={`page ${page.route.id}`}
        props={props}
      />
    </>
  );
}

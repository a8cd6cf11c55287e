// Record page: loading, errors, heading, tabs.
import { lazy, Suspense, type ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link, useNavigate, useRouterState, useSearch } from '@tanstack/react-router';
import { FileQuestion } from 'lucide-react';
import {
  buttonClass,
  Card,
  EmptyState,
  ErrorNote,
  Skeleton,
  Tabs,
  type SlotName,
  type SlotProps,
  type Tab,
} from '@waybill/plugin';
import { ApiError } from '../api/client.ts';
import { usePermissions } from '../api/session.ts';
import { useFeatures } from '../api/tenant.tsx';
import { target } from '../lib/href.ts';
import { msg, useT } from '../lib/i18n.ts';
import { PluginPart, useSlot } from '../plugins/Slot.tsx';
import { PageHeading, type Breadcrumb, type PageHeadingProps } from '../shell/PageHeading.tsx';
import { SectionHeading } from '../shell/SectionHeading.tsx';
import { useHeadingKeys, withHints } from './heading-keys.ts';
import { useKeys } from './keys.ts';
import type { EntityType } from './documents/documents.ts';
import { AUDIT_PERMISSION } from './history/queries.ts';
import { NotPermitted } from '../shell/screen.tsx';
import { recordTabs, type RecordKind } from './record-tabs.ts';

const DocumentsPanel = lazy(() =>
  import('./documents/DocumentsPanel.tsx').then((module) => ({ default: module.DocumentsPanel })),
);
const RecordHistory = lazy(() => import('./history/RecordHistory.tsx'));

/** Parses a record id; null if invalid. */
export function recordId(text: string | undefined): number | null {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

export interface RecordStates {
  /** Kind, as the title while loading: "Customer". */
  title: string;
  breadcrumbs: Breadcrumb[];
  /** Set in settings. */
  inSettings?: boolean;
  icon?: ReactNode;
  /** Not-found message. */
  missing: string;
  failed: string;
  /** Action denied without permission, in msg(): "see customers". */
  to?: string;
  skeleton?: ReactNode;
}

export interface RecordOfProps<R> extends RecordStates {
  /** Id in the URL; null if invalid. */
  id: number | string | null;
  /** Null for not found. */
  query: UseQueryResult<R | null>;
  children: (record: R) => ReactNode;
}

/** Shows the record, or why it cannot be shown. */
export function RecordOf<R>({
  id,
  query,
  title,
  breadcrumbs,
  inSettings = false,
  icon = <FileQuestion />,
  missing,
  failed,
  to = msg('see this'),
  skeleton,
  children,
}: RecordOfProps<R>) {
  const t = useT();
  if (query.data !== undefined && query.data !== null && id !== null) return children(query.data);
  const Heading = inSettings ? SectionHeading : PageHeading;
  const status = query.error instanceof ApiError ? query.error.status : null;
  const back = breadcrumbs.findLast((crumb) => crumb.href)?.href;
  return (
    <>
      <Heading title={title} breadcrumbs={breadcrumbs} />
      {id === null || status === 404 || query.data === null ? (
        <EmptyState
          icon={icon}
          title={missing}
          description={t('It may have been deleted, or the link is incomplete.')}
          action={
            back && (
              <Link {...target(back)} className={buttonClass({ variant: 'outline' })}>
                {t('Back to list')}
              </Link>
            )
          }
        />
      ) : status === 403 ? (
        <NotPermitted to={to} />
      ) : query.isLoadingError ? (
        <ErrorNote title={failed} error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        (skeleton ?? <RecordSkeleton />)
      )}
    </>
  );
}

function RecordSkeleton() {
  const t = useT();
  return (
    <div
      role="status"
      aria-label={t('Loading')}
      className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]"
    >
      <div className="grid content-start gap-4">
        {[32, 40].map((height) => (
          <Card key={height} style={{ height: `${height * 4}px` }}>
            <Skeleton className="w-40" />
            <Skeleton className="mt-3 w-2/3" />
            <Skeleton className="mt-3 w-1/2" />
          </Card>
        ))}
      </div>
      <Card className="h-56">
        <Skeleton className="w-24" />
      </Card>
    </div>
  );
}

export interface RecordPageProps extends PageHeadingProps {
  kind: string;
  tabs: Tab[];
  inSettings?: boolean;
  banner?: ReactNode;
  /** Documents tab, after the page's own. */
  documents?: { entityType: EntityType; entityId: number; mayChange: boolean };
  /** History tab, with permission. */
  history?: { entityType: string; entityId: number };
  /** Open tab, if not in the query string. */
  tab?: { open: string; onChange: (id: string) => void };
  className?: string;
  /** Tabs of other areas and of plugins. */
  extend?: { on: RecordKind; id: number };
  /** Slot whose fillings are tabs, titled by plugin. */
  slot?: { [S in SlotName]: { name: S; props: SlotProps[S] } }[SlotName];
}

/** Open tab in the query string. */
function useTab(ids: readonly string[]): [string, (id: string) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const navigate = useNavigate();
  const first = ids[0] ?? '';
  const open = ids.find((id) => id === search['tab']) ?? first;
  const set = (id: string) => {
    const { tab: _, ...rest } = search;
    const next: Record<string, unknown> = id === first ? rest : { ...rest, tab: id };
    void navigate({ ...target(pathname), search: next, replace: true, resetScroll: false });
  };
  return [open, set];
}

function useExtensions(extend: RecordPageProps['extend'], slot: RecordPageProps['slot']): Tab[] {
  const t = useT();
  const { has } = usePermissions();
  const features = useFeatures();
  const { fillings } = useSlot(slot?.name ?? null);
  const own = extend
    ? recordTabs(extend.on).filter(
        (tab) =>
          (!tab.permission || has(tab.permission)) && (!tab.feature || features.has(tab.feature)),
      )
    : [];
  return [
    ...own.map(({ id, label, component: Component }) => ({
      id,
      label: t(label),
      content: <Component id={extend?.id ?? 0} />,
    })),
    ...fillings.map(({ plugin, supported, contribution }) => ({
      id: `${plugin.id}.${contribution.id}`,
      label: plugin.name,
      content: (
        <PluginPart
          plugin={plugin}
          supported={supported}
          module={contribution.module}
          place={contribution.slot}
          props={slot?.props ?? {}}
        />
      ),
    })),
  ];
}

export function RecordPage({
  kind,
  tabs,
  inSettings = false,
  banner,
  documents,
  history,
  extend,
  slot,
  tab,
  className,
  ...heading
}: RecordPageProps) {
  const t = useT();
  const { has } = usePermissions();
  const extensions = useExtensions(extend, slot);
  const all: Tab[] = [
    ...tabs,
    ...(documents
      ? [{ id: 'files', label: t('Files'), content: <DocumentsPanel {...documents} /> }]
      : []),
    ...extensions,
    ...(history && has(AUDIT_PERMISSION)
      ? [
          {
            id: 'history',
            label: t('History'),
            content: <RecordHistory key={history.entityId} {...history} />,
          },
        ]
      : []),
  ];
  useKeys(useHeadingKeys(heading.actions ?? []));
  const [open, setOpen] = useTab(all.map(({ id }) => id));
  const Heading = inSettings ? SectionHeading : PageHeading;
  const only = all.length === 1 ? all[0] : undefined;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)]">
      <Heading {...heading} actions={withHints(heading.actions ?? [])} />
      {banner}
      <Suspense fallback={<Skeleton className="h-64" />}>
        {only ? (
          only.content
        ) : (
          <Tabs
            label={kind}
            value={tab?.open ?? open}
            onChange={tab?.onChange ?? setOpen}
            tabs={all}
            {...(className ? { className } : {})}
          />
        )}
      </Suspense>
    </div>
  );
}

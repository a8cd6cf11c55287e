// Page of a plan: loads it, or shows why it cannot be shown.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ListChecks } from 'lucide-react';
import { buttonClass, EmptyState, ErrorNote, Skeleton } from '@waybill/plugin';
import { ApiError } from '../../../api/client.ts';
import { msg, useT } from '../../../lib/i18n.ts';
import { idIn } from '../../../lib/search.ts';
import { PageHeading } from '../../../shell/PageHeading.tsx';
import { screen } from '../../../shell/screen.tsx';
import { PlanPage } from './PlanPage.tsx';
import { planQuery, useLiveRoutes } from './queries.ts';

const route = getRouteApi('/shell/jobs/route/$plan');

export const Planner = screen(
  { needs: 'Pages.Job.Routing', title: msg('Routing'), to: msg('plan routes') },
  PlannerScreen,
);

function PlannerScreen() {
  const t = useT();
  const id = idIn(route.useParams().plan) ?? null;
  const isLive = useLiveRoutes();
  const query = useQuery({ ...planQuery(id ?? 0, isLive), enabled: id !== null });
  if (query.data) return <PlanPage key={query.data.planid} plan={query.data} />;
  const isGone = id === null || (query.error instanceof ApiError && query.error.status === 404);
  return (
    <>
      <PageHeading
        title={t('Routes')}
        breadcrumbs={[{ text: t('Routing'), href: '/jobs/route' }]}
      />
      {isGone ? (
        <EmptyState
          icon={<ListChecks />}
          title={t('This plan does not exist any more')}
          description={t('Plans are kept for two days. Runs that were sent out remain.')}
          action={
            <Link to="/jobs/route" className={buttonClass({ variant: 'outline' })}>
              {t('Choose jobs')}
            </Link>
          }
        />
      ) : query.isLoadingError ? (
        <ErrorNote
          title={t('The plan could not be loaded')}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <div className="grid gap-3" aria-busy>
          <Skeleton className="h-72" />
          <Skeleton className="h-64" />
        </div>
      )}
    </>
  );
}

// A job: state, legs, actions and details.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { PackageX } from 'lucide-react';
import { Badge } from '@waybill/plugin';
import { leftList } from '../../../kit/list/memory.ts';
import { recordId, RecordOf, RecordPage } from '../../../kit/record.tsx';
import { msg, t, useT } from '../../../lib/i18n.ts';
import { Slot } from '../../../plugins/Slot.tsx';
import { screen } from '../../../shell/screen.tsx';
import { jobStatus, typeText, type Job } from '../model.ts';
import { jobQuery, useLiveJobs } from '../queries.ts';
import { Legs } from './Legs.tsx';
import { Facts, Goods, Route } from './Overview.tsx';
import { Prices } from './Prices.tsx';
import { Proof } from './Proof.tsx';
import { RouteCard } from './RouteCard.tsx';
import { Timeline } from './Timeline.tsx';
import { useActions } from './use-actions.tsx';
import { Whereabouts } from './Whereabouts.tsx';

const route = getRouteApi('/shell/jobs/details/$id');

export const JobDetail = screen(
  { needs: 'Pages.Job', title: msg('Job'), to: msg('see jobs') },
  JobDetailScreen,
);

const crumbs = () => [{ text: t('Jobs'), href: leftList('/jobs') }];

function JobDetailScreen() {
  const t = useT();
  const id = recordId(route.useParams().id);
  useLiveJobs();
  const job = useQuery({ ...jobQuery(id ?? 0), enabled: id !== null });
  return (
    <RecordOf
      id={id}
      query={job}
      title={t('Job')}
      breadcrumbs={crumbs()}
      icon={<PackageX />}
      missing={t('Job not found')}
      failed={t('The job could not be loaded')}
      to={msg('see jobs')}
    >
      {(found) => <Loaded key={found.id} job={found} />}
    </RecordOf>
  );
}

function Loaded({ job }: { job: Job }) {
  const t = useT();
  const { actions, dialogs, onPrices } = useActions(job);
  const status = jobStatus(job);
  const overview = (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
        <Route job={job} />
        <Goods job={job} />
        <Whereabouts job={job} />
        <Prices job={job} onEdit={onPrices} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <RouteCard job={job} />
        <Facts job={job} />
        <Proof job={job} />
        <Timeline job={job} />
        <Slot name="job.detail.panel@1" props={{ jobId: job.id, job: { ...job } }} />
      </div>
    </div>
  );
  return (
    <>
      <RecordPage
        kind={t('Job')}
        title={job.jobno}
        breadcrumbs={crumbs()}
        actions={actions}
        badge={
          <Badge tone={status.tone} dot>
            {t(status.text)}
          </Badge>
        }
        description={[typeText(job.jobtype, t), job.servicename, job.reference]
          .filter(Boolean)
          .join(' · ')}
        banner={<Legs job={job} />}
        tabs={[{ id: 'overview', label: t('Overview'), content: overview }]}
        history={{ entityType: 'FreightJob', entityId: job.id }}
      />
      {dialogs}
    </>
  );
}

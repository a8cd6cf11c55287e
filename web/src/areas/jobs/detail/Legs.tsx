// Tree of a job: the job that a leg belongs to, its legs, and the jobs done together with it.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Badge, cn, ErrorNote, Skeleton, useFormat } from '@waybill/plugin';
import { shortMoment } from '../../../kit/list/times.ts';
import { useDriverName } from '../../../lib/drivers.ts';
import { useT } from '../../../lib/i18n.ts';
import { jobStatus, partyText, townText, typeText, type Job, type JobAddress } from '../model.ts';
import { jobQuery, jobsByIdQuery, legsQuery } from '../queries.ts';

const FOCUS = 'focus-visible:outline-2 focus-visible:outline-ring';

const nameOf = (address: JobAddress | null) =>
  [partyText(address), townText(address)].filter(Boolean).join(', ') || '–';

function Leg({ leg, isCurrent }: { leg: Job; isCurrent: boolean }) {
  const t = useT();
  const format = useFormat();
  const driverName = useDriverName();
  const status = jobStatus(leg);
  return (
    <li className="min-w-56 flex-1">
      <Link
        to="/jobs/details/$id"
        params={{ id: String(leg.id) }}
        aria-current={isCurrent ? 'page' : undefined}
        className={cn(
          'grid gap-0.5 rounded-lg border bg-card px-3 py-2 text-[13px] shadow-xs hover:bg-accent',
          FOCUS,
          isCurrent ? 'border-primary ring-1 ring-primary' : 'border-border',
        )}
      >
        <span className="flex items-center gap-2">
          <b className="min-w-0 flex-1 truncate font-semibold">
            {leg.leg} {typeText(leg.jobtype, t)}
          </b>
          <Badge tone={status.tone} dot>
            {t(status.text)}
          </Badge>
        </span>
        <span className="truncate">
          {nameOf(leg.fromaddress)} → {nameOf(leg.toaddress)}
        </span>
        <span className="truncate text-muted-foreground">
          {[
            leg.jobno,
            driverName(leg.driverid) || leg.carrieraccount,
            leg.deadline && t('by {time}', { time: shortMoment(leg.deadline, format.timezone) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </Link>
    </li>
  );
}

const LINK = 'text-link underline-offset-2 hover:underline';

function Linked({ ids }: { ids: readonly number[] }) {
  const t = useT();
  const linked = useQuery(jobsByIdQuery(ids));
  if (!linked.data || linked.data.length === 0) return null;
  return (
    <p className="text-[13px] text-muted-foreground">
      {t('Belongs together with')}{' '}
      {linked.data.map((one, at) => (
        <span key={one.id}>
          {at > 0 && ', '}
          <Link to="/jobs/details/$id" params={{ id: String(one.id) }} className={LINK}>
            {one.jobno}
          </Link>{' '}
          ({t(jobStatus(one).text)})
        </span>
      ))}
    </p>
  );
}

/** The job above, a strip of the legs in order, and linked jobs. */
export function Legs({ job }: { job: Job }) {
  const t = useT();
  const rootId = job.parentid ?? (job.haslegs ? job.id : null);
  const legs = useQuery({ ...legsQuery(rootId ?? 0), enabled: rootId !== null });
  const parent = useQuery({ ...jobQuery(job.parentid ?? 0), enabled: job.parentid !== null });
  if (rootId === null)
    return job.linkedjobs.length === 0 ? null : (
      <div className="mb-4">
        <Linked ids={job.linkedjobs} />
      </div>
    );
  return (
    <section aria-label={t('Legs')} className="mb-4 grid gap-1.5">
      {job.parentid !== null && (
        <p className="text-[13px] text-muted-foreground">
          <Link to="/jobs/details/$id" params={{ id: String(job.parentid) }} className={LINK}>
            {t('Leg {number} of {job}', {
              number: job.leg,
              job: parent.data?.jobno ?? `#${job.parentid}`,
            })}
          </Link>
          {parent.data && ` · ${t(jobStatus(parent.data).text)}`}
        </p>
      )}
      {legs.isLoadingError ? (
        <ErrorNote
          title={t('The legs could not be loaded')}
          error={legs.error}
          onRetry={() => void legs.refetch()}
        />
      ) : legs.isPending ? (
        <Skeleton className="h-18" />
      ) : (
        <ol className="flex flex-wrap gap-3">
          {legs.data.map((leg) => (
            <Leg key={leg.id} leg={leg} isCurrent={leg.id === job.id} />
          ))}
        </ol>
      )}
      {job.linkedjobs.length > 0 && <Linked ids={job.linkedjobs} />}
    </section>
  );
}

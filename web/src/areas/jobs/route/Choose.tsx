// Choice of the jobs and vehicles that routes are planned for.
import { useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ClipboardCheck, Route, UserX } from 'lucide-react';
import { Button, buttonClass, Card, useFormat } from '@waybill/plugin';
import { usePermissions } from '../../../api/session.ts';
import { bind, type Binding } from '../../../kit/keys.ts';
import { everyRow } from '../../../lib/all-pages.ts';
import { NOTHING, TextCell } from '../../../kit/list/Cells.tsx';
import type { ListColumn } from '../../../kit/list/declare.ts';
import { RecordList } from '../../../kit/list/RecordList.tsx';
import type { RowKey } from '../../../kit/list/selection.ts';
import { useList, type List } from '../../../kit/list/use-list.ts';
import { useNarrow } from '../../../kit/list/use-narrow.ts';
import type { WorkHandle } from '../../../kit/list/work.ts';
import { useMutate } from '../../../kit/mutate.ts';
import { driversKey, fetchDrivers, type Driver } from '../../../lib/drivers.ts';
import { msg, useT, type Translate } from '../../../lib/i18n.ts';
import { screen } from '../../../shell/screen.tsx';
import { toast } from '../../../shell/toast.tsx';
import { unallocatedFilter, useBoardDay } from '../board/data.ts';
import { boardColumns, boardFilters } from '../board/declare.tsx';
import { HoursLeft } from '../board/HoursLeft.tsx';
import { capacityOf } from '../board/plan.ts';
import { useLoadText } from '../board/PreviewText.tsx';
import { DayChoice } from '../DayChoice.tsx';
import { lateness, type Job } from '../model.ts';
import { fetchJobs, jobsKey, SEARCHED_FIELDS, useLiveJobs } from '../queries.ts';
import { fetchRuns, plansKey, plansQuery, runsKey, startPlan, useLiveRoutes } from './queries.ts';
import { vehicleOfDriver, vehiclesText } from './vehicles.ts';
import { letterOf, usePlanWords } from './words.ts';

/** As many as the server plans at a time. */
const MAX_JOBS = 1000;
const MAX_DRIVERS = 1000;
const SECONDS = 10;

export const Choose = screen(
  { needs: 'Pages.Job.Routing', title: msg('Routing'), to: msg('plan routes') },
  ChooseScreen,
);

/** Nothing ticked means every row that matches. */
async function chosenRows<Row>(
  list: List<Row>,
  ticked: readonly Row[],
  limit: number,
): Promise<readonly Row[]> {
  return ticked.length > 0
    ? ticked
    : everyRow({
        query: list.query,
        fetch: list.declaration.fetch,
        rowKey: list.keyOf,
        signal: new AbortController().signal,
        limit,
      });
}

function Load({ driver }: { driver: Driver }) {
  const t = useT();
  const loadText = useLoadText();
  const capacity = capacityOf(driver);
  if (!driver.currentvehicle) return <span className="text-warning-text">{t('No vehicle')}</span>;
  return capacity === null ? NOTHING : loadText(capacity, null);
}

const driverColumns = (t: Translate): ListColumn<Driver>[] => [
  {
    id: 'name',
    header: t('Driver'),
    cell: ({ name }) => <TextCell>{name}</TextCell>,
    sort: 'name',
    fixed: true,
  },
  {
    id: 'vehicle',
    header: t('Vehicle'),
    cell: ({ currentvehicle }) => <TextCell>{currentvehicle?.name}</TextCell>,
    narrow: 'line',
  },
  {
    id: 'capacity',
    header: t('Takes'),
    cell: (driver) => <Load driver={driver} />,
    narrow: 'line',
  },
  {
    id: 'hours',
    header: t('Hours left'),
    cell: ({ id }) => <HoursLeft driverId={id} />,
    priority: 2,
    narrow: 'badge',
  },
];

/** Plans that were made for the day, and its runs that are not done. */
function OfDay({ day, isToday, onAgain }: { day: string; isToday: boolean; onAgain: () => void }) {
  const t = useT();
  const words = usePlanWords();
  const plans = useQuery(plansQuery(day));
  const runs = useQuery({
    queryKey: [...runsKey, 'open', day],
    queryFn: ({ signal }) =>
      fetchRuns(
        {
          filter: `rundate eq ${day} and iscompleted eq false`,
          maxResultCount: 1,
          skipCount: 0,
        },
        signal,
      ),
  });
  const made = (plans.data ?? []).toSorted((a, b) => a.planid - b.planid);
  const open = runs.data?.totalCount ?? 0;
  if (made.length === 0 && open === 0) return null;
  return (
    <Card className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 px-3 py-1.5 text-[13px]">
      {open > 0 && (
        <>
          <Link
            to="/jobs/route/runs"
            search={{ day }}
            className="rounded text-link hover:underline focus-visible:outline-2 focus-visible:outline-ring"
          >
            {t('{count} runs are under way', { count: open }, '{count} run is under way')}
          </Link>
          {isToday && (
            <Button variant="outline" size="sm" onClick={onAgain}>
              {t('Plan again from now')}
            </Button>
          )}
        </>
      )}
      {made.length > 0 && (
        <nav aria-label={t('Plans of the day')} className="flex flex-wrap items-center gap-1.5">
          {made.map((plan, at) => (
            <Link
              key={plan.planid}
              to="/jobs/route/$plan"
              params={{ plan: String(plan.planid) }}
              search={{}}
              className={buttonClass({ variant: 'ghost', size: 'sm' })}
            >
              {t('Plan {letter}', { letter: letterOf(at) })}
              <span className="text-muted-foreground tabular-nums">
                {plan.status === 'Sent' ? t('sent') : words.time(plan.creationTime)}
              </span>
            </Link>
          ))}
        </nav>
      )}
    </Card>
  );
}

function ChooseScreen() {
  const t = useT();
  const format = useFormat();
  const navigate = useNavigate();
  const { has } = usePermissions();
  const narrow = useNarrow();
  useLiveJobs();
  useLiveRoutes();
  const handle = useRef<WorkHandle>(null);
  const driverHandle = useRef<WorkHandle>(null);
  const [at, setAt] = useState<RowKey | null>(null);
  const [driverAt, setDriverAt] = useState<RowKey | null>(null);
  const [jobs, setJobs] = useState<readonly Job[]>([]);
  const [ticked, setTicked] = useState<readonly Driver[]>([]);
  const [showsDrivers, setShowsDrivers] = useState(false);
  const search: Record<string, unknown> = useSearch({ strict: false });
  const day = useBoardDay(typeof search['day'] === 'string' ? search['day'] : undefined);
  const list = useList<Job>({
    id: 'jobs.route',
    key: jobsKey,
    fetch: fetchJobs,
    rowKey: ({ id }) => id,
    name: ({ jobno }) => jobno,
    href: ({ id }) => `/jobs/details/${id}`,
    columns: boardColumns(t, format, {
      day: day.day,
      dragged: (job) => ({ jobs: [job], from: null }),
      mayAllocate: false,
    }),
    filters: boardFilters(t, has('Pages.Customer')),
    always: () => unallocatedFilter(day),
    search: { fields: SEARCHED_FIELDS, number: 'id' },
    sort: 'deadline',
    pageSize: 100,
  });
  const drivers = useList<Driver>({
    id: 'jobs.routeVehicles',
    key: driversKey,
    fetch: fetchDrivers,
    rowKey: ({ id }) => id,
    name: ({ name }) => name,
    columns: driverColumns(t),
    // Drivers off duty tonight may work on a later day.
    always: () =>
      day.isToday ? 'isactive eq true and isavailableforwork eq true' : 'isactive eq true',
    search: { fields: ['name', 'code'] },
    sort: 'name',
    pageSize: 100,
    state: 'here',
  });
  const jobCount = jobs.length || list.total;
  const driverCount = ticked.length || drivers.total;
  const plan = useMutate({
    call: async (isFromNow: boolean) => {
      const [chosen, free] = await Promise.all([
        isFromNow && jobs.length === 0 ? [] : chosenRows(list, jobs, MAX_JOBS),
        chosenRows(drivers, ticked, MAX_DRIVERS),
      ]);
      const vehicles = free.map(vehicleOfDriver).filter((vehicle) => vehicle !== null);
      const left = free.length - vehicles.length;
      if (left > 0)
        toast({
          title: t(
            '{count} drivers have no vehicle, and get no route',
            { count: left },
            '{count} driver has no vehicle, and gets no route',
          ),
        });
      const planid = await startPlan({
        rundate: day.day,
        jobids: chosen.map(({ id }) => id),
        // Without a choice, runs that are under way keep their vehicles.
        vehicles:
          isFromNow && ticked.length === 0
            ? []
            : vehicles.map(({ vehicleid, driverid }) => ({ vehicleid, driverid })),
        locks: [],
        seconds: SECONDS,
        ...(isFromNow ? { continue: true } : {}),
      });
      return { planid, vehicles };
    },
    stale: [plansKey],
    failed: t('The plan could not be started'),
    after: ({ planid, vehicles }) =>
      navigate({
        to: '/jobs/route/$plan',
        params: { plan: String(planid) },
        search: { v: vehiclesText(vehicles) },
      }),
  });
  const mayPlan = jobCount > 0 && driverCount > 0 && !plan.isPending;
  const start = () => mayPlan && plan.mutate(false);
  const keys: Binding[] = [
    { key: 'p', text: t('Plan the routes'), group: 'page', run: start },
    {
      key: 'd',
      text: t('Go to the drivers'),
      group: 'page',
      run: () => {
        setShowsDrivers(true);
        const [first] = drivers.rows ?? [];
        if (first) driverHandle.current?.focus(driverAt ?? first.id);
      },
    },
  ];
  const ofDay = <OfDay day={day.day} isToday={day.isToday} onAgain={() => plan.mutate(true)} />;
  const vehicles = (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-2 overflow-y-auto">
      {!narrow && ofDay}
      <RecordList
        list={drivers}
        title={t('Drivers and vehicles')}
        work={{
          at: driverAt,
          onRow: setDriverAt,
          onTicked: setTicked,
          handle: driverHandle,
          keys: [
            { key: 'p', text: t('Plan the routes'), group: 'page', run: start },
            bind('leave', () => {
              if (ticked.length > 0) driverHandle.current?.untick();
              else handle.current?.back();
            }),
          ],
        }}
        texts={{
          failed: t('The drivers could not be loaded'),
          search: { label: t('Search drivers'), placeholder: t('Name, code') },
          selected: (count) => t('{count} drivers selected', { count }, '{count} driver selected'),
          empty: {
            icon: <UserX />,
            title: t('No driver is available'),
            description: t('Set drivers available, and give each a vehicle.'),
            action: (
              <Link to="/drivers" className={buttonClass({ variant: 'outline' })}>
                {t('Drivers')}
              </Link>
            ),
          },
          none: { title: t('No matching drivers'), clear: t('Show all drivers') },
        }}
      />
    </div>
  );
  return (
    <RecordList
      list={list}
      title={t('Routing')}
      heading={{
        actions: [
          {
            text: t('Plan {jobs} jobs for {vehicles} vehicles', {
              jobs: jobCount,
              vehicles: driverCount,
            }),
            icon: <Route aria-hidden />,
            primary: true,
            shortcut: 'p',
            disabled: !mayPlan && !plan.isPending,
            state: plan.isPending ? 'pending' : 'idle',
            onClick: start,
          },
          { text: t('Runs of the day'), href: `/jobs/route/runs?day=${day.day}` },
        ],
      }}
      jumps={[
        {
          keyName: 'exception',
          passes: (job) => lateness(job, new Date()) !== null,
          none: t('No late job on this page'),
        },
      ]}
      tools={
        <>
          <DayChoice day={day} onChange={(next) => list.set({ filters: { day: next } })} />
          {narrow && (
            <Button
              variant="outline"
              size="sm"
              className="ms-auto"
              aria-pressed={showsDrivers}
              onClick={() => setShowsDrivers(!showsDrivers)}
            >
              {showsDrivers ? t('Show jobs') : t('Show vehicles')}
            </Button>
          )}
        </>
      }
      work={{
        at,
        onRow: setAt,
        onTicked: setJobs,
        handle,
        keys,
        beside: narrow && !showsDrivers ? null : vehicles,
      }}
      texts={{
        failed: t('The jobs could not be loaded'),
        search: { label: t('Search jobs'), placeholder: t('Job, connote, suburb') },
        filter: t('Filter jobs'),
        selected: (count) => t('{count} jobs selected', { count }, '{count} job selected'),
        withSelected: t('Actions for the selected jobs'),
        empty: {
          icon: <ClipboardCheck />,
          title: t('No job waits for a vehicle'),
          description: t('Confirm jobs, or choose another day.'),
          action: (
            <Link to="/jobs" className={buttonClass({ variant: 'outline' })}>
              {t('Jobs')}
            </Link>
          ),
        },
        none: {
          title: t('No matching jobs'),
          description: t('Every other job of the day is allocated, or filtered out.'),
          clear: t('Show all jobs'),
        },
      }}
    >
      {narrow && ofDay}
    </RecordList>
  );
}

// Dispatch board: jobs without an agent, and the days of the drivers.
import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ClipboardCheck, Map as MapIcon, Plus } from 'lucide-react';
import { Button, Card, EmptyState, ErrorNote, Skeleton, useFormat } from '@waybill/plugin';
import { usePermissions } from '../../../api/session.ts';
import { bind, type Binding } from '../../../kit/keys.ts';
import type { LanesHandle } from '../../../kit/lanes/TimeLanes.tsx';
import type { BulkAction } from '../../../kit/list/BulkBar.tsx';
import { RecordList } from '../../../kit/list/RecordList.tsx';
import type { RowKey } from '../../../kit/list/selection.ts';
import { useList } from '../../../kit/list/use-list.ts';
import { useNarrow } from '../../../kit/list/use-narrow.ts';
import type { WorkHandle } from '../../../kit/list/work.ts';
import { activeDriversQuery, type Driver } from '../../../lib/drivers.ts';
import { msg, useT } from '../../../lib/i18n.ts';
import { screen } from '../../../shell/screen.tsx';
import { DayChoice } from '../DayChoice.tsx';
import { lateness, type Job } from '../model.ts';
import { fetchJobs, jobsKey, SEARCHED_FIELDS, useLiveJobs } from '../queries.ts';
import { givenQuery, SOON, unallocatedFilter, useBoardDay } from './data.ts';
import { boardColumns, boardFilters } from './declare.tsx';
import type { Dragged } from './drag.ts';
import { giveTo, takeBack } from './give.ts';
import { Lanes } from './Lanes.tsx';
import { MoveDialog } from './MoveDialog.tsx';
import { laneJobs, planDay } from './plan.ts';

const BoardMap = lazy(() => import('./BoardMap.tsx'));
const MessageDialog = lazy(() =>
  import('../messages/MessageDialog.tsx').then((module) => ({ default: module.MessageDialog })),
);
const JobDialog = lazy(() =>
  import('../form/JobDialog.tsx').then((module) => ({ default: module.JobDialog })),
);

/** Positions arrive about once a minute. */
const DRIVERS_EVERY = 30_000;
const NO_LANES: ReadonlyMap<number, readonly Job[]> = new Map();

export const Board = screen(
  { needs: 'Pages.Job', title: msg('Allocation'), to: msg('see jobs') },
  BoardScreen,
);

/** Lists by driver, with those of before where nothing changed. */
function useLanes(jobs: readonly Job[] | undefined): ReadonlyMap<number, readonly Job[]> {
  const last = useRef(NO_LANES);
  return useMemo(() => (last.current = laneJobs(jobs ?? [], last.current)), [jobs]);
}

/** Drivers who are free for work or have some; the available ones first. */
const shownDrivers = (
  drivers: readonly Driver[],
  lanes: ReadonlyMap<number, readonly Job[]>,
): Driver[] =>
  drivers
    .filter(({ id, isavailableforwork }) => isavailableforwork || lanes.has(id))
    .toSorted(
      (a, b) =>
        Number(b.isavailableforwork) - Number(a.isavailableforwork) || a.name.localeCompare(b.name),
    );

function BoardScreen() {
  const t = useT();
  const format = useFormat();
  const navigate = useNavigate();
  const { has } = usePermissions();
  const narrow = useNarrow();
  const isLive = useLiveJobs();
  const mayAllocate = has('Pages.Job.Allocate');
  const handle = useRef<WorkHandle>(null);
  const lanesHandle = useRef<LanesHandle>(null);
  const [at, setAt] = useState<RowKey | null>(null);
  const [ticked, setTicked] = useState<readonly Job[]>([]);
  const [moving, setMoving] = useState<readonly Job[] | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const [writing, setWriting] = useState<Driver | null>(null);
  const [isAdding, setAdding] = useState(false);
  const [showsMap, setShowsMap] = useState(() => matchMedia('(min-width: 1280px)').matches);
  const [showsDrivers, setShowsDrivers] = useState(false);
  const tickedNow = useRef(ticked);
  tickedNow.current = ticked;
  const dragged = (job: Job): Dragged => ({
    jobs: tickedNow.current.some(({ id }) => id === job.id) ? tickedNow.current : [job],
    from: null,
  });
  const search: Record<string, unknown> = useSearch({ strict: false });
  const day = useBoardDay(typeof search['day'] === 'string' ? search['day'] : undefined);
  const list = useList<Job>({
    id: 'jobs.board',
    key: jobsKey,
    fetch: fetchJobs,
    rowKey: ({ id }) => id,
    name: ({ jobno }) => jobno,
    href: ({ id }) => `/jobs/details/${id}`,
    columns: boardColumns(t, format, { day: day.day, dragged, mayAllocate }),
    filters: boardFilters(t, has('Pages.Customer')),
    always: () => unallocatedFilter(day),
    search: { fields: SEARCHED_FIELDS, number: 'id' },
    sort: 'deadline',
    pageSize: 100,
  });
  const rows = list.rows ?? [];
  const drivers = useQuery({ ...activeDriversQuery, ...SOON, refetchInterval: DRIVERS_EVERY });
  const given = useQuery(givenQuery(day));
  const lanes = useLanes(given.data);
  const shown = useMemo(() => shownDrivers(drivers.data ?? [], lanes), [drivers.data, lanes]);
  const setDay = (next: string) => list.set({ filters: { day: next } });
  const jobAt = () => rows.find(({ id }) => id === at);
  const give = async (driver: Driver, jobs: readonly Job[]) => {
    handle.current?.untick();
    await giveTo(driver, jobs);
  };
  const route = useMemo(
    () =>
      chosen === null
        ? []
        : planDay(lanes.get(chosen) ?? [], day).flatMap(({ job, isDone }) => (isDone ? [] : job)),
    [chosen, lanes, day],
  );
  const bulk: BulkAction<Job>[] = mayAllocate
    ? [
        {
          id: 'Allocate',
          name: t('Allocate'),
          done: t('allocated'),
          label: (able) => t('Allocate {count}…', { count: able }),
          keyName: 'approve',
          able: (job) => job.allowedOperations.includes('Allocate'),
          run: async (jobs) => {
            setMoving(jobs);
            return { rows: [] };
          },
        },
      ]
    : [];
  const keys: Binding[] = [
    ...(mayAllocate
      ? [
          bind(
            'approve',
            () => {
              const job = jobAt();
              if (!job) return false;
              setMoving([job]);
              return true;
            },
            t('Allocate to a driver'),
          ),
        ]
      : []),
    {
      key: 'd',
      text: t('Go to the drivers'),
      group: 'page',
      run: () => {
        setShowsDrivers(true);
        lanesHandle.current?.focus();
      },
    },
    {
      key: 'm',
      text: t('Show or hide the map'),
      group: 'page',
      run: () => setShowsMap(!showsMap),
    },
  ];
  const board = (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-3 max-md:h-[75dvh]">
      {given.isLoadingError || drivers.isLoadingError ? (
        <ErrorNote
          title={t('The drivers could not be loaded')}
          error={given.error ?? drivers.error}
          onRetry={() => {
            void given.refetch();
            void drivers.refetch();
          }}
        />
      ) : given.isPending || drivers.isPending ? (
        <Card className="grid flex-1 content-start gap-4" aria-busy>
          {Array.from({ length: 6 }, (_, index) => (
            <Skeleton key={index} className="h-6" />
          ))}
        </Card>
      ) : shown.length === 0 ? (
        <EmptyState
          title={t('No driver is available')}
          description={t('Set drivers available, or choose another day.')}
          className="flex-1 bg-card"
        />
      ) : (
        <Lanes
          drivers={shown}
          lanes={lanes}
          day={day}
          chosen={chosen}
          mayAllocate={mayAllocate}
          handle={lanesHandle}
          onChoose={({ id }) => setChosen(id === chosen ? null : id)}
          onDrop={(driver, { jobs }) => void give(driver, jobs)}
          onTake={(driver) => {
            if (ticked.length > 0) void give(driver, ticked);
            else setChosen(driver.id);
          }}
          onMove={(job) => setMoving([job])}
          onUnallocate={(jobs) => void takeBack(jobs)}
          onOpen={({ id }) =>
            void navigate({ to: '/jobs/details/$id', params: { id: String(id) } })
          }
          onWrite={setWriting}
          onLeave={() => handle.current?.back()}
        />
      )}
      {showsMap && (
        <Suspense fallback={<Skeleton className="h-[36%] min-h-44 shrink-0" />}>
          <BoardMap
            jobs={rows}
            drivers={shown}
            chosenDriver={chosen}
            route={route}
            chosenJob={typeof at === 'number' ? at : null}
            onDriver={({ id }) => setChosen(id)}
            onJob={({ id }) => {
              setAt(id);
              handle.current?.focus(id);
            }}
          />
        </Suspense>
      )}
    </div>
  );
  return (
    <>
      <RecordList
        list={list}
        title={t('Allocation')}
        heading={{
          actions: has('Pages.Job.Create')
            ? [
                {
                  text: t('New job'),
                  keyName: 'new' as const,
                  icon: <Plus aria-hidden />,
                  primary: true,
                  onClick: () => setAdding(true),
                },
              ]
            : [],
        }}
        bulk={bulk}
        jumps={[
          {
            keyName: 'exception',
            passes: (job) => lateness(job, new Date()) !== null,
            none: t('No late job on this page'),
          },
        ]}
        tools={
          <>
            <DayChoice day={day} onChange={setDay} />
            <span className="ms-auto flex items-center gap-2 text-xs text-muted-foreground">
              <span role="status" className="flex items-center gap-1.5">
                <span
                  aria-hidden
                  className={
                    isLive
                      ? 'size-2 rounded-full bg-success-text'
                      : 'size-2 rounded-full bg-control'
                  }
                />
                {isLive ? t('Live') : t('Not live')}
              </span>
              <Button
                variant="ghost"
                size="sm"
                aria-pressed={showsMap}
                aria-keyshortcuts="m"
                onClick={() => setShowsMap(!showsMap)}
              >
                <MapIcon aria-hidden /> {t('Map')}
              </Button>
              {narrow && (
                <Button
                  variant="outline"
                  size="sm"
                  aria-pressed={showsDrivers}
                  onClick={() => setShowsDrivers(!showsDrivers)}
                >
                  {showsDrivers ? t('Show jobs') : t('Show drivers')}
                </Button>
              )}
            </span>
          </>
        }
        work={{
          at,
          onRow: setAt,
          onTicked: setTicked,
          handle,
          keys,
          beside: narrow && !showsDrivers ? null : board,
          isBesideWide: true,
        }}
        texts={{
          failed: t('The jobs could not be loaded'),
          search: { label: t('Search jobs'), placeholder: t('Job, connote, suburb') },
          filter: t('Filter jobs'),
          selected: (count) => t('{count} jobs selected', { count }, '{count} job selected'),
          withSelected: t('Actions for the selected jobs'),
          empty: {
            icon: <ClipboardCheck />,
            title: t('Every job is allocated'),
            description: t('New jobs appear here by themselves.'),
          },
          none: {
            title: t('No matching jobs'),
            description: t('Every other job of the day is allocated, or filtered out.'),
            clear: t('Show all jobs'),
          },
        }}
      />
      {moving && (
        <MoveDialog
          jobs={moving}
          day={day.day}
          onClose={() => {
            setMoving(null);
            handle.current?.untick();
          }}
        />
      )}
      {writing && (
        <Suspense fallback={null}>
          <MessageDialog driver={writing} onClose={() => setWriting(null)} />
        </Suspense>
      )}
      {isAdding && (
        <Suspense fallback={null}>
          <JobDialog day={day.day} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  );
}

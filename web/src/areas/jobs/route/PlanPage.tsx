// A plan of routes: map, lanes and totals; changed by hand, compared, sent out.
import { lazy, Suspense, useRef, useState } from 'react';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Button, Card, cn, ErrorNote, Select, Skeleton } from '@waybill/plugin';
import { useKeys, type Binding } from '../../../kit/keys.ts';
import type { LanesHandle } from '../../../kit/lanes/TimeLanes.tsx';
import { useNarrow } from '../../../kit/list/use-narrow.ts';
import { spotOf } from '../../../kit/map/distance.ts';
import { useT, type Translate } from '../../../lib/i18n.ts';
import { useBoardDay } from '../board/data.ts';
import { nextAddress } from '../model.ts';
import { Attention } from './Attention.tsx';
import { Compare } from './Compare.tsx';
import { MoveStop } from './MoveStop.tsx';
import { PhonePlan } from './PhonePlan.tsx';
import { PlanHeading } from './PlanHeading.tsx';
import type { DraggedStop } from './PlanLane.tsx';
import { PlanLanes } from './PlanLanes.tsx';
import { stopsOf, type Move } from './plan.ts';
import { isUnderWay } from './queries.ts';
import { SendDialog } from './SendDialog.tsx';
import { Side } from './Side.tsx';
import { Solving } from './Solving.tsx';
import { usePlanActions } from './use-plan-actions.tsx';
import { usePlanData } from './use-plan-data.ts';
import type { Plan } from './wire.ts';
import { usePlanWords } from './words.ts';

const PlanMap = lazy(() => import('./PlanMap.tsx'));
const route = getRouteApi('/shell/jobs/route/$plan');

const SECONDS = [5, 10, 30, 60];

/** Keys of the lanes, which handle them; here for the overview of keys. */
const laneHints = (t: Translate): Binding[] =>
  (
    [
      [' ', ['Space'], t('Lock or unlock the stop')],
      ['Alt', ['Alt', '↑', '↓', '←', '→'], t('Move the stop')],
      ['u', ['u'], t('Take the job off its vehicle')],
    ] as const
  ).map(([key, shown, text]) => ({ key, shown, text, group: 'record', run: () => false }));

export function PlanPage({ plan: stored }: { plan: Plan }) {
  const t = useT();
  const words = usePlanWords();
  const navigate = useNavigate();
  const narrow = useNarrow();
  const search = route.useSearch();
  const data = usePlanData(stored, search);
  const { plan, planner, capacities, name, openJobs } = data;
  const { state } = planner;
  const day = useBoardDay(plan.rundate);
  const lanes = useRef<LanesHandle>(null);
  const attention = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const [moving, setMoving] = useState<DraggedStop | null>(null);
  const [isSending, setSending] = useState(false);
  const [said, setSaid] = useState('');
  const [seconds, setSeconds] = useState(plan.seconds);
  const [showsSide, setShowsSide] = useState(false);
  const isSolving = isUnderWay(plan);
  const mayChange = !isSolving && !narrow && plan.status !== 'Failed';
  const actions = usePlanActions(data, {
    isToday: day.isToday,
    seconds,
    onAsk: () => setSending(true),
    onSay: setSaid,
  });
  const openJob = (jobid: number) =>
    void navigate({ to: '/jobs/details/$id', params: { id: String(jobid) } });
  const unassignedLinks = () => [
    ...(attention.current?.querySelectorAll<HTMLElement>('[data-unassigned]') ?? []),
  ];
  const focusNextOpen = () => {
    const links = unassignedLinks();
    const at = links.findIndex((link) => link === document.activeElement);
    const next = links[(at + 1) % links.length];
    if (next) next.focus();
    else setSaid(t('Every job has a vehicle.'));
  };
  const moveFocused = () => {
    const link = unassignedLinks().find((one) => one === document.activeElement);
    const entry = state.unassigned.find(
      ({ jobid }) => String(jobid) === link?.dataset['unassigned'],
    );
    if (!entry || !mayChange) return false;
    setMoving({ jobid: entry.jobid, key: null, name: entry.jobno });
    return true;
  };
  const place = async (move: Move, stop: string) => {
    setMoving(null);
    const made = await planner.move(move);
    if (!made) return;
    setSaid(`${stop}: ${words.change(made.change)}`);
    const lane = made.after.routes.findIndex(({ vehicleid }) => vehicleid === move.to);
    const run = made.after.routes[lane];
    const placed = run && stopsOf(run).find(({ jobid }) => jobid === move.jobid);
    if (placed) requestAnimationFrame(() => lanes.current?.focus(lane, placed.key));
  };
  const keys: Binding[] = [
    ...actions.keys,
    { key: 'e', text: t('Next unassigned job'), group: 'page', run: focusNextOpen },
    { key: 'a', also: ['m'], text: t('Put the job on a vehicle'), group: 'page', run: moveFocused },
    { key: 'd', text: t('Go to the lanes'), group: 'page', run: () => lanes.current?.focus() },
    { key: 'f', text: t('Show all routes'), group: 'page', run: () => setChosen(null) },
    {
      key: '1',
      also: ['2', '3', '4', '5', '6', '7', '8', '9'],
      shown: ['1', '…', '9'],
      text: t('Show one vehicle'),
      group: 'page',
      run: ({ key }) => {
        const run = state.routes[Number(key) - 1];
        if (!run) return false;
        setChosen(run.vehicleid === chosen ? null : run.vehicleid);
        return true;
      },
    },
  ];
  useKeys([...keys, ...(mayChange ? laneHints(t) : [])]);
  const movingJob = moving && openJobs.get(moving.jobid);
  return (
    <div className="flex min-w-0 flex-col gap-2 md:min-h-[calc(100dvh-6.5rem)]">
      <PlanHeading
        day={plan.rundate}
        planid={plan.planid}
        plans={data.plans}
        vehicles={search.v ?? ''}
        actions={narrow ? actions.heading.slice(0, 1) : actions.heading}
        onAgain={isSolving || narrow ? null : actions.again}
        isStarting={actions.isStarting}
      />
      {isSolving && <Solving plan={plan} isStopping={actions.isStopping} onStop={actions.stop} />}
      {plan.status === 'Failed' && (
        <ErrorNote
          title={t('No plan was found')}
          message={plan.failure?.message ?? t('The search failed.')}
          onRetry={actions.again}
        />
      )}
      {narrow ? (
        <PhonePlan data={data} chosen={chosen} onChoose={setChosen} onOpen={openJob} />
      ) : (
        <>
          <div className="relative flex min-h-80 flex-1 basis-80 gap-2">
            <Card
              className={cn(
                'overflow-y-auto p-0',
                showsSide
                  ? 'max-xl:absolute max-xl:inset-y-0 max-xl:start-0 max-xl:z-20 max-xl:shadow-lg'
                  : 'max-xl:hidden',
                'w-64 shrink-0 xl:max-h-full',
              )}
            >
              <Side
                state={state}
                capacities={capacities}
                chosen={chosen}
                onChoose={setChosen}
                change={
                  <Link
                    to="/jobs/route"
                    search={{ day: plan.rundate }}
                    className={cn(
                      'rounded text-link hover:underline focus-visible:outline-2',
                      'focus-visible:outline-ring',
                    )}
                  >
                    {t('Change')}
                  </Link>
                }
              >
                <label className="flex items-center justify-between gap-2">
                  {t('Search for')}
                  <Select
                    value={seconds}
                    onChange={({ target }) => setSeconds(Number(target.value))}
                    className="h-7 w-auto text-xs"
                  >
                    {[...new Set([...SECONDS, plan.seconds])]
                      .toSorted((a, b) => a - b)
                      .map((one) => (
                        <option key={one} value={one}>
                          {t('{count} seconds', { count: one }, '{count} second')}
                        </option>
                      ))}
                  </Select>
                </label>
              </Side>
            </Card>
            <div className="relative min-w-0 flex-1">
              <Suspense fallback={<Skeleton className="absolute inset-0 h-full" />}>
                <PlanMap
                  routes={state.routes}
                  open={data.openOnMap}
                  chosen={chosen}
                  onStop={(lane, key) => lanes.current?.focus(lane, key)}
                  onOpen={openJob}
                  className="absolute inset-0"
                />
              </Suspense>
              <div className="absolute start-2 top-2 flex gap-1.5">
                <Button
                  variant="outline"
                  size="sm"
                  className="bg-card xl:hidden"
                  aria-expanded={showsSide}
                  onClick={() => setShowsSide(!showsSide)}
                >
                  {t('Jobs and vehicles')}
                </Button>
                {chosen !== null && (
                  <Button
                    variant="outline"
                    size="sm"
                    className="bg-card"
                    aria-keyshortcuts="f"
                    onClick={() => setChosen(null)}
                  >
                    {t('All routes')}
                  </Button>
                )}
              </div>
            </div>
            <div ref={attention} className="flex w-[22rem] shrink-0 max-xl:w-80 max-lg:w-72">
              <Card className="flex min-w-0 flex-1 flex-col overflow-hidden p-0">
                <Compare
                  name={name}
                  summary={data.summary}
                  rivals={data.rivals}
                  against={data.against}
                  onAgainst={(id) =>
                    void navigate({
                      to: '/jobs/route/$plan',
                      params: { plan: String(plan.planid) },
                      search: { ...search, against: id || 'none' },
                      replace: true,
                    })
                  }
                />
                <Attention
                  unassigned={state.unassigned}
                  jobs={openJobs}
                  problems={data.problems}
                  mayChange={mayChange}
                  onMove={setMoving}
                  onProblem={({ lane, key }) => lanes.current?.focus(lane, key ?? undefined)}
                />
              </Card>
            </div>
          </div>
          <p role="status" className="min-h-4 px-1 text-xs text-muted-foreground">
            {said ||
              (isSolving
                ? t('Stops can be moved once the search has ended.')
                : t('Drag a stop, or move it with Alt and the arrow keys; Space locks it.'))}
          </p>
          <PlanLanes
            planner={planner}
            day={day}
            capacities={capacities}
            chosen={chosen}
            mayChange={mayChange}
            handle={lanes}
            onChoose={setChosen}
            onOpen={openJob}
            onMove={setMoving}
            onLeave={() => document.querySelector<HTMLElement>('h1')?.focus()}
            onSay={setSaid}
          />
        </>
      )}
      {moving && (
        <MoveStop
          planner={planner}
          stop={moving}
          location={movingJob ? spotOf(nextAddress(movingJob)) : null}
          onMove={(move) => void place(move, moving.name)}
          onClose={() => setMoving(null)}
        />
      )}
      {isSending && (
        <SendDialog state={state} onSend={actions.send} onClose={() => setSending(false)} />
      )}
    </div>
  );
}

// State of the scan station: depot, mode, line haul, scans, and what waits for a decision.
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { remark } from '@waybill/plugin';
import { queryClient } from '../../../api/query-client.ts';
import { usePermissions } from '../../../api/session.ts';
import { fetchJobByNumber, jobNumberOf, normalized } from '../../../lib/articles.ts';
import { useT } from '../../../lib/i18n.ts';
import { judge } from '../../../lib/queue/judge.ts';
import { signal, type Signal } from '../../../lib/signal.ts';
import { isAtDestination, isOpen, type LineHaul, type Port } from '../model.ts';
import {
  lineHaulQuery,
  lineHaulsKey,
  loadArticles,
  portsQuery,
  process,
  useLiveLineHauls,
} from '../queries.ts';
import { readInput, type Command, type Input, type Mode } from './commands.ts';
import { isMuted, rememberMuted, rememberPort, useStationQueue } from './device.ts';
import { nextOpen, type Open } from './open.ts';
import { choicesOf, haulsQuery, useKnown } from './queries.ts';
import {
  aheadOf,
  countedItems,
  doneKind,
  indexOfJobs,
  inverseOf,
  isCounted,
  isInverse,
  judgeScan,
  lastUndoable,
  projected,
  retained,
  taskOf,
  withRefusals,
  type Ahead,
  type Judged,
  type Kind,
  type Scan,
} from './station.ts';
import { stepOf } from './steps.ts';
import { holdOf, limited, passDoor, type StationItem, type Task } from './tasks.ts';
import { SIGNALS } from './words.ts';

/** Lines that wait while the page loads. */
const MAX_WAITING = 200;

export interface Address {
  depot?: string | undefined;
  mode?: Mode | undefined;
  haul?: number | undefined;
}

/** What the large panel shows besides scans. */
export interface Notice {
  tone: 'info' | 'warn' | 'bad';
  word: string;
  text: string;
}

const unsent = (task: Task): Judged => ({ task, conflict: null });

const NO_PORTS: readonly Port[] = [];
const NO_HAULS: readonly LineHaul[] = [];

/** Without `onAddress` depot, mode and line haul are fixed. */
export function useStation(address: Address, onAddress: ((next: Address) => void) | null) {
  const t = useT();
  const [backlog, setBacklog] = useState<readonly { input: Input }[]>([]);
  /** The address asked for, until it is that of the page. */
  const [wanted, setWanted] = useState<Address | null>(null);
  const setAddress = (next: Address) => {
    if (!onAddress) return;
    setWanted({ ...next, depot: next.depot ?? '' });
    onAddress(next);
  };
  const isLive = useLiveLineHauls();
  const mayDelete = usePermissions().has('Pages.Job.Edit');
  const [scans, setScans] = useState<readonly Scan[]>([]);
  const [notice, setNotice] = useState<Notice | null>(null);
  const [asides, setAsides] = useState<readonly string[]>([]);
  const [step, setStep] = useState<Extract<Open, { kind: 'step' }> | null>(null);
  /** A step on its way to the server, for which lines wait. */
  const [isRunning, setRunning] = useState(false);
  const [muted, setMuted] = useState(isMuted);
  const [confirmed, setConfirmed] = useState<readonly (Ahead & { at: number })[]>([]);
  /** Tasks on their way into the queue, which takes longer than a scanner's second reading. */
  const [storing, setStoring] = useState<readonly Task[]>([]);
  const scansNow = useRef(scans);
  scansNow.current = scans;
  const live = useRef(isLive);
  live.current = isLive;

  const onDone = useCallback(({ task }: StationItem) => {
    const ahead = aheadOf(task);
    if (ahead) setConfirmed((before) => [...before, { ...ahead, at: Date.now() }]);
    if (!live.current) void queryClient.invalidateQueries({ queryKey: lineHaulsKey });
  }, []);
  const { queue, state, hasFailed, isOnline } = useStationQueue(onDone);

  const portsResult = useQuery(portsQuery);
  const ports = portsResult.data ?? NO_PORTS;
  const port = ports.find(({ code }) => code === address.depot) ?? null;
  const mode: Mode = address.mode ?? 'load';
  const isDoor = mode === 'in' || mode === 'out';
  const haulsResult = useQuery({
    ...haulsQuery(port ?? { id: 0, code: '', name: '' }),
    enabled: port !== null,
  });
  const choices = port ? choicesOf(haulsResult.data ?? NO_HAULS, mode, port) : [];
  const haulId = isDoor ? null : (address.haul ?? null);
  const known = useKnown(mode, haulId);
  const { lineHaul } = known;
  const index = useMemo(
    () =>
      haulId === null
        ? known.index
        : projected(
            known.index,
            haulId,
            confirmed.filter(({ at }) => known.requestedAt <= at),
            countedItems([...state.items, ...storing.map(unsent)], scans),
          ),
    [known.index, known.requestedAt, haulId, confirmed, state.items, storing, scans],
  );
  const passed = useMemo(
    () =>
      new Set(
        scans.flatMap((scan) =>
          scan.kind === mode && scan.port === port?.code ? normalized(scan.code) : [],
        ),
      ),
    [scans, mode, port?.code],
  );

  const sound = (kind: Signal) => {
    if (!muted) signal(kind);
  };
  const tell = (next: Notice) => {
    setNotice(next);
    sound(next.tone === 'info' ? 'good' : next.tone);
  };
  const change = (id: string, next: Partial<Scan>) =>
    setScans((before) => before.map((scan) => (scan.id === id ? { ...scan, ...next } : scan)));
  const record = (scan: Scan) => {
    setNotice(null);
    setScans((before) => retained([scan, ...before], asides));
    sound(SIGNALS[scan.kind]);
    const task = taskOf(scan);
    if (task) void add(task, scan.id);
    else if (['unexpected', 'unknown', 'refused'].includes(scan.kind))
      setAsides((before) => [scan.id, ...before]);
  };
  const add = async (task: Task, scanId: string) => {
    setStoring((before) => [...before, task]);
    try {
      await queue?.add([task], new Date(), holdOf(task));
    } catch {
      // Not stored is not done: the article must not leave as scanned.
      change(scanId, { kind: 'refused', message: t('This device has no room for the scan.') });
      setAsides((before) => [scanId, ...before]);
      sound('bad');
    } finally {
      setStoring((before) => before.filter((one) => one !== task));
    }
  };
  /** The outcome of asking the server about an article that the lists do not have. */
  const learn = (scan: Scan, next: Partial<Scan> & { kind: Kind }) => {
    change(scan.id, { isChecking: false, ...next });
    if (!isCounted(next.kind) && next.kind !== 'repeated') return;
    setAsides((before) => before.filter((id) => id !== scan.id));
    sound(SIGNALS[next.kind]);
  };

  /** Asks the server about an article that is not in the lists. */
  const check = async (scan: Scan) => {
    try {
      if (scan.mode === 'load' && scan.haulId !== null) {
        const [row] = await loadArticles(scan.haulId, [scan.code], limited());
        if (!row) return change(scan.id, { isChecking: false });
        const message = remark(row);
        void queryClient.invalidateQueries({ queryKey: lineHaulsKey });
        return learn(scan, {
          kind: row.success
            ? 'loaded'
            : row.state === 'Loaded'
              ? 'repeated'
              : row.jobno
                ? 'unexpected'
                : 'unknown',
          before: 'Free',
          message,
        });
      }
      if (scan.mode === 'in' || scan.mode === 'out') {
        const code = scan.mode === 'in' ? 'DepotIn' : 'DepotOut';
        const row = await passDoor(
          { code, port: scan.port, article: scan.code, scanId: scan.id },
          scan.at,
        );
        return learn(scan, {
          kind: row?.success ? doneKind(scan.mode) : 'unknown',
          message: row && remark(row),
        });
      }
      const jobno = jobNumberOf(scan.code);
      const job = jobno ? await fetchJobByNumber(jobno, limited()) : null;
      const found = job && indexOfJobs([job]).get(scan.code);
      return learn(scan, { kind: found ? 'unexpected' : 'unknown', known: found ?? null });
    } catch (error) {
      const outcome = judge(error);
      change(scan.id, {
        isChecking: false,
        message:
          'message' in outcome ? outcome.message : t('More is known once the station is online.'),
      });
    }
  };

  const findPendingCheck = (code: string) =>
    scansNow.current.find(
      (one) =>
        one.isChecking &&
        one.mode === mode &&
        one.haulId === haulId &&
        one.port === port?.code &&
        normalized(one.code) === code,
    );
  const scan = (code: string) => {
    if (!port || !queue || (!isDoor && !lineHaul)) return;
    const isLate = lineHaul && (mode === 'load' ? !isOpen(lineHaul) : !isAtDestination(lineHaul));
    const judged = judgeScan(code, { mode, index, passed });
    const kind = isLate ? 'refused' : judged.kind;
    const asks = (kind === 'unexpected' || kind === 'unknown') && isOnline;
    const checked = asks ? findPendingCheck(code) : undefined;
    // A second reading would be recorded twice: the answer about the first is shown for both.
    if (checked) {
      setNotice(null);
      const rank = ({ id }: Scan) => (id === checked.id ? 0 : 1);
      setScans((before) => before.toSorted((a, b) => rank(a) - rank(b)));
      return sound(SIGNALS.repeated);
    }
    const made: Scan = {
      id: crypto.randomUUID(),
      at: new Date().toISOString(),
      code: judged.known?.article ?? code,
      mode,
      haulId,
      haulCode: lineHaul?.linehaulcode ?? '',
      port: port.code,
      kind,
      known: judged.known,
      before: judged.known?.state ?? null,
      isChecking: asks,
      message: isLate
        ? mode === 'load'
          ? t('{code} is closed for loading.', { code: lineHaul.linehaulcode })
          : t('{code} has not arrived yet. Press F7.', { code: lineHaul.linehaulcode })
        : undefined,
    };
    record(made);
    if (asks) void check(made);
  };

  const undo = async () => {
    const last = lastUndoable(scansNow.current);
    if (!last || !queue) {
      tell({ tone: 'warn', word: t('Nothing to undo'), text: t('No scans on this page to undo.') });
      return;
    }
    const item = queue
      .state()
      .items.find(({ task }) => task.scanId === last.id && !isInverse(task));
    const isUnsent = item !== undefined && queue.state().sending !== item.place;
    const inverse = inverseOf(last, mayDelete);
    if (!isUnsent && !inverse) {
      tell({
        tone: 'warn',
        word: t('Too late to undo'),
        text: t('{article} is recorded already.', { article: last.code }),
      });
      return;
    }
    change(last.id, { kind: 'undone' });
    setNotice({
      tone: 'warn',
      word: t('Undone'),
      text: [last.code, last.known?.from, last.known?.to].filter(Boolean).join(' · '),
    });
    sound('warn');
    if (isUnsent) await queue.discard(item.place);
    else if (inverse) await add(inverse, last.id);
  };

  const refusals = state.items.filter(({ conflict }) => conflict !== null);
  const refusalCount = useRef(0);
  const tellRefusals = useEffectEvent((count: number) => {
    if (count > refusalCount.current) sound('bad');
    refusalCount.current = count;
  });
  useEffect(() => tellRefusals(refusals.length), [refusals.length]);
  const shown = useRef<Open | null>(null);
  const open = nextOpen(shown.current, {
    step,
    refusals,
    scans: asides.flatMap((id) => scans.find((one) => one.id === id && !one.isChecking) ?? []),
  });
  useEffect(() => {
    shown.current = open;
  });
  const openCount = (step ? 1 : 0) + refusals.length + asides.length;

  const run = async ({ operation, lineHaul: of }: Extract<Open, { kind: 'step' }>) => {
    setStep(null);
    setRunning(true);
    try {
      await queue?.release();
      const [answer] = await process(operation, [of.id]);
      if (answer && !answer.success)
        tell({ tone: 'bad', word: t('Refused'), text: answer.message ?? '' });
      else {
        // The step that follows depends on the new status.
        await queryClient.refetchQueries(
          { queryKey: lineHaulQuery(of.id).queryKey },
          { cancelRefetch: false },
        );
        tell({ tone: 'info', word: t('Done'), text: of.linehaulcode });
      }
    } catch (error) {
      const outcome = judge(error);
      tell({
        tone: 'bad',
        word: t('Not done'),
        text: 'message' in outcome ? outcome.message : t('The server cannot be reached.'),
      });
    } finally {
      setRunning(false);
    }
  };
  const accept = () => {
    if (!open || !queue) return;
    if (open.kind === 'step') return void run(open);
    if (open.kind === 'refusal') return void queue.retry(open.item.place);
    const { scan: aside } = open;
    if (aside.kind !== 'unexpected') return dismiss();
    setAsides((before) => before.filter((id) => id !== aside.id));
    const taken: Scan = { ...aside, kind: doneKind(aside.mode), isOver: true, message: undefined };
    change(aside.id, taken);
    setNotice(null);
    sound('good');
    const task = taskOf(taken);
    if (task) void add(task, aside.id);
  };
  const dismiss = () => {
    if (!open) return;
    if (open.kind === 'step') setStep(null);
    else if (open.kind === 'refusal') {
      change(open.item.task.scanId, { kind: 'undone' });
      void queue?.discard(open.item.place);
    } else setAsides((before) => before.filter((id) => id !== open.scan.id));
  };

  const choosePort = (code: string) => {
    const found = ports.find((one) => normalized(one.code) === code);
    if (!found) return tell({ tone: 'bad', word: t('Not a depot'), text: code });
    rememberPort(found.code);
    setAddress({ ...address, depot: found.code, haul: undefined });
    tell({ tone: 'info', word: found.code, text: found.name });
  };
  const chooseHaul = (chosen: LineHaul) => {
    const isStart = chosen.startheadport.code === port?.code;
    setAddress({ ...address, mode: isStart ? 'load' : 'unload', haul: chosen.id });
    tell({ tone: 'info', word: chosen.linehaulcode, text: t('Scan the first article.') });
  };

  const command = (given: Command) => {
    if (!onAddress && ['mode', 'port', 'change'].includes(given.kind))
      return tell({
        tone: 'warn',
        word: t('Not here'),
        text: t('Use the scan station for this.'),
      });
    switch (given.kind) {
      case 'mode':
        setNotice(null);
        setStep(null);
        return setAddress({ ...address, mode: given.mode, haul: undefined });
      case 'port':
        return choosePort(given.code);
      case 'change':
        setNotice(null);
        return setAddress({ mode: address.mode });
      case 'undo':
        return void undo();
      case 'accept':
        return accept();
      case 'dismiss':
        return dismiss();
      case 'sound':
        rememberMuted(!muted);
        return setMuted(!muted);
      case 'step': {
        const operation = lineHaul && stepOf(lineHaul, index);
        if (!lineHaul || !operation)
          return tell({
            tone: 'warn',
            word: t('No next step'),
            text: lineHaul ? lineHaul.linehaulcode : t('Choose a line haul first.'),
          });
        return setStep({ kind: 'step', operation, lineHaul });
      }
    }
  };

  const handle = (input: Input) => {
    if (input.kind === 'command') return command(input.command);
    const { code } = input;
    const place = /^\d{1,2}$/.test(code) ? Number(code) - 1 : -1;
    if (!port) return choosePort(ports[place]?.code.toUpperCase() ?? code);
    const named = onAddress
      ? haulsResult.data?.find((one) => normalized(one.linehaulcode) === code)
      : undefined;
    const chosen = named ?? (!isDoor && haulId === null ? choices[place] : undefined);
    if (chosen) return chooseHaul(chosen);
    if (!isDoor && haulId === null)
      return tell({
        tone: 'bad',
        word: t('Not here'),
        text: t('{code} is not in this list.', { code }),
      });
    return scan(code);
  };

  const isSettled =
    wanted === null ||
    (wanted.depot === (address.depot ?? '') &&
      wanted.mode === address.mode &&
      wanted.haul === address.haul);
  const isReady =
    isSettled &&
    !isRunning &&
    !portsResult.isPending &&
    (port === null || !haulsResult.isPending) &&
    (port === null || (queue !== null && !known.isLoading));
  useEffect(() => {
    if (isSettled) setWanted(null);
  }, [isSettled]);
  const [first] = backlog;
  const next = useEffectEvent((line: { input: Input }) => {
    setBacklog((before) => before.slice(1));
    handle(line.input);
  });
  useEffect(() => {
    if (isReady && first) next(first);
  }, [isReady, first]);
  const wait = (input: Input) => setBacklog((before) => [...before, { input }].slice(-MAX_WAITING));
  /** A line typed or scanned: a command, a choice, or an article. Waits until all is loaded. */
  const onLine = (text: string) => {
    const input = readInput(text);
    if (!input) return;
    if (isReady && backlog.length === 0) handle(input);
    else wait(input);
  };

  return {
    t,
    ports,
    portsResult,
    port,
    mode,
    isDoor,
    choices,
    haulsResult,
    haulId,
    known,
    lineHaul,
    index,
    scans: withRefusals(scans, refusals),
    notice,
    open,
    openCount,
    muted,
    isOnline,
    hasFailed,
    queued: state.items.length - refusals.length,
    onLine,
    command: (given: Command) =>
      isRunning ? wait({ kind: 'command', command: given }) : command(given),
    chooseHaul,
    choosePort: ({ code }: Port) => choosePort(normalized(code)),
  };
}

export type StationState = ReturnType<typeof useStation>;

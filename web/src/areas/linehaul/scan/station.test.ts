// Judgement of scans, counts, tasks and undo.
import { expect, test } from 'vitest';
import { some } from '../../../../test/some.ts';
import type { ArticleState, LineHaulDetails, LineHaulJob } from '../model.ts';
import { COMMANDS, portBarcode, readInput } from './commands.ts';
import {
  countedItems,
  countsOf,
  indexOf,
  inverseOf,
  judgeScan,
  lastUndoable,
  missingOf,
  pace,
  placeOf,
  projected,
  retained,
  taskOf,
  withRefusals,
  type Scan,
} from './station.ts';
import type { StationItem, Task } from './tasks.ts';

const HAUL = 7;

const job = (jobid: number, states: readonly ArticleState[]): LineHaulJob =>
  some<LineHaulJob>({
    jobid,
    jobno: `J0000${jobid}`,
    fromcompany: 'Bluegum Wines',
    tocompany: 'Harbour Tools',
    tosuburb: 'Parramatta',
    articles: states.map((state, place) =>
      some<LineHaulJob['articles'][number]>({
        articlenumber: `J0000${jobid}-00${place + 1}`,
        packagetype: 'Carton',
        description: null,
        state,
      }),
    ),
  });

const details = (...childjobs: LineHaulJob[]) =>
  some<LineHaulDetails>({ id: HAUL, linehaulcode: 'LH00007', childjobs });

const NOTHING: ReadonlySet<string> = new Set();

const scanOf = (part: Partial<Scan>): Scan => ({
  id: 'scan',
  at: '2026-11-24T04:00:00Z',
  code: 'J00001-001',
  mode: 'load',
  haulId: HAUL,
  haulCode: 'LH00007',
  port: 'MEL',
  kind: 'loaded',
  known: null,
  before: 'Allocated',
  ...part,
});

const item = (task: Task, conflict: string | null = null): StationItem => ({
  place: 1,
  id: 'item',
  at: '',
  task,
  conflict,
  failures: 0,
});

test('a line is a command, a depot, or a code', () => {
  for (const { code, command } of COMMANDS)
    expect(readInput(`${code}\n`)).toEqual({ kind: 'command', command });
  expect(readInput(portBarcode('mel'))).toEqual({
    kind: 'command',
    command: { kind: 'port', code: 'MEL' },
  });
  expect(readInput('z')).toEqual({ kind: 'command', command: { kind: 'undo' } });
  expect(readInput(' j00001 -001 ')).toEqual({ kind: 'code', code: 'J00001-001' });
  expect(readInput(']C1J00001-001')).toEqual({ kind: 'code', code: 'J00001-001' });
  expect(readInput('  ')).toBeNull();
});

test('no two commands share a key or a barcode, and no key is a letter', () => {
  expect(new Set(COMMANDS.map(({ key }) => key)).size).toBe(COMMANDS.length);
  expect(new Set(COMMANDS.map(({ code }) => code)).size).toBe(COMMANDS.length);
  expect(COMMANDS.filter(({ key }) => key.length === 1)).toEqual([]);
});

test('loading tells planned, waiting, repeated and foreign articles apart', () => {
  const index = indexOf(details(job(1, ['Allocated', 'Loaded'])), [job(2, ['Free'])]);
  const judged = (code: string) => judgeScan(code, { mode: 'load', index, passed: NOTHING }).kind;
  expect(judged('J00001-001')).toBe('loaded');
  expect(judged('J00001-002')).toBe('repeated');
  expect(judged('J00002-001')).toBe('loaded');
  expect(judged('J00009-001')).toBe('unexpected');
});

test('unloading tells loaded, repeated, short and over apart', () => {
  const index = indexOf(details(job(1, ['Loaded', 'Unloaded', 'Short', 'Allocated', 'Over'])), []);
  const judged = (code: string) => judgeScan(code, { mode: 'unload', index, passed: NOTHING }).kind;
  expect(judged('J00001-001')).toBe('unloaded');
  expect(judged('J00001-002')).toBe('repeated');
  expect(judged('J00001-003')).toBe('unloaded');
  expect(judged('J00001-004')).toBe('unexpected');
  expect(judged('J00001-005')).toBe('repeated');
  expect(judged('J00009-001')).toBe('unexpected');
});

test('a door counts an article once, and knows it or not', () => {
  const index = indexOf(details(job(1, ['Loaded'])), []);
  const judged = (code: string, passed: string[]) =>
    judgeScan(code, { mode: 'in', index, passed: new Set(passed) }).kind;
  expect(judged('J00001-001', [])).toBe('in');
  expect(judged('J00001-001', ['J00001-001'])).toBe('repeated');
  expect(judged('J00009-001', [])).toBe('unknown');
});

test('what is queued counts at once, and what the server refused does not', () => {
  const index = indexOf(details(job(1, ['Allocated', 'Allocated', 'Allocated'])), []);
  const load = (article: string): Task => ({
    kind: 'load',
    scanId: article,
    article,
    haulId: HAUL,
    haulCode: 'LH00007',
    isForced: false,
  });
  const next = projected(
    index,
    HAUL,
    [{ haulId: HAUL, article: 'J00001-003', state: 'Loaded' }],
    [item(load('J00001-001')), item(load('J00001-002'), 'Too heavy.')],
  );
  expect(countsOf(next, 'load')).toEqual({ expected: 3, done: 2, over: 0 });
  expect(placeOf(next, 1, 'load')).toEqual({ done: 2, all: 3 });
  expect(missingOf(next, 'load')).toMatchObject([{ jobno: 'J00001', missing: 1, all: 3 }]);
  expect(judgeScan('J00001-001', { mode: 'load', index: next, passed: NOTHING }).kind).toBe(
    'repeated',
  );
  // Another line haul is not touched.
  expect(projected(index, 8, [], [item(load('J00001-001'))])).toBe(index);
});

test('at unloading, what never came off is missing and what never was on is over', () => {
  const index = indexOf(details(job(1, ['Loaded', 'Unloaded']), job(2, ['Over'])), []);
  expect(countsOf(index, 'unload')).toEqual({ expected: 2, done: 1, over: 1 });
  expect(missingOf(index, 'unload').map(({ jobno }) => jobno)).toEqual(['J00001']);
});

test('each scan has its task, and its inverse', () => {
  const kinds = (scan: Scan, mayDelete = true) => [
    taskOf(scan)?.kind ?? null,
    inverseOf(scan, mayDelete)?.kind ?? null,
  ];
  expect(kinds(scanOf({}))).toEqual(['load', 'off']);
  expect(kinds(scanOf({ kind: 'unloaded', mode: 'unload' }))).toEqual(['unload', 'back']);
  expect(kinds(scanOf({ kind: 'in', mode: 'in', haulId: null }))).toEqual(['pass', 'unpass']);
  expect(kinds(scanOf({ kind: 'in', mode: 'in', haulId: null }), false)).toEqual(['pass', null]);
  expect(kinds(scanOf({ kind: 'repeated' }))).toEqual([null, null]);
  expect(kinds(scanOf({ kind: 'unexpected' }))).toEqual([null, null]);
  // An unplanned article is free again; a planned one stays planned.
  expect(inverseOf(scanOf({ before: 'Free' }), false)).toMatchObject({ isFree: true });
  expect(inverseOf(scanOf({ before: 'Allocated' }), false)).toMatchObject({ isFree: false });
  expect(taskOf(scanOf({ isOver: true }))).toMatchObject({ isForced: true });
});

test('an unloading that is taken back counts as on board at once', () => {
  const index = indexOf(details(job(1, ['Unloaded'])), []);
  const task = inverseOf(scanOf({ kind: 'unloaded', mode: 'unload', before: 'Loaded' }), false);
  if (!task) throw new Error('no task');
  const undone = [scanOf({ kind: 'undone' })];
  const next = projected(index, HAUL, [], countedItems([item(task)], undone));
  expect(countsOf(next, 'unload')).toEqual({ expected: 1, done: 0, over: 0 });
});

test('an undo takes back the newest scan that changed something', () => {
  const scans = [
    scanOf({ id: 'd', kind: 'repeated' }),
    scanOf({ id: 'c', kind: 'undone' }),
    scanOf({ id: 'b' }),
    scanOf({ id: 'a' }),
  ];
  expect(lastUndoable(scans)?.id).toBe('b');
  expect(lastUndoable([scanOf({ isChecking: true })])).toBeNull();
});

test('a refused scan says so in its place', () => {
  const task = taskOf(scanOf({}));
  if (!task) throw new Error('no task');
  const scans = [scanOf({}), scanOf({ id: 'other' })];
  expect(withRefusals(scans, [item(task, 'Too heavy.')])).toMatchObject([
    { kind: 'refused', message: 'Too heavy.' },
    { kind: 'loaded' },
  ]);
  expect(withRefusals(scans, [])).toBe(scans);
});

test('the pace counts the last minute', () => {
  const now = new Date('2026-11-24T04:00:50Z');
  const at = (time: string) => scanOf({ at: time });
  expect(pace([at('2026-11-24T04:00:40Z'), at('2026-11-24T03:59:40Z')], now)).toBe(1);
});

test('a long shift keeps what is counted and what waits, and drops the rest', () => {
  const passed = Array.from({ length: 300 }, (_, at) =>
    scanOf({ id: `in-${at}`, kind: 'in', mode: 'in', haulId: null }),
  );
  const repeats = Array.from({ length: 300 }, (_, at) =>
    scanOf({ id: `again-${at}`, kind: 'repeated' }),
  );
  const aside = scanOf({ id: 'aside', kind: 'unknown' });
  const kept = retained([...repeats, aside, ...passed], ['aside']);
  expect(kept.filter(({ kind }) => kind === 'in')).toHaveLength(300);
  expect(kept.filter(({ kind }) => kind === 'repeated')).toHaveLength(200);
  expect(kept).toContain(aside);
  expect(retained([...repeats, aside], [])).not.toContain(aside);
});

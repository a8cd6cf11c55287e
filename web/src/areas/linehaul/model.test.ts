// Facts of line hauls: delay, capacity, and the state of a job on one.
import { expect, test } from 'vitest';
import { some } from '../../../test/some.ts';
import {
  byCompleteness,
  jobFacts,
  loadOf,
  minutesLate,
  shareOf,
  statusesOf,
  type ArticleState,
  type LineHaul,
  type LineHaulJob,
  type LineHaulStatus,
} from './model.ts';

const NOW = new Date('2026-11-24T10:00:00Z');

const lineHaul = (status: LineHaulStatus) =>
  some<LineHaul>({
    status,
    departuredate: '2026-11-24T09:10:00Z',
    arrivaldate: '2026-11-24T09:50:00Z',
    weight: 11_000,
    loadedweight: 5500,
    capacity: { weight: 22_000, volume: null, palletspaces: 0 },
    volume: 30,
    loadedvolume: 10,
    palletspaces: 4,
    loadedpalletspaces: 2,
  });

const job = (jobno: string, ...states: ArticleState[]) =>
  some<LineHaulJob>({
    jobno,
    articles: states.map((state) => some<LineHaulJob['articles'][number]>({ state })),
  });

test('a delay counts against the end that comes next', () => {
  expect(minutesLate(lineHaul('Loading'), NOW)).toBe(50);
  expect(minutesLate(lineHaul('InTransit'), NOW)).toBe(10);
  expect(minutesLate(lineHaul('Completed'), NOW)).toBe(0);
  expect(minutesLate({ ...lineHaul('Closed'), departuredate: null }, NOW)).toBe(0);
});

test('a measure without a capacity has no share', () => {
  const of = lineHaul('Loading');
  const weight = loadOf(of, 'weight');
  expect([shareOf(weight.planned, weight), shareOf(weight.loaded, weight)]).toEqual([0.5, 0.25]);
  for (const name of ['volume', 'palletspaces'] as const) {
    const load = loadOf(of, name);
    expect(shareOf(load.planned, load)).toBeNull();
  }
});

test('a job is as complete as its articles on the line haul', () => {
  const facts = (status: LineHaulStatus, ...states: ArticleState[]) => {
    const { text, count, isComplete } = jobFacts({ status }, job('J1', ...states));
    return [text, count, isComplete];
  };
  expect(facts('Loading', 'Allocated', 'Allocated')).toEqual(['Not scanned', undefined, false]);
  expect(facts('Loading', 'Loaded', 'Allocated')).toEqual(['Loading', undefined, false]);
  // A free article is left behind.
  expect(facts('Loading', 'Loaded', 'Free')).toEqual(['Loaded', undefined, true]);
  expect(facts('Unloading', 'Loaded', 'Unloaded')).toEqual(['Unloading', undefined, false]);
  expect(facts('Completed', 'Unloaded', 'Short', 'Short')).toEqual(['Short', 2, false]);
  expect(facts('Unloading', 'Over')).toEqual(['Over', 1, false]);
});

test('incomplete jobs come first', () => {
  const jobs = [job('J1', 'Loaded'), job('J2', 'Allocated'), job('J3', 'Loaded', 'Allocated')];
  expect(byCompleteness({ status: 'Loading' }, jobs).map(({ jobno }) => jobno)).toEqual([
    'J2',
    'J3',
    'J1',
  ]);
});

test('each state belongs to one group', () => {
  expect(statusesOf('loading')).toEqual(['Draft', 'Loading']);
  expect(statusesOf('road')).toEqual(['Departed', 'InTransit']);
  expect(statusesOf('done')).toEqual(['Completed', 'Cancelled']);
});

// Changes by hand: checked one after the other, undone, kept over a reload, left out if refused.
import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { some } from '../../../../test/some.ts';
import { stopsOf, type Move } from './plan.ts';
import type { checkRoutes as check } from './queries.ts';
import { keepLocks, usePlanner, type Planner } from './use-planner.ts';
import type { Plan, Run, RunStep } from './wire.ts';

const checkRoutes = vi.hoisted(() => vi.fn<typeof check>());
vi.mock('./queries.ts', async (original) => ({
  ...(await original<Record<string, unknown>>()),
  checkRoutes,
}));

const step = (jobid: number, at: number): RunStep =>
  some<RunStep>({
    type: 'delivery',
    jobid,
    jobno: `J${jobid}`,
    location: null,
    arrival: `2026-11-24T${String(7 + at).padStart(2, '0')}:00:00Z`,
    service: 0,
    waiting: 0,
    lateness: 0,
    outcome: 'Planned',
    violations: [],
  });
const run = (vehicleid: number, jobids: readonly number[]): Run =>
  some<Run>({
    id: 0,
    vehicleid,
    driverid: vehicleid,
    drivername: `D${vehicleid}`,
    vehiclename: '',
    cost: jobids.length * 10,
    distance: 0,
    duration: 0,
    service: 0,
    waiting: 0,
    lateness: 0,
    steps: jobids.map(step),
    violations: [],
  });
let planid = 0;
const plan = (): Plan =>
  some<Plan>({
    planid: ++planid,
    rundate: '2026-11-24',
    routes: [run(1, [11, 12]), run(2, [21])],
    unassigned: [],
  });
const jobsOf = ({ state }: Planner) =>
  state.routes.map((route) => stopsOf(route).map(({ jobid }) => jobid));
const toSecond = (jobid: number): Move => ({ jobid, key: `${jobid}-delivery`, to: 2, at: 0 });

beforeEach(() => {
  sessionStorage.clear();
  checkRoutes.mockReset();
  checkRoutes.mockImplementation(async ({ routes }) =>
    routes.map(({ vehicleid, jobids }) => run(vehicleid, jobids)),
  );
});

describe('a plan that is changed by hand', () => {
  it('takes the checked routes of the two vehicles, and undoes them', async () => {
    const of = plan();
    const { result } = renderHook(() => usePlanner(of, []));
    expect(result.current.isChanged).toBe(false);
    await act(() => result.current.move(toSecond(11)));
    expect(jobsOf(result.current)).toEqual([[12], [11, 21]]);
    expect(result.current.isChanged).toBe(true);
    act(() => void result.current.undo());
    expect(jobsOf(result.current)).toEqual([[11, 12], [21]]);
    expect(result.current.isChanged).toBe(false);
    expect(result.current.undo()).toBe(false);
  });

  it('makes moves in their order, each on the result of the one before', async () => {
    const of = plan();
    const { result } = renderHook(() => usePlanner(of, []));
    await act(() =>
      Promise.all([result.current.move(toSecond(11)), result.current.move(toSecond(12))]),
    );
    expect(jobsOf(result.current)).toEqual([[], [12, 11, 21]]);
  });

  it('uses the check of a preview for the move', async () => {
    const of = plan();
    const { result } = renderHook(() => usePlanner(of, []));
    const { change } = await result.current.preview(toSecond(11));
    expect(change.cost).toBe(0);
    await act(() => result.current.move(toSecond(11)));
    expect(checkRoutes).toHaveBeenCalledOnce();
  });

  it('stays as it is where the check fails, and can be tried again', async () => {
    const of = plan();
    const { result } = renderHook(() => usePlanner(of, []));
    checkRoutes.mockRejectedValueOnce(new Error('no'));
    expect(await act(() => result.current.move(toSecond(11)))).toBeNull();
    expect(jobsOf(result.current)).toEqual([[11, 12], [21]]);
    await act(() => result.current.move(toSecond(11)));
    expect(jobsOf(result.current)).toEqual([[12], [11, 21]]);
  });

  it('keeps a lock that is set during the check of a move', async () => {
    const of = plan();
    let answer: () => void = () => undefined;
    checkRoutes.mockImplementationOnce(async ({ routes }) => {
      await new Promise<void>((resolve) => (answer = resolve));
      return routes.map(({ vehicleid, jobids }) => run(vehicleid, jobids));
    });
    const { result } = renderHook(() => usePlanner(of, []));
    await act(async () => {
      const made = result.current.move(toSecond(11));
      await vi.waitFor(() => expect(checkRoutes).toHaveBeenCalledOnce());
      result.current.toggleLocks(['21-delivery']);
      answer();
      await made;
    });
    expect(jobsOf(result.current)).toEqual([[12], [11, 21]]);
    expect(result.current.state.locks).toEqual(['21-delivery']);
  });

  it('does not make a move that is undone or discarded during its check', async () => {
    const of = plan();
    const { result } = renderHook(() => usePlanner(of, []));
    await act(() => result.current.move(toSecond(11)));
    await act(async () => {
      const made = result.current.move(toSecond(12));
      expect(result.current.undo()).toBe(true);
      expect(await made).toBeNull();
    });
    expect(jobsOf(result.current)).toEqual([[12], [11, 21]]);
    await act(async () => {
      const both = [result.current.move(toSecond(12)), result.current.move(toSecond(21))];
      result.current.drop();
      expect(await Promise.all(both)).toEqual([null, null]);
    });
    expect(jobsOf(result.current)).toEqual([[11, 12], [21]]);
    expect(result.current.checking).toEqual([]);
  });

  it('is there again after a reload, with its locks', async () => {
    const of = plan();
    const first = renderHook(() => usePlanner(of, []));
    await act(() => first.result.current.move(toSecond(11)));
    act(() => first.result.current.toggleLocks(['11-delivery']));
    first.unmount();
    const { result } = renderHook(() => usePlanner(of, []));
    await waitFor(() => expect(jobsOf(result.current)).toEqual([[12], [11, 21]]));
    expect(result.current.state.locks).toEqual(['11-delivery']);
    act(() => result.current.drop());
    expect(jobsOf(result.current)).toEqual([[11, 12], [21]]);
  });

  it('begins with the locks that the plan was made with', () => {
    const of = plan();
    keepLocks(of.planid, ['12-delivery']);
    const { result } = renderHook(() => usePlanner(of, []));
    expect(result.current.state.locks).toEqual(['12-delivery']);
    expect(result.current.isChanged).toBe(false);
  });

  it('explains a job that is taken off', async () => {
    const of = plan();
    const { result } = renderHook(() => usePlanner(of, []));
    await act(() => result.current.move({ jobid: 12, key: '12-delivery', to: null, at: 0 }));
    expect(result.current.state.unassigned).toEqual([
      expect.objectContaining({ jobid: 12, jobno: 'J12', cause: 'notPlanned' }),
    ]);
  });
});

// Tests of typing while the address of the page lags behind.
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { emptyConsignment, searchOf, type Consignment } from './consignment.ts';
import type { SimulatorSearch } from './search.ts';
import { useAddress } from './use-address.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const draft = (distanceKm: string): Consignment => ({ ...emptyConsignment(), distanceKm });

/** A page whose address follows a write only when the router has rendered it. */
function open() {
  const reset = vi.fn<(values: Consignment) => void>();
  const write = vi.fn<(search: SimulatorSearch) => void>();
  let page = { draft: draft(''), search: {} as SimulatorSearch };
  const hook = renderHook(() => useAddress(page.draft, page.search, reset, write as never));
  const render = (change: Partial<typeof page>) => {
    page = { ...page, ...change };
    act(() => hook.rerender());
    act(() => void vi.advanceTimersByTime(400));
  };
  return {
    reset,
    write,
    type: (text: string) => render({ draft: draft(text) }),
    follow: (text: string) => render({ search: searchOf(draft(text)) }),
  };
}

it('keeps what was typed since when an address written before arrives late', () => {
  const page = open();
  page.type('12');
  page.type('123');
  expect(page.write.mock.calls.map(([{ km }]) => km)).toEqual(['12', '123']);
  page.follow('12');
  page.follow('123');
  expect(page.reset).not.toHaveBeenCalled();
  expect(page.write).toHaveBeenCalledTimes(2);
});

it('shows the consignment of another address', () => {
  const page = open();
  page.type('12');
  page.follow('12');
  page.follow('40');
  expect(page.reset).toHaveBeenCalledExactlyOnceWith(draft('40'));
  // An address that was left counts as another one.
  page.type('40');
  page.follow('12');
  expect(page.reset).toHaveBeenLastCalledWith(draft('12'));
});

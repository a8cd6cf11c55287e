// Tests of places that are typed one after the other.
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { refusal, show, stage } from '../../../test/stage.tsx';
import { Places, type PlaceCalls, type StoredPlace } from './Places.tsx';

test('a place typed while the last one is added stays', async () => {
  const server = await stage([], () => refusal(404, 'There is no such call.'));
  let answer: () => void = () => undefined;
  const add = vi.fn<PlaceCalls<StoredPlace>['add']>(
    () => new Promise<void>((resolve) => (answer = resolve)),
  );
  const calls: PlaceCalls<StoredPlace> = {
    id: 'test.places',
    stale: ['test', 'places'],
    fetch: () => Promise.resolve({ items: [], totalCount: 0 }),
    add,
    remove: () => Promise.resolve(),
  };
  const user = await show(
    <Places zone={{ id: 1, code: 'MEL' }} calls={calls} mayEdit onClose={() => undefined} />,
  );
  const field = (name: string) => screen.findByRole('textbox', { name: new RegExp(name) });
  await user.type(await field('Postcode'), '3000');
  await user.type(await field('Suburb'), 'Melbourne{Enter}');
  await waitFor(() => expect(add).toHaveBeenCalledOnce());
  await user.clear(await field('Postcode'));
  await user.type(await field('Postcode'), '3121');
  await act(async () => answer());
  await waitFor(async () => expect(await field('Suburb')).toHaveValue(''));
  expect(await field('Postcode')).toHaveValue('3121');
  expect(await field('Postcode')).toHaveFocus();
  await user.type(await field('Suburb'), 'Richmond{Enter}');
  await waitFor(() => expect(add).toHaveBeenCalledTimes(2));
  expect(add.mock.calls[1]?.[0]).toMatchObject({ zoneId: 1, postCode: '3121', suburb: 'Richmond' });
  await act(async () => answer());
  // Without further typing the next place begins at its postcode.
  await waitFor(async () => expect(await field('Postcode')).toHaveFocus());
  expect(await field('Postcode')).toHaveValue('');
  await server.close();
});

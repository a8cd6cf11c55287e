// Tests of dangerous goods that are added quickly, and of refused ones.
import { afterEach, expect, it } from 'vitest';
import { screen } from '@testing-library/react';
import type { Reply } from '../../../test/loopback.ts';
import { refusal, result, show, stage } from '../../../test/stage.tsx';
import DangerousGoods from './DangerousGoods.tsx';

interface Entry {
  unNumber: string;
  unPackageGroup: string;
}

let server: Awaited<ReturnType<typeof stage>>;
afterEach(() => server.close());

/** Answers a save when the test lets it. */
let waiting: ((answer: (sent: Entry[]) => Reply) => void) | null = null;
const finish = async (answer: (sent: Entry[]) => Reply) => {
  await expect.poll(() => waiting).not.toBeNull();
  waiting?.(answer);
  waiting = null;
};
let stored: Entry[] = [];
const accepted = (sent: Entry[]): Reply => {
  stored = sent.map(({ unNumber, unPackageGroup }) => ({
    unNumber: unNumber.replace('UN', ''),
    unPackageGroup,
  }));
  return result({ dangerousGoods: stored });
};

const begin = async () => {
  stored = [];
  server = await stage(['Pages.Customer.Edit'], ({ path, body }) => {
    if (path.endsWith('/CreateOrUpdateCustomerDangerousGoods'))
      return new Promise<Reply>((resolve) => {
        const { dangerousGoods } = JSON.parse(body) as { dangerousGoods: Entry[] };
        waiting = (answer) => resolve(answer(dangerousGoods));
      });
    return result({
      items: path.endsWith('/GetCustomerDangerousGoods') ? stored : [],
      totalCount: 0,
    });
  });
  const user = await show(<DangerousGoods customerId={3} permitted />);
  const field = await screen.findByRole('combobox', { name: /Add dangerous goods/ });
  return { user, field };
};

it('keeps both of two that are added quickly', async () => {
  const { user, field } = await begin();
  await user.type(field, 'UN1263{Enter}');
  await user.type(field, 'UN1950{Enter}');
  await finish(accepted);
  await finish(accepted);
  expect(await screen.findByRole('row', { name: /UN1950/ })).toBeVisible();
  expect(screen.getByRole('row', { name: /UN1263/ })).toBeVisible();
  expect(stored.map(({ unNumber }) => unNumber)).toEqual(['1263', '1950']);
  expect(field).toHaveValue('');
});

it('gives a refused number back, with the reason', async () => {
  const { user, field } = await begin();
  await user.type(field, 'UN9999{Enter}');
  await finish(() =>
    refusal(400, 'Invalid', [
      { message: 'UN9999 is not in the list', members: ['dangerousGoods[0].unNumber'] },
    ]),
  );
  expect(await screen.findByText(/UN9999 is not in the list/)).toBeVisible();
  expect(field).toHaveValue('UN9999');
  await user.clear(field);
  await user.type(field, 'UN1263{Enter}');
  await finish(accepted);
  expect(await screen.findByRole('row', { name: /UN1263/ })).toBeVisible();
  expect(screen.queryByText(/UN9999/)).toBeNull();
});

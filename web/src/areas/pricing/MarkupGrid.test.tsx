// Cells that are typed while others are being saved.
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Reply } from '../../../test/loopback.ts';
import { refusal, result, show, stage } from '../../../test/stage.tsx';
import { MarkupGrid } from './MarkupGrid.tsx';

const percent = (value: number) => ({ calcMethod: 'Percentage', value });
const entry = (carrierAccountId: number, value: number) => ({
  carrierAccountId,
  carrierCode: 'acme',
  rowVersion: 1,
  effectiveDate: null,
  expireDate: null,
  applyToAll: true,
  rate: percent(value),
  services: [],
});
const page = (items: unknown[]) => result({ items, totalCount: items.length });

test('a cell typed during a save stays, and so does one that was typed again', async () => {
  let stored = [entry(1, 5), entry(2, 6), entry(3, 7)];
  let saved: (reply: Reply) => void = () => undefined;
  const server = await stage(['Pages.Administration.Markups'], ({ path }) => {
    if (path.endsWith('/getcarrieraccounts'))
      return page([1, 2, 3].map((id) => ({ id, name: `Account ${id}`, carrierCode: 'acme' })));
    if (path.endsWith('/getcarrierservices')) return page([]);
    if (path.endsWith('/GetMarkup')) return result({ carrierAccounts: stored });
    if (path.endsWith('/CreateOrUpdateMarkup'))
      return new Promise<Reply>((resolve) => (saved = resolve));
    return refusal(404, 'There is no such call.');
  });
  const user = await show(<MarkupGrid level={0} />);
  const cell = (account: number) =>
    screen.findByRole('textbox', { name: `Account ${account}, All services` });
  const type = async (account: number, text: string) => {
    const box = await cell(account);
    await user.clear(box);
    await user.type(box, text);
  };
  await type(1, '10%');
  await type(2, '20%');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled());
  // Back to the stored value until the save ends.
  await type(2, '6%');
  await type(3, '30%');
  stored = [entry(1, 10), entry(2, 20), entry(3, 7)];
  await act(async () => saved(result({})));
  expect(await screen.findByText('2 cells changed')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled());
  expect(await cell(1)).toHaveValue('10%');
  expect(await cell(2)).toHaveValue('6%');
  expect(await cell(3)).toHaveValue('30%');
  await server.close();
});

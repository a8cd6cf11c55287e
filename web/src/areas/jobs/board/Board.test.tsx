// Tests of a board whose polls fail.
import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { refetch, refusal, result, show, stage } from '../../../../test/stage.tsx';
import { queryClient } from '../../../api/query-client.ts';
import { driversKey } from '../../../lib/drivers.ts';
import { Board } from './Board.tsx';

let server: Awaited<ReturnType<typeof stage>>;
afterEach(() => server.close());

test('the drivers stay if they cannot be loaded again', async () => {
  let isFailing = false;
  server = await stage(['Pages.Job'], ({ path }) => {
    if (path === '/api/drivers/driver/drivers' && !isFailing)
      return result({
        items: [{ id: 2, name: 'Mia', code: 'M', isactive: true, isavailableforwork: true }],
        totalCount: 1,
      });
    if (path === '/api/jobs/job/jobs') return result({ items: [], totalCount: 0 });
    return refusal(409, 'Not now.');
  });
  await show(<Board />);
  const lanes = { name: 'Drivers of the day' };
  expect(await screen.findByRole('region', lanes)).toBeVisible();
  isFailing = true;
  await refetch([...driversKey, 'active']);
  expect(queryClient.getQueryState([...driversKey, 'active'])?.status).toBe('error');
  expect(screen.getByRole('region', lanes)).toBeVisible();
  expect(screen.queryByText('The drivers could not be loaded')).toBeNull();
});

// Tests of missing features and permissions.
import { afterEach, expect, it } from 'vitest';
import { screen } from '@testing-library/react';
import { result, show, stage } from '../../test/stage.tsx';
import { screen as guarded } from './screen.tsx';

const Accounts = guarded(
  { needs: 'Pages.Carrier', title: 'Carriers', to: 'see carrier accounts' },
  () => <p>All accounts</p>,
);

let server: Awaited<ReturnType<typeof stage>>;
afterEach(() => server.close());

async function open(permissions: string[], carriers: 'true' | 'false') {
  server = await stage(permissions, ({ path }) =>
    path === '/api/core/feature/gettenantfeatuers'
      ? result({ features: [], featureValues: [{ name: 'Carrier', value: carriers }] })
      : { status: 404 },
  );
  await show(<Accounts />);
}

it('shows the screen to who may see it', async () => {
  await open(['Pages.Carrier'], 'true');
  expect(await screen.findByText('All accounts')).toBeVisible();
});

it('names the feature that is turned off', async () => {
  await open(['Pages.Carrier'], 'false');
  expect(await screen.findByText('Carriers is not turned on')).toBeVisible();
  expect(screen.queryByText('All accounts')).toBeNull();
});

it('says what is not permitted', async () => {
  await open([], 'true');
  expect(await screen.findByText('You are not permitted to see carrier accounts')).toBeVisible();
  expect(screen.queryByText('All accounts')).toBeNull();
});

// Tests of record pages: errors, open tab, history.
import { lazy } from 'react';
import { afterEach, expect, it } from 'vitest';
import { screen } from '@testing-library/react';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { msg } from '../lib/i18n.ts';
import { refusal, result, show, stage } from '../../test/stage.tsx';
import type { Reply } from '../../test/loopback.ts';
import { recordId, RecordOf, RecordPage } from './record.tsx';
import { setRecordTabs } from './record-tabs.ts';

function Screen({ id = 5 }: { id?: number | null }) {
  const query = useQuery({
    queryKey: ['depots', id],
    retry: false,
    enabled: id !== null,
    queryFn: ({ signal }) =>
      api.get('/api/customer/customer/getCustomerForEdit', { id: id ?? 0 }, { signal }),
  });
  return (
    <RecordOf
      id={id}
      query={query}
      title="Depot"
      breadcrumbs={[{ text: 'Depots', href: '/depots' }]}
      missing="There is no such depot"
      failed="The depot could not be loaded"
      to={msg('see depots')}
    >
      {({ customer: { companyName: name } }) => (
        <RecordPage
          kind="Depot"
          title={name ?? ''}
          tabs={[
            { id: 'overview', label: 'Overview', content: <p>All about it</p> },
            { id: 'gates', label: 'Gates', content: <p>Two gates</p> },
          ]}
          history={{ entityType: 'Depot', entityId: 5 }}
          extend={{ on: 'customer', id: 5 }}
          slot={{
            name: 'customer.detail.tab@1',
            props: {
              customerId: 5,
              customer: { id: 5, name: name ?? '', code: 'RIVER', isActive: true },
            },
          }}
        />
      )}
    </RecordOf>
  );
}

/** A front end for an incompatible version has a tab with a message. */
const plugins = [
  {
    id: 'ferry',
    name: 'Ferry',
    version: '1.0.0',
    sdk: '^9.0.0',
    entry: '/plugins/ferry/entry.js',
    contributes: {
      slots: [{ id: 'sailings', slot: 'customer.detail.tab@1', module: './Sailings' }],
    },
  },
];

const river = { customer: { companyName: 'River depot' } };

let server: Awaited<ReturnType<typeof stage>>;
afterEach(async () => {
  setRecordTabs([]);
  await server.close();
});

const change = {
  id: 1,
  creationTime: '2026-03-01T10:00:00Z',
  changeType: 'Updated',
  entityType: 'Depot',
  entityId: 5,
  userName: 'Kim Lee',
  changes: [{ propertyName: 'Phone', originalValue: '1', newValue: '2' }],
};

async function open(
  answer: () => Reply,
  { permissions = [] as string[], at = '/', id = 5 as number | null } = {},
) {
  server = await stage(permissions, ({ path }) => {
    if (path === '/api/customer/customer/getCustomerForEdit') return answer();
    if (path === '/api/core/auditlog/getentitychanges')
      return result({ totalCount: 1, items: [change] });
    if (path === '/api/plugins/manifest')
      return result({ schema: 1, tenant: 1, generation: 1, plugins });
    return result({ featureValues: [] });
  });
  return show(<Screen id={id} />, at);
}

it('says that there is none, with the way back', async () => {
  await open(() => refusal(404, 'Nothing.'));
  expect(await screen.findByText('There is no such depot')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Back to list' })).toHaveAttribute('href', '/depots');
});

it('asks the server nothing for what is no number', async () => {
  await open(() => result(river), { id: recordId('5x') });
  expect(await screen.findByText('There is no such depot')).toBeInTheDocument();
  expect(recordId('0')).toBeNull();
  expect(recordId('12')).toBe(12);
});

it('says in words what is not permitted', async () => {
  await open(() => refusal(403, 'Pages.Depot is missing.'));
  expect(await screen.findByText('You are not permitted to see depots')).toBeInTheDocument();
  expect(document.body).not.toHaveTextContent('Pages.');
});

it('tries again when it could not be loaded', async () => {
  let fails = true;
  const user = await open(() => (fails ? refusal(500, 'Broken.') : result(river)));
  expect(await screen.findByText('The depot could not be loaded')).toBeInTheDocument();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'River depot' })).toBeInTheDocument();
});

it('opens the tab that the address names, and keeps the open one there', async () => {
  const user = await open(() => result(river), { at: '/?tab=gates&from=list' });
  expect(await screen.findByText('Two gates')).toBeInTheDocument();
  expect(screen.queryByRole('tab', { name: 'History' })).toBeNull();
  await user.click(screen.getByRole('tab', { name: 'Overview' }));
  expect(await screen.findByText('All about it')).toBeInTheDocument();
  await user.click(screen.getByRole('tab', { name: 'Gates' }));
  expect(await screen.findByText('Two gates')).toBeInTheDocument();
});

it('tells its changes to who may see them', async () => {
  const user = await open(() => result(river), { permissions: ['Pages.Administration.AuditLogs'] });
  await user.click(await screen.findByRole('tab', { name: 'History' }));
  expect(await screen.findByText('Kim Lee')).toBeInTheDocument();
  expect(screen.getByRole('rowheader', { name: 'Phone' })).toBeInTheDocument();
  expect(server.queries('/api/core/auditlog/getentitychanges')[0]).toMatchObject({
    filter: "entityType eq 'Depot' and entityId eq 5",
  });
});

it('has tabs of other areas for who may see them, and of plugins', async () => {
  const Terms = lazy(async () => ({
    default: ({ id }: { id: number }) => <p>The terms of {id}</p>,
  }));
  setRecordTabs([
    {
      on: 'customer',
      id: 'secret',
      label: 'Secrets',
      permission: 'Pages.Warehouse.Scan',
      component: Terms,
    },
    { on: 'customer', id: 'terms', label: 'Terms', component: Terms },
    { on: 'booking', id: 'else', label: 'Elsewhere', component: Terms },
  ]);
  const user = await open(() => result(river), { at: '/?tab=terms' });
  expect(await screen.findByText('The terms of 5')).toBeInTheDocument();
  await user.click(await screen.findByRole('tab', { name: 'Ferry' }));
  expect(
    await screen.findByText('This panel requires a different version of the application.'),
  ).toBeInTheDocument();
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Overview',
    'Gates',
    'Terms',
    'Ferry',
  ]);
});

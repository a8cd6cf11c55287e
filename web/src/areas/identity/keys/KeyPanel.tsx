// User tab: API keys.
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { Button, Card, CardHeader } from '@waybill/plugin';
import { RecordList } from '../../../kit/list/RecordList.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { useT } from '../../../lib/i18n.ts';
import { fullName } from '../../../lib/people/model.ts';
import { userQuery } from '../../../lib/people/queries.ts';
import { useKeyColumns, useNewKey, useRevoking } from './KeyList.tsx';
import { fetchKeys, keysKey, type ApiKey } from './queries.ts';

export default function KeyPanel({ id: userId }: { id: number }) {
  const t = useT();
  const { data } = useQuery(userQuery(userId));
  const name = data ? fullName(data.user) : '';
  const newKey = useNewKey(userId, name);
  const revoking = useRevoking();
  const list = useList<ApiKey>({
    id: 'users.keys',
    key: [...keysKey, userId],
    fetch: (query, signal) => fetchKeys({ ...query, userId }, signal),
    rowKey: (key) => key.id,
    name: (key) => String(key.id),
    columns: useKeyColumns(false),
    sort: '-creationTime',
    pageSize: 25,
    state: 'here',
  });
  const add = (
    <Button size="sm" onClick={newKey.create}>
      <Plus aria-hidden /> {t('New API key')}
    </Button>
  );
  return (
    <Card className="max-w-4xl">
      <CardHeader
        title={t('API keys of {name}', { name })}
        description={t('A program using one of these keys has the same permissions as this user.')}
        actions={list.total > 0 ? add : undefined}
      />
      <RecordList
        list={list}
        title={t('API keys')}
        aside={revoking.button}
        texts={{
          failed: t('The API keys could not be loaded'),
          empty: {
            icon: <KeyRound />,
            title: t('No API keys'),
            description: t(
              'Create one for each program. You can then revoke it without affecting the others.',
            ),
            action: add,
          },
          none: { title: t('No API keys'), clear: t('Show all') },
        }}
      />
      {revoking.dialog}
      {newKey.dialog}
    </Card>
  );
}

// /settings/api-keys: all keys, or one user's.
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { wholeNumber } from '../../../kit/list/address.ts';
import type { FilterOption } from '../../../kit/list/declare.ts';
import { RecordList } from '../../../kit/list/RecordList.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { useT } from '../../../lib/i18n.ts';
import { fullName, type User } from '../../../lib/people/model.ts';
import { findUsers, userQuery } from '../../../lib/people/queries.ts';
import { useKeyColumns, useNewKey, useRevoking } from './KeyList.tsx';
import { fetchKeys, keysKey, type ApiKey } from './queries.ts';

const option = (
  user: Pick<User, 'id' | 'name' | 'surname' | 'userName' | 'emailAddress'>,
): FilterOption => ({
  value: String(user.id),
  label: [fullName(user), user.emailAddress].filter(Boolean).join(' · '),
});

export default function Keys() {
  const t = useT();
  const list = useList<ApiKey>({
    id: 'users.all-keys',
    key: keysKey,
    fetch: fetchKeys,
    rowKey: (key) => key.id,
    name: (key) => String(key.id),
    columns: useKeyColumns(true),
    filters: [
      {
        kind: 'reference',
        id: 'user',
        label: t('User'),
        pinned: true,
        placeholder: t('Search by name or email'),
        query: (id) => ({ userId: Number(id) }),
        search: async (text, signal) => (await findUsers(text, signal)).map(option),
        find: async (id) => {
          const found = (await findUsers(id, new AbortController().signal)).find(
            (user) => String(user.id) === id,
          );
          return found ? { value: id, label: fullName(found) } : null;
        },
      },
    ],
    sort: '-creationTime',
  });
  const id = wholeNumber(list.state.filters['user']);
  const chosen = useQuery({ ...userQuery(id ?? 0), enabled: id !== undefined });
  const name = chosen.data ? fullName(chosen.data.user) : '';
  const newKey = useNewKey(id ?? 0, name);
  const revoking = useRevoking();
  return (
    <>
      <RecordList
        list={list}
        title={t('API keys')}
        heading={{
          breadcrumbs: [{ text: t('Settings'), href: '/settings' }],
          description: t(
            "Programs sign in with a user's API key and have that user's permissions.",
          ),
          actions: [
            {
              text: t('New API key'),
              keyName: 'new' as const,
              icon: <Plus aria-hidden />,
              primary: true,
              disabled: !name,
              onClick: newKey.create,
            },
          ],
        }}
        tools={
          id === undefined && (
            <span className="text-[13px] text-muted-foreground">
              {t('Choose a user to create a key for them.')}
            </span>
          )
        }
        aside={revoking.button}
        texts={{
          failed: t('The API keys could not be loaded'),
          filter: t('Filter API keys'),
          empty: {
            icon: <KeyRound />,
            title: t('No API keys yet'),
            description: t(
              'Choose a user to create the first key. Give each program its own user with only ' +
                'the permissions it needs.',
            ),
          },
          none: {
            title: t('No API keys'),
            description: t(
              'Create one for each program. You can then revoke it without affecting the others.',
            ),
            clear: t('Show all API keys'),
          },
        }}
      />
      {revoking.dialog}
      {newKey.dialog}
    </>
  );
}

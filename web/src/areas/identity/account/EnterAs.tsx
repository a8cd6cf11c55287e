// Impersonates a user; both are audited.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { Button, errorMessage, ErrorNote, Field, Input, Spinner } from '@waybill/plugin';
import { impersonate } from '../../../api/sign-in.ts';
import { useDebounced } from '../../../lib/debounce.ts';
import { useT } from '../../../lib/i18n.ts';
import { findUsers, type UserToEnter } from './queries.ts';

const PAUSE = 300;

const fullName = (user: UserToEnter) => `${user.name} ${user.surname}`.trim() || user.userName;

export function EnterAs({ ownId }: { ownId: number | null }) {
  const t = useT();
  const [text, setText] = useState('');
  const [entering, setEntering] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const typed = text.trim();
  const searchText = useDebounced(typed, PAUSE);
  const found = useQuery({
    queryKey: ['users', 'to-enter', searchText],
    enabled: searchText !== '',
    queryFn: ({ signal }) => findUsers(searchText, signal),
    staleTime: 5000,
  });
  const users = found.data?.items.filter((user) => user.id !== ownId) ?? [];
  const enter = async (user: UserToEnter) => {
    if (entering !== null) return;
    setEntering(user.id);
    setFailure(null);
    try {
      await impersonate(user.id);
    } catch (error) {
      setFailure(errorMessage(error));
      setEntering(null);
    }
  };
  return (
    <section
      aria-labelledby="enter-as"
      className="mt-6 grid grid-cols-1 gap-3 border-t border-border pt-5"
    >
      <div>
        <h2 id="enter-as" className="text-sm font-semibold">
          {t('Sign in as another user')}
        </h2>
        <p className="mt-0.5 text-[13px] text-muted-foreground">
          {t("You have this user's access, and the audit log records your name next to theirs.")}
        </p>
      </div>
      <Field label={t('Search users')}>
        <Input
          type="search"
          name="user"
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder={t('Name, user name or email')}
          autoComplete="off"
          className="h-10"
        />
      </Field>
      {failure && <ErrorNote message={failure} />}
      {typed !== '' && found.isError && (
        <ErrorNote error={found.error} onRetry={() => void found.refetch()} />
      )}
      {typed !== '' && (typed !== searchText || found.isFetching) && (
        <Spinner label={t('Searching..')} />
      )}
      {typed !== '' &&
        typed === searchText &&
        found.isSuccess &&
        !found.isFetching &&
        users.length === 0 && (
          <p role="status" className="text-[13px] text-muted-foreground">
            {t('No matching users.')}
          </p>
        )}
      {typed !== '' && users.length > 0 && (
        <ul
          aria-label={t('Users')}
          className="divide-y divide-border rounded-lg border border-border"
        >
          {users.map((user) => (
            <li key={user.id} className="flex items-center gap-3 px-3 py-2">
              <span className="min-w-0 flex-1 text-sm">
                <span className="block font-medium wrap-anywhere">{fullName(user)}</span>
                <span className="block text-xs wrap-anywhere text-muted-foreground">
                  {[user.userName, user.customerName, ...user.roles.map((role) => role.displayName)]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              <Button
                size="sm"
                variant="outline"
                pending={entering === user.id}
                aria-label={t('Sign in as {name}', { name: fullName(user) })}
                onClick={() => void enter(user)}
              >
                {t('Enter')} <ArrowRight aria-hidden className="rtl:-scale-x-100" />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

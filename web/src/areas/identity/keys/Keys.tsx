// /settings/api-keys: everyone's keys, or those of the user that is chosen.
import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { Combobox, EmptyState, ErrorNote, Field, Skeleton } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { SectionHeading } from '../../tenancy/settings/SectionHeading.tsx';
import { wholeNumber } from '../roles/search.ts';
import { fullName, type User } from '../users/model.ts';
import { findUsers, userQuery } from '../users/queries.ts';
import { useAddressState } from '../users/section.ts';
import { KeyPanel } from './KeyPanel.tsx';
import { KeyTable } from './KeyTable.tsx';
import { keysQuery } from './queries.ts';

interface KeySearch {
  user?: number;
  skip?: number;
}

const parse = (raw: Record<string, unknown>): KeySearch => {
  const user = wholeNumber(raw['user']);
  const skip = wholeNumber(raw['skip']);
  return { ...(user ? { user } : {}), ...(skip ? { skip } : {}) };
};

type Named = Pick<User, 'id' | 'name' | 'surname' | 'userName' | 'emailAddress'>;

export default function Keys() {
  const t = useT();
  const [{ user: id, skip = 0 }, set] = useAddressState('/settings/api-keys', parse);
  const found = useQuery({ ...userQuery(id ?? 0), enabled: id !== undefined });
  const chosen: Named | null = id !== undefined && found.data ? { ...found.data.user, id } : null;
  return (
    <>
      <SectionHeading title={t('API keys')} description={t('Programs sign in with the key of a user and may do what that user may.')} />
      <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-4">
        <Field label={t('User')} optional hint={t('Choose one to make a key for them.')} className="max-w-sm">
          <Combobox<Named>
            placeholder={t('Find by name or e-mail')}
            minLength={1}
            clearable
            value={chosen}
            onChange={(user) => set({ user: user?.id })}
            search={findUsers}
            getKey={(user) => user.id}
            getLabel={fullName}
            renderItem={(user) => (
              <span className="block min-w-0">
                <span className="block truncate">{fullName(user)}</span>
                <span className="block truncate text-xs text-muted-foreground">{user.emailAddress}</span>
              </span>
            )}
          />
        </Field>
        {id === undefined ? (
          <Everyones skip={skip} onSkip={(next) => set({ skip: next }, false)} />
        ) : found.isError ? (
          <ErrorNote title={t('The user could not be loaded')} error={found.error} onRetry={() => void found.refetch()} />
        ) : chosen ? (
          <KeyPanel key={id} userId={id} name={fullName(chosen)} />
        ) : (
          <Skeleton className="h-24" />
        )}
      </div>
    </>
  );
}

function Everyones({ skip, onSkip }: { skip: number; onSkip: (skip: number) => void }) {
  const t = useT();
  const keys = useQuery(keysQuery(null, skip));
  if (keys.isError) return <ErrorNote title={t('The API keys could not be loaded')} error={keys.error} onRetry={() => void keys.refetch()} />;
  if (keys.data?.totalCount === 0) {
    return <EmptyState icon={<KeyRound />} title={t('No API keys yet')} description={t('Choose a user to make the first. Give each program a user of its own, with no more than it needs.')} />;
  }
  return (
    <div>
      <KeyTable keys={keys.data?.items} total={keys.data?.totalCount ?? 0} skip={skip} onSkip={onSkip} showsUser stale={keys.isPlaceholderData} />
    </div>
  );
}

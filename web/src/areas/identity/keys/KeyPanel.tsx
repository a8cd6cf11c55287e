// The API keys of one user: made, seen once, revoked.
import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { Button, Card, CardHeader, EmptyState, ErrorNote } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { KeyTable } from './KeyTable.tsx';
import { NewKeyDialog } from './NewKeyDialog.tsx';
import { createKey, keysQuery, type NewKey } from './queries.ts';

export function KeyPanel({ userId, name }: { userId: number; name: string }) {
  const t = useT();
  const queryClient = useQueryClient();
  const [skip, setSkip] = useState(0);
  const keys = useQuery(keysQuery(userId, skip));
  const [created, setCreated] = useState<NewKey | null>(null);
  const create = useMutation({
    mutationFn: () => createKey(userId),
    onSuccess: (key) => {
      setCreated(key);
      void queryClient.invalidateQueries({ queryKey: ['users', 'keys'] });
    },
  });
  const add = (
    <Button size="sm" pending={create.isPending} onClick={() => create.mutate()}>
      {!create.isPending && <Plus aria-hidden />} {t('New API key')}
    </Button>
  );
  return (
    <Card className="max-w-4xl">
      <CardHeader title={t('API keys of {name}', { name })} description={t('A program with one of them may do what this user may.')} actions={keys.data?.items.length ? add : undefined} />
      {create.isError && <ErrorNote className="mb-3" title={t('The key could not be made')} error={create.error} />}
      {keys.isError ? (
        <ErrorNote title={t('The API keys could not be loaded')} error={keys.error} onRetry={() => void keys.refetch()} />
      ) : keys.data?.items.length === 0 ? (
        <EmptyState icon={<KeyRound />} title={t('No API keys')} description={t('Make one for each program, so that one can be revoked without stopping the others.')} action={add} />
      ) : (
        <KeyTable keys={keys.data?.items} total={keys.data?.totalCount ?? 0} skip={skip} onSkip={setSkip} showsUser={false} stale={keys.isPlaceholderData} />
      )}
      <NewKeyDialog created={created} name={name} onClose={() => setCreated(null)} />
    </Card>
  );
}

// What the lists of API keys share: their columns, making one, seeing it once, revoking it.
import { useState, type ReactNode } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { Button, ConfirmDialog, errorMessage } from '@waybill/plugin';
import { MomentCell } from '../../../kit/list/Cells.tsx';
import type { ListColumn } from '../../../kit/list/declare.ts';
import { target } from '../../../lib/href.ts';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../shell/toast.tsx';
import { NewKeyDialog } from './NewKeyDialog.tsx';
import { createKey, deleteKey, keysKey, type ApiKey, type NewKey } from './queries.ts';

export function useKeyColumns(showsUser: boolean): ListColumn<ApiKey>[] {
  const t = useT();
  const columns: (ListColumn<ApiKey> | false)[] = [
    { id: 'id', header: t('Client ID'), cell: (key) => <span className="font-mono">{key.id}</span>, csv: (key) => key.id, sort: 'id', fixed: true },
    showsUser && {
      id: 'user',
      header: t('User'),
      cell: (key) => (
        <Link {...target(`/settings/users/${key.userId}?tab=keys`)} className="text-link underline-offset-2 hover:underline">
          {key.userFullName || key.userName}
        </Link>
      ),
      csv: (key) => key.userFullName || key.userName,
      narrow: 'line',
    },
    showsUser && { id: 'userName', header: t('User name'), cell: (key) => key.userName, csv: (key) => key.userName },
    { id: 'created', header: t('Created'), cell: (key) => <MomentCell value={key.creationTime} />, csv: (key) => key.creationTime, sort: 'creationTime' },
    { id: 'used', header: t('Last used'), cell: (key) => <MomentCell value={key.lastUsedTime} never={t('Never')} />, csv: (key) => key.lastUsedTime ?? t('Never'), narrow: 'line' },
  ];
  return columns.filter((column) => column !== false);
}

export interface Revoking {
  button: (key: ApiKey) => ReactNode;
  dialog: ReactNode;
}

export function useRevoking(): Revoking {
  const t = useT();
  const queryClient = useQueryClient();
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  return {
    button: (key) => (
      <Button variant="ghost" size="sm" aria-label={t('Revoke key {id}', { id: key.id })} onClick={() => setRevoking(key)} className="h-6 text-destructive-text">
        <Trash2 aria-hidden /> <span className="max-md:hidden">{t('Revoke')}</span>
      </Button>
    ),
    dialog: (
      <ConfirmDialog
        open={revoking !== null}
        onOpenChange={(open) => !open && setRevoking(null)}
        title={t('Revoke key {id}?', { id: revoking?.id ?? '' })}
        description={t('Programs using this key lose access immediately. This cannot be undone.')}
        confirmLabel={t('Revoke')}
        cancelLabel={t('Keep')}
        destructive
        onConfirm={async () => {
          if (!revoking) return;
          await deleteKey(revoking.id);
          await queryClient.invalidateQueries({ queryKey: keysKey });
          toast({ title: t('Key {id} revoked', { id: revoking.id }) });
        }}
      />
    ),
  };
}

/** Makes a key of the user, and shows it this once. */
export function useNewKey(userId: number, name: string) {
  const t = useT();
  const queryClient = useQueryClient();
  const [created, setCreated] = useState<NewKey | null>(null);
  const create = useMutation({
    mutationFn: () => createKey(userId),
    onSuccess: (key) => {
      setCreated(key);
      void queryClient.invalidateQueries({ queryKey: keysKey });
    },
    onError: (error) => toast({ title: t('The key could not be created'), description: errorMessage(error), variant: 'destructive' }),
  });
  return { create: () => create.mutate(), isPending: create.isPending, dialog: <NewKeyDialog created={created} name={name} onClose={() => setCreated(null)} /> };
}

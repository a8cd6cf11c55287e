// Shared parts of API key lists.
import { useState, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { Badge, Button, ConfirmDialog } from '@waybill/plugin';
import { DayCell, MomentCell, NOTHING } from '../../../kit/list/Cells.tsx';
import type { ListColumn } from '../../../kit/list/declare.ts';
import { target } from '../../../lib/href.ts';
import { mutate } from '../../../kit/mutate.ts';
import { Person } from '../../../kit/Person.tsx';
import { useT } from '../../../lib/i18n.ts';
import { expiryState } from './expiry.ts';
import { KeyForm } from './KeyForm.tsx';
import { NewKeyDialog } from './NewKeyDialog.tsx';
import { deleteKey, keysKey, type ApiKey, type NewKey } from './queries.ts';

export function useKeyColumns(showsUser: boolean): ListColumn<ApiKey>[] {
  const t = useT();
  const columns: (ListColumn<ApiKey> | false)[] = [
    {
      id: 'id',
      header: t('Client ID'),
      cell: (key) => <span className="font-mono">{key.id}</span>,
      csv: (key) => key.id,
      sort: 'id',
      fixed: true,
    },
    showsUser && {
      id: 'user',
      header: t('User'),
      cell: (key) => (
        <Link
          {...target(`/settings/users/${key.userId}?tab=keys`)}
          className="text-link underline-offset-2 hover:underline"
        >
          <Person name={key.userFullName || key.userName} className="align-middle" />
        </Link>
      ),
      csv: (key) => key.userFullName || key.userName,
      narrow: 'line',
    },
    showsUser && {
      id: 'userName',
      header: t('User name'),
      cell: (key) => key.userName,
      csv: (key) => key.userName,
    },
    {
      id: 'name',
      header: t('Name'),
      cell: (key) => key.name || NOTHING,
      csv: (key) => key.name,
      sort: 'name',
      narrow: 'line',
    },
    {
      id: 'expires',
      header: t('Expires'),
      cell: (key) => <ExpiryCell expiresAt={key.expiresAt} />,
      csv: (key) => key.expiresAt ?? t('Never'),
      sort: 'expiresAt',
      narrow: 'line',
    },
    {
      id: 'permissions',
      header: t('Permissions'),
      cell: (key) =>
        key.permissions ? (
          <span title={key.permissions.join(', ')}>
            {t('{count} permissions', { count: key.permissions.length }, '{count} permission')}
          </span>
        ) : (
          t('All')
        ),
      csv: (key) => key.permissions?.join(' ') ?? t('All'),
    },
    {
      id: 'addresses',
      header: t('Addresses'),
      cell: (key) =>
        key.addresses ? (
          <span dir="ltr" className="font-mono text-[13px]">
            {key.addresses.join(', ')}
          </span>
        ) : (
          t('Anywhere')
        ),
      csv: (key) => key.addresses?.join(' ') ?? t('Anywhere'),
    },
    {
      id: 'created',
      header: t('Created'),
      cell: (key) => <MomentCell value={key.creationTime} />,
      csv: (key) => key.creationTime,
      sort: 'creationTime',
    },
    {
      id: 'used',
      header: t('Last used'),
      cell: (key) => (
        <span title={key.lastUsedAddress ?? undefined}>
          <MomentCell value={key.lastUsedTime} never={t('Never')} />
        </span>
      ),
      csv: (key) => key.lastUsedTime ?? t('Never'),
      narrow: 'line',
    },
  ];
  return columns.filter((column) => column !== false);
}

/** Highlights keys that expire soon. */
function ExpiryCell({ expiresAt }: { expiresAt: string | null }) {
  const t = useT();
  if (!expiresAt) return t('Never');
  const state = expiryState(expiresAt, new Date());
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <DayCell value={expiresAt} />
      {state === 'expired' && <Badge tone="danger">{t('Expired')}</Badge>}
      {state === 'soon' && <Badge tone="warning">{t('Expires soon')}</Badge>}
    </span>
  );
}

export interface Revoking {
  button: (key: ApiKey) => ReactNode;
  dialog: ReactNode;
}

export function useRevoking(): Revoking {
  const t = useT();
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  return {
    button: (key) => (
      <Button
        variant="ghost"
        size="sm"
        aria-label={t('Revoke key {id}', { id: key.id })}
        onClick={() => setRevoking(key)}
        className="h-6 text-destructive-text"
      >
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
          await mutate({
            call: () => deleteKey(revoking.id),
            stale: [keysKey],
            notice: t('Key {id} revoked', { id: revoking.id }),
          });
        }}
      />
    ),
  };
}

export function useNewKey(userId: number, name: string) {
  const [asking, setAsking] = useState(false);
  const [created, setCreated] = useState<NewKey | null>(null);
  const onCreated = (key: NewKey) => {
    setAsking(false);
    setCreated(key);
  };
  return {
    create: () => setAsking(true),
    dialog: (
      <>
        {asking && (
          <KeyForm
            userId={userId}
            name={name}
            onCreated={onCreated}
            onClose={() => setAsking(false)}
          />
        )}
        <NewKeyDialog created={created} name={name} onClose={() => setCreated(null)} />
      </>
    ),
  };
}

// Passkeys of the user.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import {
  Button,
  Card,
  CardHeader,
  ConfirmDialog,
  ErrorNote,
  Skeleton,
  useFormat,
} from '@waybill/plugin';
import { NewPasskey } from '../../../api/resources/identity.gen.ts';
import { canUsePasskeys, makePasskey } from '../../../api/passkey.ts';
import { TextField } from '../../../kit/form-fields.tsx';
import { useRecordForm } from '../../../kit/form.ts';
import { FormDialog } from '../../../kit/FormDialog.tsx';
import { mutate } from '../../../kit/mutate.ts';
import { useT } from '../../../lib/i18n.ts';
import { deviceName } from './device.ts';
import {
  addPasskey,
  deletePasskey,
  passkeysQuery,
  renamePasskey,
  startPasskey,
  type Passkey,
} from './queries.ts';

export function PasskeysCard({ locked }: { locked: boolean }) {
  const t = useT();
  const list = useQuery(passkeysQuery);
  const [open, setOpen] = useState<'new' | { rename: Passkey } | { remove: Passkey } | null>(null);
  const close = () => setOpen(null);
  const removed =
    open !== null && typeof open === 'object' && 'remove' in open ? open.remove : null;
  const canAdd = list.data?.canAdd === true && canUsePasskeys();
  return (
    <Card>
      <CardHeader
        title={t('Passkeys')}
        description={t('Sign in with your fingerprint, face or PIN instead of a password.')}
        actions={
          canAdd && (
            <Button variant="outline" size="sm" disabled={locked} onClick={() => setOpen('new')}>
              {t('Add a passkey')}
            </Button>
          )
        }
      />
      {list.isLoadingError ? (
        <ErrorNote error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <Skeleton className="h-16" />
      ) : list.data.items.length === 0 ? (
        <p className="text-sm text-muted-foreground">
          {canAdd
            ? t('You have no passkeys yet.')
            : t('Passkeys cannot be used with this browser or address.')}
        </p>
      ) : (
        <ul aria-label={t('Passkeys')} className="divide-y divide-border">
          {list.data.items.map((passkey) => (
            <Line
              key={passkey.id}
              passkey={passkey}
              locked={locked}
              onRename={() => setOpen({ rename: passkey })}
              onRemove={() => setOpen({ remove: passkey })}
            />
          ))}
        </ul>
      )}
      {open === 'new' && <NameDialog passkey={null} onClose={close} />}
      {open !== null && typeof open === 'object' && 'rename' in open && (
        <NameDialog passkey={open.rename} onClose={close} />
      )}
      <ConfirmDialog
        open={removed !== null}
        onOpenChange={(next) => !next && close()}
        title={t('Remove {name}?', { name: removed?.name ?? '' })}
        description={t(
          'You can no longer sign in with this passkey. Delete it on your device too.',
        )}
        confirmLabel={t('Remove')}
        cancelLabel={t('Cancel')}
        destructive
        onConfirm={async () => {
          if (removed)
            await mutate({
              call: () => deletePasskey(removed.id),
              stale: [passkeysQuery.queryKey],
              notice: t('Passkey removed'),
            });
        }}
      />
    </Card>
  );
}

function Line({
  passkey,
  locked,
  onRename,
  onRemove,
}: {
  passkey: Passkey;
  locked: boolean;
  onRename: () => void;
  onRemove: () => void;
}) {
  const t = useT();
  const format = useFormat();
  const used = passkey.lastUsedTime
    ? t('last used {time}', { time: format.dateTime(passkey.lastUsedTime) })
    : t('Never used');
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 first:pt-1 last:pb-0">
      <span
        aria-hidden
        className="grid size-9 shrink-0 place-items-center rounded-md bg-muted text-muted-foreground"
      >
        <Fingerprint className="size-4.5" />
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <p className="text-sm font-medium break-words">{passkey.name}</p>
        <p className="text-xs break-words text-muted-foreground">
          {[t('Added {time}', { time: format.dateTime(passkey.creationTime) }), used].join(' · ')}
        </p>
      </div>
      <Button
        variant="outline"
        size="sm"
        disabled={locked}
        aria-label={t('Rename {name}', { name: passkey.name })}
        onClick={onRename}
      >
        {t('Rename')}
      </Button>
      <Button
        variant="outline"
        size="sm"
        disabled={locked}
        aria-label={t('Remove {name}', { name: passkey.name })}
        onClick={onRemove}
      >
        {t('Remove')}
      </Button>
    </li>
  );
}

/** Names a new or existing passkey. */
function NameDialog({ passkey, onClose }: { passkey: Passkey | null; onClose: () => void }) {
  const t = useT();
  const form = useRecordForm({
    record: null,
    values: () => ({ name: passkey?.name ?? deviceName(navigator.userAgent, t) }),
    rules: { name: { needed: t('Enter a name.'), limits: NewPasskey.fields.name } },
    save: async ({ name }) => {
      if (passkey) return renamePasskey(passkey.id, name.trim());
      const { options } = await startPasskey();
      return addPasskey(name.trim(), await makePasskey(options));
    },
    say: () => t('The passkey could not be saved. Try again.'),
    stale: [passkeysQuery.queryKey],
    notice: () => (passkey ? t('Passkey renamed') : t('Passkey added')),
    saved: onClose,
  });
  return (
    <FormDialog
      of={form}
      size="sm"
      light
      title={passkey ? t('Rename passkey') : t('Add a passkey')}
      description={passkey ? undefined : t('Your browser asks where to store it next.')}
      action={passkey ? t('Save') : t('Continue')}
      onClose={onClose}
    >
      <TextField
        name="name"
        label={t('Name')}
        hint={t('A name you will recognise, such as the device that stores it.')}
        autoFocus
      />
    </FormDialog>
  );
}

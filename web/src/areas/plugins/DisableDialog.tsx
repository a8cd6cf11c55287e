// Confirms disabling a plugin.
import { ConfirmDialog } from '@waybill/plugin';
import { mutate } from '../../kit/mutate.ts';
import { useT } from '../../lib/i18n.ts';
import { explained, type Plugin } from './model.ts';
import { disablePlugin, renew } from './queries.ts';

export function DisableDialog({
  plugin,
  open,
  onClose,
}: {
  plugin: Plugin;
  open: boolean;
  onClose: () => void;
}) {
  const t = useT();
  const { id, name } = plugin;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('Disable {name}?', { name })}
      description={t(
        'The plugin stops working and its permissions are withdrawn. Its data is kept.',
      )}
      confirmLabel={t('Disable')}
      destructive
      onConfirm={async () => {
        await mutate({
          call: () => explained(disablePlugin(id)),
          notice: t('{name} disabled', { name }),
          after: renew,
        });
      }}
    />
  );
}

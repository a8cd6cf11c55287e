// The settings that a plugin has for one customer, in a dialog that does not close over what was typed.
import { useState } from 'react';
import { ConfirmDialog, Dialog } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import type { PluginCustomer } from '../config.ts';
import type { Plugin } from '../model.ts';
import { Addresses } from './Addresses.tsx';
import { SettingsEditor } from './SettingsEditor.tsx';

export function CustomerSettings({ plugin, customer, mayConfigure, onClose }: { plugin: Plugin; customer: PluginCustomer; mayConfigure: boolean; onClose: () => void }) {
  const t = useT();
  const [dirty, setDirty] = useState(false);
  const [asking, setAsking] = useState(false);
  const whose = { id: plugin.id, customerId: customer.id };
  return (
    <>
      <Dialog
        open
        size="lg"
        title={t('{plugin} for {customer}', { plugin: plugin.name, customer: customer.name })}
        onOpenChange={(open) => {
          if (open) return;
          if (dirty) setAsking(true);
          else onClose();
        }}
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <SettingsEditor whose={whose} name={plugin.name} readOnly={!mayConfigure} mayTest={plugin.kind !== 'carrier'} inDialog onDirtyChange={setDirty} />
          <Addresses plugin={plugin} whose={whose} quiet />
        </div>
      </Dialog>
      <ConfirmDialog open={asking} onOpenChange={setAsking} title={t('Close without saving?')} description={t('Your changes in this dialog will be lost.')} confirmLabel={t('Close')} cancelLabel={t('Stay')} destructive onConfirm={onClose} />
    </>
  );
}

// A plugin's settings for one customer.
import { useQuery } from '@tanstack/react-query';
import { Dialog } from '@waybill/plugin';
import { FormDialog } from '../../../kit/FormDialog.tsx';
import { useT } from '../../../lib/i18n.ts';
import type { PluginCustomer } from '../config.ts';
import { settingsQuery } from '../config-queries.ts';
import type { Plugin } from '../model.ts';
import { readSchema } from '../schema/schema.ts';
import { Addresses } from './Addresses.tsx';
import {
  SettingsFields,
  SettingsLoaded,
  useSettingsForm,
  useSettingsTest,
  type SettingsOf,
  type SettingsReady,
} from './SettingsEditor.tsx';

interface CustomerSettingsProps {
  plugin: Plugin;
  customer: PluginCustomer;
  mayConfigure: boolean;
  onClose: () => void;
}

export function CustomerSettings({
  plugin,
  customer,
  mayConfigure,
  onClose,
}: CustomerSettingsProps) {
  const t = useT();
  const title = t('{plugin} for {customer}', { plugin: plugin.name, customer: customer.name });
  const of: SettingsOf = {
    whose: { id: plugin.id, customerId: customer.id },
    name: plugin.name,
    readOnly: !mayConfigure,
    mayTest: plugin.kind !== 'carrier',
  };
  const { data } = useQuery(settingsQuery(of.whose));
  const schema = data && readSchema(data.schema);
  if (data && schema)
    return (
      <Editor
        key={JSON.stringify(data.schema)}
        title={title}
        plugin={plugin}
        of={of}
        answer={data}
        schema={schema}
        onClose={onClose}
      />
    );
  return (
    <Dialog open size="lg" title={title} onOpenChange={(open) => !open && onClose()}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <SettingsLoaded whose={of.whose}>{() => null}</SettingsLoaded>
        <Addresses plugin={plugin} whose={of.whose} quiet />
      </div>
    </Dialog>
  );
}

function Editor({
  title,
  plugin,
  of,
  answer,
  schema,
  onClose,
}: SettingsReady & { title: string; plugin: Plugin; of: SettingsOf; onClose: () => void }) {
  const form = useSettingsForm({ whose: of.whose, answer, schema, onSaved: onClose });
  const test = useSettingsTest(form, of, schema);
  return (
    <FormDialog
      of={form}
      size="lg"
      title={title}
      readOnly={of.readOnly}
      extra={test.button}
      onClose={onClose}
    >
      <SettingsFields answer={answer} schema={schema} readOnly={of.readOnly} />
      {test.note}
      <Addresses plugin={plugin} whose={of.whose} quiet />
    </FormDialog>
  );
}

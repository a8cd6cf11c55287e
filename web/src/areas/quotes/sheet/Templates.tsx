// Template menu and dialog.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { MenuItem } from '@waybill/plugin';
import { ViewConfigurationRequest } from '../../../api/resources/tenancy.gen.ts';
import { TextField } from '../../../kit/form-fields.tsx';
import { FormDialog } from '../../../kit/FormDialog.tsx';
import { useRecordForm } from '../../../kit/form.ts';
import { TemplateMenu } from '../../../kit/TemplateMenu.tsx';
import { saveView, viewsKey, viewsQuery, type SavedView } from '../../../kit/views/queries.ts';
import { useT } from '../../../lib/i18n.ts';
import type { QuoteDraft } from '../model.ts';
import { templateOf, TEMPLATES } from '../templates.ts';

function SaveTemplate({
  draft,
  known,
  onClose,
}: {
  draft: QuoteDraft;
  known: readonly SavedView[];
  onClose: () => void;
}) {
  const t = useT();
  const form = useRecordForm({
    record: null as SavedView | null,
    values: () => ({ key: draft.receiver.companyName || draft.receiver.contactName }),
    rules: { key: { needed: t('Enter a name'), limits: ViewConfigurationRequest.fields.key } },
    save: ({ key }) => {
      const before = known.find((one) => one.isOwn && one.key === key.trim());
      return saveView({
        ...(before ? { id: before.id, rowVersion: before.rowVersion } : {}),
        view: TEMPLATES,
        key: key.trim(),
        value: JSON.stringify({ template: templateOf(draft) }),
      });
    },
    stale: [viewsKey],
    notice: (_, { key }) => t('Template {name} saved', { name: key.trim() }),
    saved: onClose,
  });
  return (
    <FormDialog
      of={form}
      size="sm"
      title={t('Save as template')}
      description={t('Keeps the receiver, the goods, the options and the service.')}
      onClose={onClose}
    >
      <TextField
        name="key"
        label={t('Name')}
        hint={t('An existing template with this name is replaced.')}
      />
    </FormDialog>
  );
}

export interface TemplatesProps {
  draft: QuoteDraft;
  onApply: (template: SavedView) => void;
  onStartOver: () => void;
}

export function Templates({ draft, onApply, onStartOver }: TemplatesProps) {
  const t = useT();
  const { data = [] } = useQuery(viewsQuery(TEMPLATES));
  const [isSaving, setSaving] = useState(false);
  const items: MenuItem[] = [
    ...data.map((template) => ({ text: template.key, onClick: () => onApply(template) })),
    ...(data.length > 0 ? [{ separator: true }] : []),
    { text: t('Save as template…'), onClick: () => setSaving(true) },
    { text: t('Manage templates'), href: '/settings/views' },
    { separator: true },
    { text: t('Clear the sheet'), onClick: onStartOver },
  ];
  return (
    <>
      <TemplateMenu items={items} />
      {isSaving && <SaveTemplate draft={draft} known={data} onClose={() => setSaving(false)} />}
    </>
  );
}

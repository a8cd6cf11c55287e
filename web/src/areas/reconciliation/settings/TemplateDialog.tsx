// Invoice template with sample and preview.
import { InvoiceTemplateRequest } from '../../../api/resources/reconciliation.gen.ts';
import { FlagField, SelectField, TextField } from '../../../kit/form-fields.tsx';
import { FormDialog } from '../../../kit/FormDialog.tsx';
import { ColumnFields } from '../../../kit/mapping/ColumnFields.tsx';
import { columnsOf, mappingOf } from '../../../kit/mapping/sample.ts';
import { HowWritten } from '../../../kit/mapping/HowWritten.tsx';
import { useResourceForm } from '../../../kit/resource/form.ts';
import { useT } from '../../../lib/i18n.ts';
import { useCarriers } from '../carriers.ts';
import type { Template } from '../model.ts';
import { saveTemplate, templatesKey } from '../queries.ts';
import { INVOICE_FIELDS, lackingInvoiceField, type InvoiceField } from './fields.ts';

export function TemplateDialog({
  template,
  onClose,
}: {
  template: Template | null;
  onClose: () => void;
}) {
  const t = useT();
  const { carriers } = useCarriers();
  const form = useResourceForm(InvoiceTemplateRequest, {
    record: template,
    fields: ['name', 'carrier', 'weightUnit', 'decimalSign', 'dayOrder', 'isDefault'],
    own: {
      values: (one) => ({ mapping: mappingOf(INVOICE_FIELDS, one?.columns) }),
      toWire: ({ mapping }) => ({ columns: columnsOf(mapping) }),
    },
    rules: { carrier: { needed: t('Choose the carrier') } },
    name: ({ name }) => name ?? '',
    members: Object.fromEntries(
      ['name', 'carrier', 'weightUnit', 'decimalSign', 'dayOrder'].map((member) => [
        `template.${member}`,
        member,
      ]),
    ),
    save: saveTemplate,
    stale: [templatesKey],
    saved: onClose,
  });
  return (
    <FormDialog
      of={form}
      size="lg"
      title={template ? t('Edit {name}', { name: template.name }) : t('New invoice template')}
      action={template ? t('Save') : t('Add')}
      onClose={onClose}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField name="name" label={t('Name')} />
        <SelectField name="carrier" label={t('Carrier')}>
          <option value="">{t('Choose…')}</option>
          {carriers.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <ColumnFields<InvoiceField>
        fields={INVOICE_FIELDS}
        lacks={(has) => lackingInvoiceField(has, t)}
        workbook={t(
          'A sample is shown from CSV. Save the workbook as CSV, or type its headings; Excel ' +
            'files can be uploaded as invoices.',
        )}
      />
      <div className="grid gap-3 sm:grid-cols-3">
        <SelectField name="weightUnit" label={t('Weights in')}>
          <option value="kg">{t('Kilograms')}</option>
          <option value="lb">{t('Pounds')}</option>
          <option value="g">{t('Grams')}</option>
          <option value="t">{t('Tonnes')}</option>
        </SelectField>
        <HowWritten />
      </div>
      <FlagField name="isDefault" label={t('Default for this carrier’s invoices')} />
    </FormDialog>
  );
}

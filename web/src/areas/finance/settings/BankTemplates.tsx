// /settings/bank-templates: bank file columns.
import { FlagField, TextField } from '../../../kit/form-fields.tsx';
import { BankTemplateRequest } from '../../../api/resources/finance.gen.ts';
import { FormDialog } from '../../../kit/FormDialog.tsx';
import { ColumnFields } from '../../../kit/mapping/ColumnFields.tsx';
import { HowWritten } from '../../../kit/mapping/HowWritten.tsx';
import { TemplateSection } from '../../../kit/mapping/TemplateSection.tsx';
import { columnsOf, mappingOf } from '../../../kit/mapping/sample.ts';
import { useResourceForm } from '../../../kit/resource/form.ts';
import { useT } from '../../../lib/i18n.ts';
import { BANK_FIELDS, lackingBankField, type BankField, type Template } from '../bank/model.ts';
import { bankTemplatesKey, deleteTemplate, fetchTemplates, saveTemplate } from '../bank/queries.ts';

const MAX_NAME = 100;

export default function BankTemplates() {
  const t = useT();
  return (
    <TemplateSection<BankField, Template>
      id="finance.bank-templates"
      queryKey={bankTemplatesKey}
      fetch={fetchTemplates}
      remove={deleteTemplate}
      titles={BANK_FIELDS.titles}
      title={t('Bank templates')}
      description={t(
        'A template maps the columns of your bank’s table. The default is preselected.',
      )}
      exempt={t('MT940 files need none.')}
      first={t('Add one with a sample file from your bank.')}
      afterwards={t('Statements that were read with it stay as they are. This cannot be undone.')}
    >
      {(one, close) => <TemplateDialog template={one} onClose={close} />}
    </TemplateSection>
  );
}

function TemplateDialog({ template, onClose }: { template: Template | null; onClose: () => void }) {
  const t = useT();
  const form = useResourceForm(BankTemplateRequest, {
    record: template,
    fields: ['name', 'decimalSign', 'dayOrder', 'isDefault'],
    own: {
      values: (one) => ({ mapping: mappingOf(BANK_FIELDS, one?.columns) }),
      toWire: ({ mapping }) => ({ columns: columnsOf(mapping) }),
    },
    rules: { name: { needed: t('Enter a name'), max: MAX_NAME } },
    name: ({ name }) => name ?? '',
    members: Object.fromEntries(
      ['name', 'decimalSign', 'dayOrder'].map((member) => [`template.${member}`, member]),
    ),
    save: saveTemplate,
    stale: [bankTemplatesKey],
    saved: onClose,
  });
  return (
    <FormDialog
      of={form}
      size="lg"
      title={template ? t('Edit {name}', { name: template.name }) : t('New bank template')}
      action={template ? t('Save') : t('Add')}
      onClose={onClose}
    >
      <TextField name="name" label={t('Name')} />
      <ColumnFields<BankField>
        fields={BANK_FIELDS}
        lacks={(has) => lackingBankField(has, t)}
        workbook={t(
          'A sample is shown from CSV. Save the workbook as CSV, or type its headings; Excel ' +
            'files can be uploaded as statements.',
        )}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <HowWritten />
      </div>
      <FlagField name="isDefault" label={t('Default for CSV and Excel files')} />
    </FormDialog>
  );
}

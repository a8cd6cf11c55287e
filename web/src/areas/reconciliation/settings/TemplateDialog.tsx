// The dialog of an invoice template: a sample of the file, which of its columns says what, and how its first rows will be read.
import { useRef, useState } from 'react';
import { FileUp } from 'lucide-react';
import { Button, ErrorNote, Td, Th } from '@waybill/plugin';
import { useFormContext, useWatch } from '@waybill/plugin/forms';
import { InvoiceTemplateRequest } from '../../../api/limits.gen.ts';
import { FlagField, SelectField, TextField } from '../../../kit/form-fields.tsx';
import { useRecordForm } from '../../../kit/form.ts';
import { FormDialog } from '../../../kit/FormDialog.tsx';
import { useT } from '../../../lib/i18n.ts';
import { useCarriers } from '../carriers.ts';
import type { Template } from '../model.ts';
import { saveTemplate, templatesKey } from '../queries.ts';
import { FIELD_IDS, FIELDS, type InvoiceField } from './fields.ts';
import { columnsOf, decode, guess, mappingOf, NO_MAPPING, preview, readSample, SAMPLE_BYTES, type Mapping, type Sample } from './sample.ts';

const HEADINGS = 'invoice-template-headings';

export function TemplateDialog({ template, onClose }: { template: Template | null; onClose: () => void }) {
  const t = useT();
  const { carriers } = useCarriers();
  const form = useRecordForm({
    record: template,
    values: (one) => ({
      name: one?.name ?? '',
      carrier: one?.carrier ?? '',
      mapping: one ? mappingOf(one.columns) : NO_MAPPING,
      weightUnit: one?.weightUnit ?? 'kg',
      decimalSign: one?.decimalSign ?? 'Either',
      dayOrder: one?.dayOrder ?? 'DayFirst',
      isDefault: one?.isDefault ?? false,
    }),
    rules: { name: { needed: t('Enter a name'), limits: InvoiceTemplateRequest.name }, carrier: { needed: t('Choose the carrier') } },
    members: Object.fromEntries(['name', 'carrier', 'weightUnit', 'decimalSign', 'dayOrder'].map((member) => [`template.${member}`, member])),
    save: ({ mapping, ...rest }, one) => saveTemplate({ ...(one ? { id: one.id, rowVersion: one.rowVersion } : {}), ...rest, columns: columnsOf(mapping) }),
    stale: [templatesKey],
    notice: (_, { name }) => (template ? t('{name} saved', { name }) : t('{name} added', { name })),
    saved: onClose,
  });
  return (
    <FormDialog of={form} size="lg" title={template ? t('Edit {name}', { name: template.name }) : t('New invoice template')} action={template ? t('Save') : t('Add')} onClose={onClose}>
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
      <Columns />
      <div className="grid gap-3 sm:grid-cols-3">
        <SelectField name="weightUnit" label={t('Weights in')}>
          <option value="kg">{t('Kilograms')}</option>
          <option value="lb">{t('Pounds')}</option>
          <option value="g">{t('Grams')}</option>
          <option value="t">{t('Tonnes')}</option>
        </SelectField>
        <SelectField name="decimalSign" label={t('Before decimals')}>
          <option value="Either">{t('Point or comma')}</option>
          <option value="Point">{t('Point: 1,234.50')}</option>
          <option value="Comma">{t('Comma: 1.234,50')}</option>
        </SelectField>
        <SelectField name="dayOrder" label={t('Dates begin with')}>
          <option value="DayFirst">{t('The day: 31/01/2026')}</option>
          <option value="MonthFirst">{t('The month: 01/31/2026')}</option>
        </SelectField>
      </div>
      <FlagField name="isDefault" label={t('Take it for this carrier’s invoices by default')} />
    </FormDialog>
  );
}

/** The fields with the headings that they stand under, and the first rows of a sample read by them. */
function Columns() {
  const t = useT();
  const { setValue, getValues } = useFormContext();
  const input = useRef<HTMLInputElement>(null);
  const [sample, setSample] = useState<Sample | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const mapping = useWatch({ name: 'mapping' }) as Mapping;
  const look = async (file: File | undefined) => {
    if (!file) return;
    const isWorkbook = /\.xlsx?$/i.test(file.name);
    const read = isWorkbook ? null : readSample(decode(new Uint8Array(await file.slice(0, SAMPLE_BYTES).arrayBuffer())));
    setSample(read);
    setFailure(read ? null : isWorkbook ? t('A sample is shown from CSV. Save the workbook as CSV, or type its headings; Excel files can be uploaded as invoices.') : t('This is no table with headings. Choose a CSV file.'));
    if (!read) return;
    const guessed = guess(read.headings);
    const typed = getValues('mapping') as Mapping;
    // What was typed stays; the rest is proposed.
    setValue('mapping', Object.fromEntries(FIELD_IDS.map((field) => [field, typed[field] || guessed[field]])), { shouldDirty: true });
  };
  return (
    <fieldset className="grid gap-2">
      <legend className="text-[13px] font-medium">{t('Columns')}</legend>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="outline" size="sm" onClick={() => input.current?.click()}>
          <FileUp aria-hidden /> {sample ? t('Choose another sample') : t('Choose a sample file')}
        </Button>
        <input ref={input} type="file" aria-label={t('Sample file')} accept=".csv,.txt,text/csv" tabIndex={-1} className="sr-only" onChange={(event) => void look(event.target.files?.[0])} />
        <span className="text-[13px] text-muted-foreground">{t('Its columns are proposed; it is not sent anywhere. A field without a heading is looked for under its own name.')}</span>
      </div>
      {failure && <ErrorNote message={failure} />}
      <datalist id={HEADINGS}>
        {sample?.headings.map((heading) => (
          <option key={heading}>{heading}</option>
        ))}
      </datalist>
      <div className="grid gap-x-3 gap-y-2 sm:grid-cols-2 lg:grid-cols-3">
        {FIELD_IDS.map((field) => (
          <TextField key={field} name={`mapping.${field}`} label={t(FIELDS[field])} optional list={HEADINGS} autoComplete="off" placeholder={field} />
        ))}
      </div>
      {sample && <Rows sample={sample} mapping={mapping} />}
    </fieldset>
  );
}

function Rows({ sample, mapping }: { sample: Sample; mapping: Mapping }) {
  const t = useT();
  const columns = preview(sample, mapping);
  const has = (field: InvoiceField) => columns.some((column) => column.field === field && !column.missing);
  const lacks = !has('taxExclusiveAmount') ? t('No column has the amount before tax.') : !has('consignmentId') && !has('reference') ? t('No column names the consignment or its reference.') : null;
  return (
    <>
      {lacks && <p className="text-[13px] font-medium text-warning-text">{lacks}</p>}
      <div role="region" aria-label={t('The first rows')} tabIndex={0} className="overflow-x-auto rounded border border-border focus-visible:outline-2 focus-visible:outline-ring">
        <table aria-label={t('The first rows')} className="w-full text-[13px]">
          <thead>
            <tr>
              {columns.map(({ field }) => (
                <Th key={field} className="h-7 bg-muted px-2 text-xs">
                  {t(FIELDS[field])}
                </Th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sample.rows.map((_, row) => (
              // Rows of a file have no names.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={row}>
                {columns.map(({ field, missing, values }) => (
                  <Td key={field} className="h-6 px-2 py-0 whitespace-nowrap">
                    {missing ? <span className="text-danger-text">{t('No such column')}</span> : values[row]}
                  </Td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

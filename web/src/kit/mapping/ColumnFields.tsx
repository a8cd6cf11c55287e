// Column mapping of a table with a preview of sample rows.
import { useId, useRef, useState } from 'react';
import { FileUp } from 'lucide-react';
import { Button, ErrorNote, Td, Th } from '@waybill/plugin';
import { useFormContext, useWatch } from '@waybill/plugin/forms';
import { useT } from '../../lib/i18n.ts';
import { TextField } from '../form-fields.tsx';
import {
  decode,
  guess,
  idsOf,
  preview,
  readSample,
  SAMPLE_BYTES,
  type Fields,
  type Mapping,
  type Sample,
} from './sample.ts';

export interface ColumnFieldsProps<Field extends string> {
  fields: Fields<Field>;
  /** Requirement not met by the mapped fields. */
  lacks: (has: (field: Field) => boolean) => string | null;
  /** Note for workbooks, which have no preview. */
  workbook: string;
}

/** The form keeps them as `mapping`. */
export function ColumnFields<Field extends string>({
  fields,
  lacks,
  workbook,
}: ColumnFieldsProps<Field>) {
  const t = useT();
  const { setValue, getValues } = useFormContext();
  const headings = useId();
  const input = useRef<HTMLInputElement>(null);
  const [sample, setSample] = useState<Sample | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const mapping = useWatch({ name: 'mapping' }) as Mapping<Field>;
  const look = async (file: File | undefined) => {
    if (!file) return;
    const isWorkbook = /\.xlsx?$/i.test(file.name);
    const read = isWorkbook
      ? null
      : readSample(decode(new Uint8Array(await file.slice(0, SAMPLE_BYTES).arrayBuffer())));
    setSample(read);
    setFailure(
      read
        ? null
        : isWorkbook
          ? workbook
          : t('This is not a table with headings. Choose a CSV file.'),
    );
    if (!read) return;
    const guessed = guess(read.headings, fields);
    const typed = getValues('mapping') as Mapping<Field>;
    // Typed values stay; the rest is proposed.
    setValue(
      'mapping',
      Object.fromEntries(idsOf(fields).map((field) => [field, typed[field] || guessed[field]])),
      { shouldDirty: true },
    );
  };
  return (
    <fieldset className="grid gap-2">
      <legend className="text-[13px] font-medium">{t('Columns')}</legend>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="outline" size="sm" onClick={() => input.current?.click()}>
          <FileUp aria-hidden /> {sample ? t('Choose another sample') : t('Choose a sample file')}
        </Button>
        <input
          ref={input}
          type="file"
          aria-label={t('Sample file')}
          accept=".csv,.txt,text/csv"
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => void look(event.target.files?.[0])}
        />
        <span className="text-[13px] text-muted-foreground">
          {t(
            'Its columns are proposed; it is not sent anywhere. A field without a heading is ' +
              'looked for under its own name.',
          )}
        </span>
      </div>
      {failure && <ErrorNote message={failure} />}
      <datalist id={headings}>
        {sample?.headings.map((heading) => (
          <option key={heading}>{heading}</option>
        ))}
      </datalist>
      <div className="grid gap-x-3 gap-y-2 sm:grid-cols-2 lg:grid-cols-3">
        {idsOf(fields).map((field) => (
          <TextField
            key={field}
            name={`mapping.${field}`}
            label={t(fields.titles[field])}
            optional
            list={headings}
            autoComplete="off"
            placeholder={field}
          />
        ))}
      </div>
      {sample && <Rows sample={sample} mapping={mapping} fields={fields} lacks={lacks} />}
    </fieldset>
  );
}

function Rows<Field extends string>({
  sample,
  mapping,
  fields,
  lacks,
}: { sample: Sample; mapping: Mapping<Field> } & Pick<
  ColumnFieldsProps<Field>,
  'fields' | 'lacks'
>) {
  const t = useT();
  const columns = preview(sample, mapping);
  const lacking = lacks((field) =>
    columns.some((column) => column.field === field && !column.missing),
  );
  return (
    <>
      {lacking && <p className="text-[13px] font-medium text-warning-text">{lacking}</p>}
      <div
        role="region"
        aria-label={t('The first rows')}
        tabIndex={0}
        className="overflow-x-auto rounded border border-border focus-visible:outline-2 focus-visible:outline-ring"
      >
        <table aria-label={t('The first rows')} className="w-full text-[13px]">
          <thead>
            <tr>
              {columns.map(({ field }) => (
                <Th key={field} className="h-7 bg-muted px-2 text-xs">
                  {t(fields.titles[field])}
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
                    {missing ? (
                      <span className="text-danger-text">{t('No such column')}</span>
                    ) : (
                      values[row]
                    )}
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

// Settings: customer and invoice numbers.
import { useQuery } from '@tanstack/react-query';
import { Card, CardHeader, useFormat, readNumber } from '@waybill/plugin';
import { useWatch } from '@waybill/plugin/forms';
import { api } from '../../../api/client.ts';
import { useDebounced } from '../../../lib/debounce.ts';
import { wordText } from '../../../lib/words.ts';
import { useT } from '../../../lib/i18n.ts';
import { FlagField, NumberField, SelectField, TextField } from '../../../kit/form-fields.tsx';
import type { Problems } from '../../../kit/form-rules.ts';
import type { Numbering, TenantSettings } from './model.ts';
import { firstNumbers, longest } from './numbering.ts';
import { settingsKey } from './queries.ts';
import { SettingsForm, SettingsPage } from './SettingsForm.tsx';

type Kind = 'customer' | 'invoice';

const TYPES: Record<Kind, readonly string[]> = {
  customer: ['Account', 'Payg', 'Prepaid', 'Guest'],
  invoice: ['Freight', 'AdHoc', 'Recharge', 'Fee', 'Storage', 'AgentRcti', 'OpeningBalance'],
};

const numbersOf = (kind: Kind) =>
  ({
    [`${kind}.start`]: 'needed',
    [`${kind}.end`]: 'optional',
    [`${kind}.maxLength`]: 'needed',
  }) as const;
const NUMBERS = { ...numbersOf('customer'), ...numbersOf('invoice') };

function useToday(): string {
  const format = useFormat();
  return format.toLocalInput(new Date()).slice(0, 10);
}

/** The draft, as far as it parses. */
function read(typed: Record<string, unknown>): Numbering {
  const number = (name: string) => readNumber(String(typed[name] ?? ''));
  return {
    ...(typed as unknown as Numbering),
    start: number('start') ?? 1,
    end: number('end'),
    maxLength: number('maxLength') ?? 0,
  };
}

function Preview({ kind }: { kind: Kind }) {
  const t = useT();
  const day = useToday();
  const numbering = read((useWatch({ name: kind }) ?? {}) as Record<string, unknown>);
  const own = firstNumbers(numbering, day);
  // Counts come from the server; until then numbers start at the first.
  const requestJson = useDebounced(JSON.stringify({ series: kind, numbering }), 400);
  const server = useQuery({
    queryKey: [...settingsKey, 'numbers', requestJson],
    queryFn: () => api.post('/api/core/tenantsettings/previewnumber', JSON.parse(requestJson)),
    retry: false,
  });
  const numbers =
    requestJson === JSON.stringify({ series: kind, numbering }) && server.data
      ? server.data.numbers
      : own;
  const tooLong =
    numbering.maxLength > 0
      ? [...numbers, longest(numbering, day)].find((number) => number.length > numbering.maxLength)
      : undefined;
  return (
    <div role="status" className="rounded-md bg-muted px-3 py-2 text-sm">
      <span className="text-[13px] text-muted-foreground">{t('Preview:')} </span>
      <bdi className="font-medium break-all tabular-nums">
        {numbers.join(', ')}
        {numbering.end === null || numbering.end >= numbering.start + 3 ? ' …' : ''}
      </bdi>
      {tooLong && (
        <p className="mt-1 text-xs font-medium text-destructive-text">
          {t(
            '{number} has more than {count} characters.',
            { number: tooLong, count: numbering.maxLength },
            '{number} has more than one character.',
          )}
        </p>
      )}
    </div>
  );
}

function Counting({
  kind,
  title,
  description,
}: {
  kind: Kind;
  title: string;
  description: string;
}) {
  const t = useT();
  const manual = useWatch({ name: `${kind}.isManual` }) === true;
  const numberingField = (member: string) => `${kind}.${member}`;
  return (
    <Card>
      <CardHeader title={title} description={description} />
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        <SelectField name={numberingField('defaultType')} label={t('Default type')}>
          {TYPES[kind].map((type) => (
            <option key={type} value={type}>
              {t(wordText(type))}
            </option>
          ))}
        </SelectField>
        <FlagField
          name={numberingField('isManual')}
          label={t('Enter numbers manually')}
          hint={t('Numbers are not generated automatically.')}
          className="sm:col-span-2 lg:col-span-3"
        />
        {!manual && (
          <>
            <TextField
              name={numberingField('prefix')}
              label={t('Prefix')}
              optional
              maxLength={32}
              dir="ltr"
            />
            <TextField
              name={numberingField('format')}
              label={t('Digits')}
              maxLength={18}
              dir="ltr"
              placeholder="00000"
              hint={t('Use one zero for each digit, such as 000000.')}
            />
            <TextField
              name={numberingField('postfix')}
              label={t('Suffix')}
              optional
              maxLength={32}
              dir="ltr"
            />
            <NumberField name={numberingField('start')} label={t('Start at')} integer />
            <NumberField name={numberingField('end')} label={t('Up to')} integer optional />
            <NumberField
              name={numberingField('maxLength')}
              label={t('Maximum length')}
              unit={t('characters')}
              integer
            />
            <p className="text-xs text-muted-foreground sm:col-span-2 lg:col-span-3">
              {t(
                'In the prefix and suffix, {year}, {shortYear} and {month} are replaced by the current year and month.',
                { year: '{yyyy}', shortYear: '{yy}', month: '{MM}' },
              )}
            </p>
            <div className="sm:col-span-2 lg:col-span-3">
              <Preview kind={kind} />
            </div>
          </>
        )}
      </div>
    </Card>
  );
}

export default function NumberingSection() {
  const t = useT();
  const day = useToday();
  const check = (wire: TenantSettings) => {
    const problems: Problems = {};
    for (const kind of ['customer', 'invoice'] as const) {
      const numbering = wire[kind];
      if (numbering.isManual) continue;
      if (!/^0+$/.test(numbering.format))
        problems[`${kind}.format`] = t('Enter zeros only, such as {example}', { example: '00000' });
      if (numbering.end !== null && numbering.end < numbering.start)
        problems[`${kind}.end`] = t('The end is before the start');
      if (longest(numbering, day).length > numbering.maxLength)
        problems[`${kind}.maxLength`] = t('The numbers are longer than the maximum length');
    }
    return problems;
  };
  return (
    <SettingsPage title={t('Numbers')} description={t('Customer and invoice numbering.')}>
      {(settings) => (
        <SettingsForm
          settings={settings}
          groups={['customer', 'invoice']}
          numbers={NUMBERS}
          check={check}
        >
          <Counting
            kind="customer"
            title={t('Customer codes')}
            description={t('Assigned to customers saved without a code.')}
          />
          <Counting
            kind="invoice"
            title={t('Invoice numbers')}
            description={t('Assigned to an invoice when it is closed.')}
          />
        </SettingsForm>
      )}
    </SettingsPage>
  );
}

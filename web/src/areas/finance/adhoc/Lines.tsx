// Ad hoc invoice line editor.
import { Card, CardHeader, useFormat } from '@waybill/plugin';
import { useFormContext, useWatch } from '@waybill/plugin/forms';
import { LineGrid, LineTotals } from '../../../kit/lines/LineGrid.tsx';
import { useT } from '../../../lib/i18n.ts';
import { digitsOf, fieldText } from '../../../lib/money.ts';
import { choices, lineTypes } from '../model.ts';
import {
  amountsOf,
  isBlank,
  MAX_LINES,
  newLine,
  totalOf,
  type AdhocDraft,
  type AdhocLine,
} from './draft.ts';

export function Lines({ percent }: { percent: number | null }) {
  const t = useT();
  const format = useFormat();
  const digits = digitsOf(format.currency);
  const { control } = useFormContext<AdhocDraft>();
  const lines = useWatch({ control, name: 'lines' });
  const amounts = (line: AdhocLine) => amountsOf(line, percent, digits);
  return (
    <Card>
      <CardHeader
        title={t('Lines')}
        description={
          percent === null
            ? t('If the tax is empty, the rate of your organisation is used.')
            : t('If the tax is empty, {percent} % is used.', {
                percent: format.number(percent),
              })
        }
      />
      <LineGrid<AdhocLine>
        name="lines"
        className="sm:grid-cols-[8.5rem_minmax(8rem,1fr)_minmax(5rem,9rem)_7rem_6rem_7rem_2rem]"
        columns={[
          {
            id: 'type',
            label: t('Kind'),
            kind: 'choice',
            options: choices(lineTypes).map(([value, text]) => [value, t(text)]),
          },
          { id: 'description', label: t('Description') },
          { id: 'referenceNo', label: t('Reference') },
          { id: 'amount', label: t('Before tax'), kind: 'number' },
          {
            id: 'tax',
            label: t('Tax'),
            kind: 'number',
            placeholder: (line) => {
              const tax = amounts({ ...line, tax: '' })?.tax;
              return tax === null || tax === undefined ? '' : fieldText(tax, digits);
            },
          },
        ]}
        newLine={(last) => ({ ...newLine(), type: last?.type ?? 'Freight' })}
        isBlank={isBlank}
        max={MAX_LINES}
        first="description"
        sum={{
          label: t('Total'),
          of: (line) => {
            const own = amounts(line);
            return own === null ? '' : format.money(own.total ?? own.net);
          },
        }}
      />
      <LineTotals
        of={totalOf(lines, percent, digits)}
        money={(amount) => format.money(amount)}
        className="mt-3 sm:me-8"
      />
    </Card>
  );
}

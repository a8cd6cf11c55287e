// Insurance offers under the saved settings.
import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  Card,
  CardHeader,
  ErrorNote,
  Field,
  Input,
  Table,
  TBody,
  Td,
  Th,
  THead,
  Tr,
  useFormat,
  readNumber,
} from '@waybill/plugin';
import { api } from '../../../api/client.ts';
import { useDebounced } from '../../../lib/debounce.ts';
import { msg, useT } from '../../../lib/i18n.ts';

const PAUSE = 250;
const NAMES: Record<string, string> = {
  Standard: msg('Standard insurance'),
  Premium: msg('Premium insurance'),
  ATI: msg('All transit insurance (ATI)'),
};

export interface InsuranceTesterProps {
  /** A new settings version refetches. */
  version: number;
}

export function InsuranceTester({ version }: InsuranceTesterProps) {
  const t = useT();
  const format = useFormat();
  const [typed, setTyped] = useState('10000');
  const value = useDebounced(readNumber(typed), PAUSE);
  const isValue = value !== null && value > 0;
  const quotes = useQuery({
    queryKey: ['settings', 'insurance', version, value],
    queryFn: ({ signal }) =>
      api.get(
        '/api/booking/Insurance/GetGuestInsuranceQuotes',
        { insuredValue: value ?? 0 },
        { signal },
      ),
    enabled: isValue,
    placeholderData: keepPreviousData,
  });
  const offered = quotes.data?.quotes ?? [];
  return (
    <Card>
      <CardHeader
        title={t('Try the insurance')}
        description={t(
          'The insurance that customers are offered with the saved settings, within the country ' +
            'and for goods that are not dangerous.',
        )}
      />
      <div className="grid gap-3">
        <Field
          label={t('Value of the goods')}
          error={
            typed.trim() !== '' && !isValue && readNumber(typed) === value
              ? t('Enter an amount above 0')
              : undefined
          }
          className="max-w-60"
        >
          <Input
            inputMode="decimal"
            autoComplete="off"
            dir="ltr"
            className="text-end tabular-nums"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </Field>
        {quotes.isLoadingError ? (
          <ErrorNote
            title={t('The insurance could not be priced')}
            error={quotes.error}
            onRetry={() => void quotes.refetch()}
          />
        ) : isValue && quotes.data && offered.length === 0 ? (
          <p role="status" className="text-[13px] text-muted-foreground">
            {t('No insurance is offered for goods of this value.')}
          </p>
        ) : offered.length > 0 ? (
          <Table label={t('Insurance offered')}>
            <THead>
              <tr>
                <Th>{t('Insurance')}</Th>
                <Th numeric>{t('Before tax')}</Th>
                <Th numeric>{t('Total')}</Th>
                <Th numeric>{t('Excess')}</Th>
              </tr>
            </THead>
            <TBody>
              {offered.map((quote) => (
                <Tr key={quote.insuranceType}>
                  <Td>{t(NAMES[quote.insuranceType] ?? quote.insuranceType)}</Td>
                  <Td numeric>{format.money(quote.insuranceCostTaxExclusive)}</Td>
                  <Td numeric>{format.money(quote.insuranceCost)}</Td>
                  <Td numeric>{format.money(quote.excess)}</Td>
                </Tr>
              ))}
            </TBody>
          </Table>
        ) : null}
      </div>
    </Card>
  );
}

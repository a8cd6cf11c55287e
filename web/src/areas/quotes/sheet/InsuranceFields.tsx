// Insurance choice with costs.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Input, useFormat, readNumber } from '@waybill/plugin';
import { useFormContext, useWatch } from '@waybill/plugin/forms';
import { useSession } from '../../../api/session.ts';
import { api } from '../../../api/client.ts';
import { FormSelect } from '../../../kit/FormSelect.tsx';
import { useDebounced } from '../../../lib/debounce.ts';
import { msg, useT } from '../../../lib/i18n.ts';
import type { InsuranceType, QuoteDraft } from '../model.ts';
import { Cell } from './Cell.tsx';

const PAUSE = 250;
const KINDS: { kind: InsuranceType; name: string }[] = [
  { kind: 'Standard', name: msg('Standard insurance') },
  { kind: 'Premium', name: msg('Premium insurance') },
  { kind: 'ATI', name: msg('All transit insurance (ATI)') },
];

/** Offers by goods value and customer. */
function useOffers(value: number | null, customerId: number | null, isTenant: boolean) {
  return useQuery({
    queryKey: ['quotes', 'insurance', customerId, value],
    queryFn: ({ signal }) =>
      api.get(
        '/api/booking/Insurance/GetInsuranceQuotes',
        { insuredValue: value ?? 0, ...(customerId ? { customerId } : {}) },
        { signal },
      ),
    enabled: value !== null && value > 0 && (!isTenant || customerId !== null),
    placeholderData: keepPreviousData,
    retry: false,
  });
}

export function InsuranceFields() {
  const t = useT();
  const { isTenant } = useSession();
  const format = useFormat();
  const { control, register, formState } = useFormContext<QuoteDraft>();
  const chosen = useWatch({ control, name: 'insurance' });
  const typed = useWatch({ control, name: 'insuredValue' });
  const customerId = useWatch({ control, name: 'customerId' });
  const value = useDebounced(readNumber(typed), PAUSE);
  const offers = useOffers(value, customerId, isTenant).data?.quotes;
  const errors = formState.errors;
  const priced = (kind: InsuranceType, name: string) => {
    const offer = offers?.find((one) => one.insuranceType === kind);
    return offer
      ? t('{insurance}: {price}', { insurance: t(name), price: format.money(offer.insuranceCost) })
      : t(name);
  };
  // Keeps the selected kind.
  const kinds = KINDS.filter(
    ({ kind }) => kind === chosen || !offers || offers.some((one) => one.insuranceType === kind),
  );
  const excess = offers?.find((one) => one.insuranceType === chosen)?.excess;
  return (
    <>
      <Cell
        label={t('Value of the goods')}
        optional={chosen === '' || chosen === 'None'}
        error={errors.insuredValue?.message}
      >
        <Input
          {...register('insuredValue')}
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
          className="text-end tabular-nums"
        />
      </Cell>
      <Cell label={t('Insurance')} error={errors.insurance?.message} className="lg:col-span-2">
        <FormSelect name="insurance">
          <option value="">{t('As the customer usually is')}</option>
          <option value="None">{t('Not insured')}</option>
          {kinds.map(({ kind, name }) => (
            <option key={kind} value={kind}>
              {priced(kind, name)}
            </option>
          ))}
        </FormSelect>
      </Cell>
      {excess ? (
        <p className="text-xs text-muted-foreground sm:col-span-2 lg:col-span-3">
          {t('The customer bears {excess} of every loss.', { excess: format.money(excess) })}
        </p>
      ) : null}
    </>
  );
}

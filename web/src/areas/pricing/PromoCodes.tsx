// /settings/promo-codes: list and form.
import { useQuery } from '@tanstack/react-query';
import { TicketPercent } from 'lucide-react';
import { Checkbox, useFormat, readNumber, writeNumber } from '@waybill/plugin';
import { Controller, useFormContext, useWatch } from '@waybill/plugin/forms';
import { PromoCodeRequest } from '../../api/resources/pricing.gen.ts';
import { RecordTab } from '../../kit/RecordTab.tsx';
import { NumberField, SelectField } from '../../kit/form-fields.tsx';
import { carrierAccountsQuery } from '../../lib/carrier-accounts.ts';
import { useT } from '../../lib/i18n.ts';
import { SectionHeading } from '../../shell/SectionHeading.tsx';
import { dayText } from './days.ts';
import { promoCodeCalls, type PromoCode } from './queries.ts';

export default function PromoCodes() {
  const t = useT();
  const format = useFormat();
  const off = ({ rate }: PromoCode) => {
    if (!rate) return '';
    if (rate.calcMethod === 'Percentage') return `${format.number(rate.value, 4)} %`;
    return rate.calcMethod === 'Fixed'
      ? format.money(rate.value)
      : t('To {price}', { price: format.money(rate.value) });
  };
  const days = ({ startDate, endDate }: PromoCode) =>
    [startDate ? dayText(startDate) : '', endDate ? dayText(endDate) : '']
      .join(' – ')
      .replace(/^ – $/, t('Always'));
  return (
    <>
      <SectionHeading
        title={t('Promo codes')}
        description={t(
          'Customers enter a code when they get a quote; the code counts as used when they book.',
        )}
      />
      <RecordTab
        id="pricing.promoCodes"
        resource={PromoCodeRequest}
        calls={promoCodeCalls}
        mayEdit
        columns={[
          'code',
          'description',
          { id: 'discount', header: t('Discount'), cell: off, csv: off },
          { id: 'days', header: t('Days'), cell: days, csv: days },
          {
            id: 'used',
            header: t('Used'),
            cell: (one) =>
              one.maxUses
                ? t('{used} of {most}', { used: one.usedCount, most: one.maxUses })
                : String(one.usedCount),
            csv: (one) => one.usedCount,
          },
          'isActive',
        ]}
        overrides={{ description: { sort: undefined } }}
        search={['code', 'description']}
        icon={<TicketPercent />}
        texts={{
          title: t('Promo codes'),
          description: t('Discounts are taken off before tax.'),
          add: t('New promo code'),
          failed: t('The promo codes could not be loaded'),
          search: t('Search promo codes'),
          filter: t('Filter promo codes'),
          empty: [t('No promo codes yet'), t('Add a code that gives customers a discount.')],
          none: t('No matching promo codes'),
          afterwards: t(
            'Bookings keep their discount; quotes with this code can no longer be booked. This cannot be undone.',
          ),
        }}
        wide
        fields={{
          code: { className: 'sm:col-span-2' },
          description: { className: 'sm:col-span-2' },
          calcMethod: (
            <SelectField name="calcMethod" label={t('Discount type')}>
              <option value="Percentage">{t('Percentage')}</option>
              <option value="Fixed">{t('Amount')}</option>
              <option value="Override">{t('Fixed price')}</option>
            </SelectField>
          ),
          value: <Value />,
          startDate: {},
          endDate: {},
          maxUses: {},
          maxUsesPerCustomer: {},
          carrierAccountIds: <Accounts />,
          isActive: {},
        }}
        own={{
          values: (one) => ({
            calcMethod: one?.rate.calcMethod ?? ('Percentage' as const),
            value: one ? writeNumber(one.rate.value) : '',
          }),
          toWire: ({ calcMethod, value }) => ({
            rate: { calcMethod, value: readNumber(value) ?? 0 },
          }),
        }}
        rules={({ calcMethod }) => ({
          value: {
            needed: t('Enter the discount'),
            number: calcMethod === 'Percentage' ? { min: 0, max: 100 } : { min: 0 },
          },
        })}
        check={({ startDate, endDate }) =>
          startDate && endDate && endDate < startDate
            ? { endDate: t('Must not be before the first day') }
            : {}
        }
        members={{ 'rate.value': 'value', 'rate.calcMethod': 'calcMethod' }}
      />
    </>
  );
}

function Value() {
  const t = useT();
  const { currency } = useFormat();
  const method = String(useWatch({ name: 'calcMethod' }));
  return (
    <NumberField
      name="value"
      label={method === 'Override' ? t('Price before tax') : t('Discount')}
      unit={method === 'Percentage' ? '%' : currency}
    />
  );
}

/** None ticked means all. */
function Accounts() {
  const t = useT();
  const { control } = useFormContext();
  const accounts = useQuery(carrierAccountsQuery);
  return (
    <Controller
      control={control}
      name="carrierAccountIds"
      render={({ field }) => {
        const chosen = field.value as number[];
        return (
          <fieldset className="grid gap-1 sm:col-span-2">
            <legend className="text-[13px] font-medium">{t('Carrier accounts')}</legend>
            <p className="text-xs text-muted-foreground">{t('None selected: all accounts')}</p>
            <div className="grid max-h-40 gap-1 overflow-auto">
              {(accounts.data ?? []).map(({ id = 0, name }) => (
                <Checkbox
                  key={id}
                  label={name}
                  checked={chosen.includes(id)}
                  onChange={(event) =>
                    field.onChange(
                      event.target.checked
                        ? [...chosen, id]
                        : chosen.filter((other) => other !== id),
                    )
                  }
                />
              ))}
            </div>
          </fieldset>
        );
      }}
    />
  );
}

// /settings/promo-codes: list and form.
import { useQuery } from '@tanstack/react-query';
import { TicketPercent } from 'lucide-react';
import { Badge, Checkbox, useFormat } from '@waybill/plugin';
import { Controller, useFormContext, useWatch } from '@waybill/plugin/forms';
import { PromoCodeRequest } from '../../api/limits.gen.ts';
import { Belongings } from '../../kit/Belongings.tsx';
import { FlagField, NumberField, SelectField, TextField } from '../../kit/form-fields.tsx';
import { useRecordForm } from '../../kit/form.ts';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { TextCell } from '../../kit/list/Cells.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { useT } from '../../lib/i18n.ts';
import { readNumber } from '../../lib/numbers.ts';
import { SectionHeading } from '../../shell/SectionHeading.tsx';
import { dayText } from './days.ts';
import {
  accountsQuery,
  deletePromoCode,
  fetchPromoCode,
  fetchPromoCodes,
  promoCodesKey,
  savePromoCode,
  type PromoCode,
} from './queries.ts';

type Listed = PromoCode & { id: number; name: string };

const toListed = (one: PromoCode): Listed => ({ ...one, id: one.id ?? 0, name: one.code ?? '' });

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
  const list = useList<Listed>({
    id: 'pricing.promoCodes',
    key: promoCodesKey,
    fetch: async (query, signal) => {
      const page = await fetchPromoCodes(query, signal);
      return { ...page, items: page.items.map(toListed) };
    },
    rowKey: (one) => one.id,
    name: (one) => one.name,
    columns: [
      {
        id: 'code',
        header: t('Code'),
        cell: (one) => <span className="font-mono">{one.code}</span>,
        csv: (one) => one.code,
        sort: 'code',
        fixed: true,
      },
      {
        id: 'description',
        header: t('Description'),
        cell: (one) => <TextCell>{one.description}</TextCell>,
        csv: (one) => one.description ?? '',
        narrow: 'line',
      },
      { id: 'discount', header: t('Discount'), cell: off, csv: off },
      { id: 'days', header: t('Days'), cell: days, csv: days },
      {
        id: 'used',
        header: t('Used'),
        cell: (one) =>
          one.maxUses
            ? t('{used} of {most}', { used: one.usedCount ?? 0, most: one.maxUses })
            : String(one.usedCount ?? 0),
        csv: (one) => one.usedCount ?? 0,
      },
      {
        id: 'status',
        header: t('Status'),
        cell: (one) =>
          one.isActive ? (
            <span className="max-md:hidden">{t('Active')}</span>
          ) : (
            <Badge>{t('Inactive')}</Badge>
          ),
        csv: (one) => (one.isActive ? t('Active') : t('Inactive')),
        narrow: 'badge',
      },
    ],
    filters: [
      {
        kind: 'yesNo',
        id: 'active',
        label: t('Active'),
        pinned: true,
        field: 'isActive',
        words: [t('Active'), t('Inactive')],
      },
    ],
    search: { fields: ['code', 'description'] },
    sort: 'code',
    pageSize: 25,
    state: 'here',
  });
  return (
    <>
      <SectionHeading
        title={t('Promo codes')}
        description={t(
          'Customers enter a code when they get a quote; the code counts as used when they book.',
        )}
      />
      <Belongings
        list={list}
        title={t('Promo codes')}
        description={t('Discounts are taken off before tax.')}
        mayEdit
        add={t('New promo code')}
        texts={{
          failed: t('The promo codes could not be loaded'),
          search: { label: t('Search promo codes') },
          filter: t('Filter promo codes'),
          empty: {
            icon: <TicketPercent />,
            title: t('No promo codes yet'),
            description: t('Add a code that gives customers a discount.'),
          },
          none: { title: t('No matching promo codes'), clear: t('Show all') },
        }}
        remove={deletePromoCode}
        afterwards={t(
          'Bookings keep their discount; quotes with this code can no longer be booked. This cannot be undone.',
        )}
        stale={promoCodesKey}
      >
        {(one, close) => <PromoCodeDialog promoCode={one} onClose={close} />}
      </Belongings>
    </>
  );
}

const valuesOf = (one: Listed | null) => ({
  code: one?.code ?? '',
  description: one?.description ?? '',
  calcMethod: one?.rate?.calcMethod ?? 'Percentage',
  value: one?.rate ? String(one.rate.value) : '',
  startDate: one?.startDate ?? '',
  endDate: one?.endDate ?? '',
  maxUses: one?.maxUses ? String(one.maxUses) : '',
  maxUsesPerCustomer: one?.maxUsesPerCustomer ? String(one.maxUsesPerCustomer) : '',
  carrierAccountIds: one?.carrierAccountIds ?? [],
  isActive: one?.isActive ?? true,
});

function PromoCodeDialog({
  promoCode,
  onClose,
}: {
  promoCode: Listed | null;
  onClose: () => void;
}) {
  const t = useT();
  const form = useRecordForm({
    record: promoCode,
    values: valuesOf,
    rules: ({ calcMethod }) => ({
      code: { needed: t('Enter a code'), limits: PromoCodeRequest.code },
      description: { limits: PromoCodeRequest.description },
      value: {
        needed: t('Enter the discount'),
        number: calcMethod === 'Percentage' ? { min: 0, max: 100 } : { min: 0 },
      },
      maxUses: { number: { min: 1, integer: true } },
      maxUsesPerCustomer: { number: { min: 1, integer: true } },
    }),
    check: ({ startDate, endDate }) =>
      startDate && endDate && endDate < startDate
        ? { endDate: t('Must not be before the first day') }
        : {},
    members: { 'rate.value': 'value', 'rate.calcMethod': 'calcMethod' },
    save: (
      {
        calcMethod,
        value,
        description,
        startDate,
        endDate,
        maxUses,
        maxUsesPerCustomer,
        ...values
      },
      record,
    ) => {
      const rest = record ? { id: record.id, rowVersion: record.rowVersion ?? 0 } : {};
      const rate = { calcMethod, value: readNumber(value) ?? 0 };
      return savePromoCode({
        ...rest,
        ...values,
        rate,
        description: description.trim() || null,
        startDate: startDate || null,
        endDate: endDate || null,
        maxUses: readNumber(maxUses),
        maxUsesPerCustomer: readNumber(maxUsesPerCustomer),
      });
    },
    stale: [promoCodesKey],
    notice: (_, { code }) =>
      promoCode ? t('{name} saved', { name: code }) : t('{name} added', { name: code }),
    saved: onClose,
    ...(promoCode ? { newest: async () => toListed(await fetchPromoCode(promoCode.id)) } : {}),
  });
  return (
    <FormDialog
      of={form}
      title={promoCode ? t('Edit {name}', { name: promoCode.name }) : t('New promo code')}
      action={promoCode ? t('Save') : t('Add')}
      onClose={onClose}
    >
      <TextField name="code" label={t('Code')} />
      <TextField name="description" label={t('Description')} />
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField name="calcMethod" label={t('Discount type')}>
          <option value="Percentage">{t('Percentage')}</option>
          <option value="Fixed">{t('Amount')}</option>
          <option value="Override">{t('Fixed price')}</option>
        </SelectField>
        <Value />
        <TextField name="startDate" type="date" label={t('First day')} />
        <TextField name="endDate" type="date" label={t('Last day')} />
        <NumberField name="maxUses" label={t('Total uses')} integer />
        <NumberField name="maxUsesPerCustomer" label={t('Uses per customer')} integer />
      </div>
      <Accounts />
      <FlagField name="isActive" label={t('Active')} />
    </FormDialog>
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
  const accounts = useQuery(accountsQuery);
  return (
    <Controller
      control={control}
      name="carrierAccountIds"
      render={({ field }) => {
        const chosen = field.value as number[];
        return (
          <fieldset className="grid gap-1">
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

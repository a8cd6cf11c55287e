// Card surcharges by type.
import { Input, useFormat, readNumber } from '@waybill/plugin';
import { useFieldArray, useFormContext, useWatch } from '@waybill/plugin/forms';
import { cardName } from '../../../kit/card-names.ts';
import { FormSelect } from '../../../kit/FormSelect.tsx';
import { RowField, RowsCard } from '../../../kit/settings/RowsCard.tsx';
import { useT } from '../../../lib/i18n.ts';

const NAME = 'cardPayment.surcharges';
const MAX_SURCHARGES = 20;
const EXAMPLE = 100;
/** As providers name them. */
const TYPES = ['visa', 'mastercard', 'american express', 'discover', 'jcb', 'unionpay'];

export function Surcharges() {
  const t = useT();
  const format = useFormat();
  const { register } = useFormContext();
  const { fields, append, remove } = useFieldArray({ name: NAME, keyName: 'key' });
  const typed =
    (useWatch({ name: NAME }) as { cardType: string; percent: string }[] | undefined) ?? [];
  const typeAt = (at: number) => typed[at]?.cardType ?? '';
  const nameOf = (type: string) => (type === '' ? t('All other cards') : (cardName(type) ?? type));
  const free = ['', ...TYPES].find((type) => !typed.some((one) => one.cardType === type)) ?? '';
  return (
    <RowsCard
      name={NAME}
      title={t('Surcharges')}
      description={t(
        'The card surcharge that the customer pays in addition to the amount, with tax.',
      )}
      keys={fields.map(({ key }) => key)}
      columns={[
        {
          header: t('Cards'),
          className: 'align-top',
          cell: (at) => (
            <RowField name={`${NAME}.${at}.cardType`} label={t('Cards')}>
              <FormSelect name={`${NAME}.${at}.cardType`}>
                {[
                  '',
                  ...TYPES,
                  ...(TYPES.includes(typeAt(at)) || typeAt(at) === '' ? [] : [typeAt(at)]),
                ].map((one) => (
                  <option key={one} value={one}>
                    {nameOf(one)}
                  </option>
                ))}
              </FormSelect>
            </RowField>
          ),
        },
        {
          header: t('Surcharge (%)'),
          numeric: true,
          className: 'w-32 align-top',
          cell: (at) => (
            <RowField name={`${NAME}.${at}.percent`} label={t('Surcharge (%)')}>
              <Input
                autoComplete="off"
                dir="ltr"
                inputMode="decimal"
                className="text-end tabular-nums"
                {...register(`${NAME}.${at}.percent`)}
              />
            </RowField>
          ),
        },
        {
          header: t('Example'),
          className: 'max-sm:hidden',
          cell: (at) => {
            const percent = readNumber(typed[at]?.percent ?? '');
            return (
              percent !== null && (
                <span className="text-muted-foreground">
                  {t('{amount} is charged as {total}', {
                    amount: format.money(EXAMPLE),
                    total: format.money(EXAMPLE * (1 + percent / 100)),
                  })}
                </span>
              )
            );
          },
        },
      ]}
      nameOf={(at) => nameOf(typeAt(at))}
      onRemove={remove}
      add={{
        text: t('Add surcharge'),
        disabled: fields.length >= MAX_SURCHARGES,
        onClick: () => append({ cardType: free, percent: '' }, { shouldFocus: false }),
      }}
      empty={{
        title: t('No surcharge'),
        description: t('Cards are charged exactly what is paid.'),
      }}
    />
  );
}

// What paying by card costs the customer on top, by the card's type, with an example of what is charged.
import { Plus, Trash2 } from 'lucide-react';
import { Button, Card, CardHeader, EmptyState, Field, Input, Select, Table, TBody, Td, Th, THead, useFormat } from '@waybill/plugin';
import { useFieldArray, useFormContext, useWatch } from '@waybill/plugin/forms';
import { cardName } from '../../../kit/card-names.ts';
import { useT } from '../../../lib/i18n.ts';
import { readNumber } from '../../../lib/numbers.ts';

const NAME = 'cardPayment.surcharges';
const MAX_SURCHARGES = 20;
const EXAMPLE = 100;
/** As providers name them. */
const TYPES = ['visa', 'mastercard', 'american express', 'discover', 'jcb', 'unionpay'];

export function Surcharges() {
  const t = useT();
  const format = useFormat();
  const { register, getFieldState, formState } = useFormContext();
  const { fields, append, remove } = useFieldArray({ name: NAME, keyName: 'key' });
  const typed = (useWatch({ name: NAME }) as { cardType: string; percent: string }[] | undefined) ?? [];
  const nameOf = (type: string) => (type === '' ? t('All other cards') : (cardName(type) ?? type));
  const errorOf = (path: string) => getFieldState(path, formState).error?.message;
  const free = ['', ...TYPES].find((type) => !typed.some((one) => one.cardType === type)) ?? '';
  const add = (
    <Button variant="outline" size="sm" disabled={fields.length >= MAX_SURCHARGES} onClick={() => append({ cardType: free, percent: '' }, { shouldFocus: false })}>
      <Plus aria-hidden /> {t('Add surcharge')}
    </Button>
  );
  return (
    <Card data-field={NAME} tabIndex={-1}>
      <CardHeader title={t('Surcharges')} description={t('What paying by card costs the customer on top of what is paid, with tax.')} actions={fields.length > 0 && add} />
      {fields.length === 0 ? (
        <EmptyState title={t('No surcharge')} description={t('Cards are charged exactly what is paid.')} action={add} className="py-8" />
      ) : (
        <Table label={t('Surcharges')}>
          <THead>
            <tr>
              <Th>{t('Cards')}</Th>
              <Th numeric>{t('Surcharge (%)')}</Th>
              <Th className="max-sm:hidden">{t('Example')}</Th>
              <Th>
                <span className="sr-only">{t('Actions')}</span>
              </Th>
            </tr>
          </THead>
          <TBody>
            {fields.map(({ key }, at) => {
              const [type, percent] = [typed[at]?.cardType ?? '', readNumber(typed[at]?.percent ?? '')];
              return (
                <tr key={key}>
                  <Td className="align-top">
                    <Field label={t('Cards')} labelHidden error={errorOf(`${NAME}.${at}.cardType`)}>
                      <Select {...register(`${NAME}.${at}.cardType`)}>
                        {['', ...TYPES, ...(TYPES.includes(type) || type === '' ? [] : [type])].map((one) => (
                          <option key={one} value={one}>
                            {nameOf(one)}
                          </option>
                        ))}
                      </Select>
                    </Field>
                  </Td>
                  <Td className="w-32 align-top">
                    <Field label={t('Surcharge (%)')} labelHidden error={errorOf(`${NAME}.${at}.percent`)}>
                      <Input autoComplete="off" dir="ltr" inputMode="decimal" className="text-end tabular-nums" {...register(`${NAME}.${at}.percent`)} />
                    </Field>
                  </Td>
                  <Td className="text-muted-foreground max-sm:hidden">
                    {percent !== null && t('{amount} is charged as {total}', { amount: format.money(EXAMPLE), total: format.money(EXAMPLE * (1 + percent / 100)) })}
                  </Td>
                  <Td className="w-px align-top">
                    <Button variant="ghost" size="icon" aria-label={t('Remove {name}', { name: nameOf(type) })} onClick={() => remove(at)}>
                      <Trash2 aria-hidden />
                    </Button>
                  </Td>
                </tr>
              );
            })}
          </TBody>
        </Table>
      )}
    </Card>
  );
}

// The extras a carrier may price or refuse, and dangerous goods.
import { Card, CardHeader, Checkbox, Field, Input } from '@waybill/plugin';
import { Controller, useFormContext, useWatch } from '@waybill/plugin/forms';
import { UnNumberField } from '../../../kit/pickers/UnNumberField.tsx';
import { findOwnDangerousGoods, hazardText } from '../../../lib/dangerous-goods.ts';
import { useT } from '../../../lib/i18n.ts';
import { options } from '../../../lib/bookings/options.ts';
import type { QuoteDraft } from '../model.ts';

export function OptionsSection({ dangerousGoods, isTenant }: { dangerousGoods: boolean; isTenant: boolean }) {
  const t = useT();
  const { control, register, setValue, formState } = useFormContext<QuoteDraft>();
  const chosen = useWatch({ control, name: 'options' });
  const customerId = useWatch({ control, name: 'customerId' });
  const isDangerous = useWatch({ control, name: 'isDangerousGood' });
  const errors = formState.errors;
  return (
    <Card>
      <CardHeader title={t('Options')} />
      <div className="grid grid-cols-1 gap-x-6 gap-y-2 sm:grid-cols-2 lg:grid-cols-3">
        {options.map((option) => (
          <Checkbox
            key={option.key}
            label={t(option.label)}
            checked={Boolean(chosen[option.key])}
            onChange={(event) => setValue('options', { ...chosen, [option.key]: event.target.checked }, { shouldDirty: true })}
          />
        ))}
        {dangerousGoods && <Checkbox label={t('Dangerous goods')} {...register('isDangerousGood')} />}
      </div>
      {dangerousGoods && isDangerous && (
        <div className="mt-3 grid gap-3 border-t border-border pt-3 sm:grid-cols-3">
          <Field label={t('UN Number')} error={errors.dangerousGoodUNCode?.message}>
            <Controller
              control={control}
              name="dangerousGoodUNCode"
              render={({ field }) => (
                <UnNumberField
                  name={field.name}
                  value={field.value}
                  onChange={field.onChange}
                  onChoose={(goods) => {
                    const set = { shouldDirty: true, shouldValidate: formState.isSubmitted };
                    setValue('dangerousGoodUNCode', `UN${goods.unNumber}`, set);
                    setValue('dangerousGoodDescription', `${goods.unDescription}, ${hazardText(goods)}`.slice(0, 200), set);
                  }}
                  own={customerId === null && isTenant ? undefined : (text, signal) => findOwnDangerousGoods(isTenant ? customerId : null, text, signal)}
                />
              )}
            />
          </Field>
          <Field label={t('Package type')} optional error={errors.dangerousGoodPackageType?.message}>
            <Input {...register('dangerousGoodPackageType')} placeholder={t('Steel drum')} />
          </Field>
          <Field label={t('Description')} optional error={errors.dangerousGoodDescription?.message}>
            <Input {...register('dangerousGoodDescription')} placeholder={t('Paint, class 3, packing group II')} />
          </Field>
        </div>
      )}
    </Card>
  );
}

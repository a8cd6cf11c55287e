// Dangerous goods declaration.
import { Input } from '@waybill/plugin';
import { Controller, useFormContext, useWatch } from '@waybill/plugin/forms';
import { useSession } from '../../../api/session.ts';
import { UnNumberField } from '../../../kit/pickers/UnNumberField.tsx';
import { findOwnDangerousGoods, hazardText } from '../../../lib/dangerous-goods.ts';
import { useT } from '../../../lib/i18n.ts';
import type { QuoteDraft } from '../model.ts';
import { Cell } from './Cell.tsx';

export function DangerousFields() {
  const t = useT();
  const { isTenant } = useSession();
  const { control, register, setValue, formState } = useFormContext<QuoteDraft>();
  const customerId = useWatch({ control, name: 'customerId' });
  const { errors } = formState;
  return (
    <>
      <Cell label={t('UN Number')} optional={false} error={errors.dangerousGoodUNCode?.message}>
        <Controller
          control={control}
          name="dangerousGoodUNCode"
          render={({ field }) => (
            <UnNumberField
              name={field.name}
              isFlat
              value={field.value}
              onChange={field.onChange}
              onChoose={(goods) => {
                const set = { shouldDirty: true, shouldValidate: formState.isSubmitted };
                setValue('dangerousGoodUNCode', `UN${goods.unNumber}`, set);
                setValue(
                  'dangerousGoodDescription',
                  `${goods.unDescription}, ${hazardText(goods)}`.slice(0, 200),
                  set,
                );
              }}
              own={
                customerId === null && isTenant
                  ? undefined
                  : (text, signal) =>
                      findOwnDangerousGoods(isTenant ? customerId : null, text, signal)
              }
            />
          )}
        />
      </Cell>
      <Cell label={t('Package type')} error={errors.dangerousGoodPackageType?.message}>
        <Input {...register('dangerousGoodPackageType')} placeholder={t('Steel drum')} />
      </Cell>
      <Cell label={t('Description')} error={errors.dangerousGoodDescription?.message}>
        <Input
          {...register('dangerousGoodDescription')}
          placeholder={t('Paint, class 3, packing group II')}
        />
      </Cell>
    </>
  );
}

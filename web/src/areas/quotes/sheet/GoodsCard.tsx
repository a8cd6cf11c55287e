// Goods: entry, table, totals, options.
import type { RefObject } from 'react';
import { Card, Combobox, cn } from '@waybill/plugin';
import { Controller, useFormContext, useWatch } from '@waybill/plugin/forms';
import { usePermissions, useSession } from '../../../api/session.ts';
import { AddItem, ItemRows, ItemTotals, type Describe } from '../../../kit/goods/ItemLines.tsx';
import type { ItemDraft } from '../../../kit/goods/items.ts';
import { useT } from '../../../lib/i18n.ts';
import type { QuoteDraft } from '../model.ts';
import { findProducts, withProduct, type Product } from '../saved.ts';
import { DENSE } from './Cell.tsx';
import { Extras } from './Extras.tsx';
import { QuickEntry, type LastTime } from './QuickEntry.tsx';
import type { LastOptions } from './use-last-time.ts';
import type { Quick } from './use-quick.ts';

export interface GoodsCardProps {
  quick: Quick;
  quickRef: RefObject<HTMLDivElement | null>;
  lastTime: LastTime | null;
  lastOptions?: LastOptions | null;
  isGuest?: boolean;
}

/** A typed product name fills the line. */
function useDescribe(isGuest: boolean): Describe {
  const t = useT();
  const { control, getValues, setValue, formState } = useFormContext<QuoteDraft>();
  const { isTenant } = useSession();
  const customerId = useWatch({ control, name: 'customerId' });
  const hasProducts =
    usePermissions().has('Pages.Product') && !isGuest && (!isTenant || customerId !== null);
  const { isSubmitted } = formState;
  return (index, ids) =>
    hasProducts ? (
      <Controller
        control={control}
        name={`items.${index}.description`}
        render={({ field }) => (
          <Combobox<Product>
            {...ids}
            name={field.name}
            value={null}
            typed={{
              text: field.value,
              onChange: (text) => {
                field.onChange(text.slice(0, 200));
                setValue(`items.${index}.productId`, null);
              },
            }}
            onChange={(product) => {
              if (!product) return;
              const options = { shouldDirty: true, shouldValidate: isSubmitted };
              const filled = withProduct(getValues(`items.${index}`), product);
              for (const [key, value] of Object.entries(filled))
                setValue(`items.${index}.${key as keyof ItemDraft}`, value, options);
              if (product.isDangerousGood) setValue('isDangerousGood', true, options);
            }}
            search={(text, signal) => findProducts(isTenant ? customerId : null, text, signal)}
            getKey={(product) => product.id ?? 0}
            getLabel={(product) => product.name ?? ''}
            placeholder={t('Product')}
          />
        )}
      />
    ) : null;
}

export function GoodsCard({
  quick,
  quickRef,
  lastTime,
  lastOptions = null,
  isGuest = false,
}: GoodsCardProps) {
  const t = useT();
  const describe = useDescribe(isGuest);
  return (
    <Card aria-label={t('Goods')} className={cn('p-3', DENSE)}>
      <header className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <h2 className="text-sm font-semibold">{t('Goods')}</h2>
        <QuickEntry quick={quick} inputRef={quickRef} lastTime={lastTime} isGuest={isGuest} />
        <div className="ms-auto">
          <ItemTotals />
        </div>
      </header>
      <ItemRows describe={describe} />
      <div className="mt-2 flex flex-wrap items-start gap-2">
        <AddItem />
        <Extras isGuest={isGuest} lastOptions={lastOptions} />
      </div>
    </Card>
  );
}

// What is to be carried, with the customer's products to fill a line from.
import { Combobox } from '@waybill/plugin';
import { Controller, useFormContext, useWatch } from '@waybill/plugin/forms';
import { usePermissions } from '../../../api/session.ts';
import { ItemLines, type Describe } from '../../../kit/goods/ItemLines.tsx';
import type { ItemDraft } from '../../../kit/goods/items.ts';
import { useT } from '../../../lib/i18n.ts';
import type { QuoteDraft } from '../model.ts';
import { findProducts, withProduct, type Product } from '../saved.ts';

function ProductOption({ product }: { product: Product }) {
  const t = useT();
  return (
    <span className="grid">
      <span className="flex min-w-0 items-baseline gap-2">
        <span className="truncate font-medium">{product.name}</span>
        {product.isDangerousGood && <span className="shrink-0 text-xs text-warning-text">{t('Dangerous goods')}</span>}
      </span>
      <span className="truncate text-xs text-muted-foreground">{[product.productCode, product.packageType].filter(Boolean).join(' · ')}</span>
    </span>
  );
}

export function ItemsSection({ isTenant }: { isTenant: boolean }) {
  const t = useT();
  const { control, getValues, setValue, formState } = useFormContext<QuoteDraft>();
  const { isSubmitted } = formState;
  const customerId = useWatch({ control, name: 'customerId' });
  const hasProducts = usePermissions().has('Pages.Product') && (!isTenant || customerId !== null);
  const describe: Describe = (index, ids) =>
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
              for (const [key, value] of Object.entries(filled)) setValue(`items.${index}.${key as keyof ItemDraft}`, value, options);
              if (product.isDangerousGood) setValue('isDangerousGood', true, options);
            }}
            search={(text, signal) => findProducts(isTenant ? customerId : null, text, signal)}
            getKey={(product) => product.id ?? 0}
            getLabel={(product) => product.name ?? ''}
            renderItem={(product) => <ProductOption product={product} />}
            placeholder={t('Product')}
          />
        )}
      />
    ) : null;
  return <ItemLines describe={describe} />;
}

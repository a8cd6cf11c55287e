// Goods entry; Enter on an empty line takes the offer of last time.
import type { KeyboardEvent, RefObject } from 'react';
import { Combobox } from '@waybill/plugin';
import { useFormContext, useWatch } from '@waybill/plugin/forms';
import { usePermissions, useSession } from '../../../api/session.ts';
import { useT } from '../../../lib/i18n.ts';
import { packageTypeText } from '../../../lib/package-types.ts';
import type { QuoteDraft } from '../model.ts';
import { findProducts, withProduct, type Product } from '../saved.ts';
import type { Quick } from './use-quick.ts';

/** Choices of an earlier consignment, taken by one key. */
export interface LastTime {
  /** `Enter: as last time, 3 × Carton 40×30×25`. */
  hint: string;
  take: () => void;
}

export interface QuickEntryProps {
  quick: Quick;
  inputRef: RefObject<HTMLDivElement | null>;
  lastTime: LastTime | null;
  isGuest: boolean;
}

function ProductOption({ product }: { product: Product }) {
  const t = useT();
  return (
    <span className="grid">
      <span className="flex min-w-0 items-baseline gap-2">
        <span className="truncate font-medium">{product.name}</span>
        {product.isDangerousGood && (
          <span className="shrink-0 text-xs text-warning-text">{t('Dangerous goods')}</span>
        )}
      </span>
      <span className="truncate text-xs text-muted-foreground">
        {[product.productCode, product.packageType && packageTypeText(product.packageType, t)]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </span>
  );
}

export function QuickEntry({ quick, inputRef, lastTime, isGuest }: QuickEntryProps) {
  const t = useT();
  const { control, setValue, formState } = useFormContext<QuoteDraft>();
  const { isTenant } = useSession();
  const customerId = useWatch({ control, name: 'customerId' });
  const hasProducts =
    usePermissions().has('Pages.Product') && !isGuest && (!isTenant || customerId !== null);
  const { text, problem } = quick;
  const set = { shouldDirty: true, shouldValidate: formState.isSubmitted };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.defaultPrevented || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (text.trim() === '' && lastTime) lastTime.take();
    else quick.commit();
  };
  return (
    <div ref={inputRef} onKeyDown={onKeyDown} className="min-w-0 flex-1 basis-72 sm:max-w-md">
      <Combobox<Product>
        value={null}
        dir="ltr"
        typed={{ text, onChange: quick.setText }}
        onChange={(product) => {
          if (!product) return;
          quick.add(withProduct(quick.blank(), product));
          if (product.isDangerousGood) setValue('isDangerousGood', true, set);
        }}
        search={(typed, signal) =>
          hasProducts
            ? findProducts(isTenant ? customerId : null, typed, signal)
            : Promise.resolve([])
        }
        getKey={(product) => product.id ?? 0}
        getLabel={(product) => product.name ?? ''}
        renderItem={(product) => <ProductOption product={product} />}
        aria-label={t('Add goods')}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem === null ? undefined : 'quick-entry-problem'}
        placeholder={
          lastTime?.hint ??
          (hasProducts ? t('3 ctn 40x30x25 12.5, or a saved product') : t('3 ctn 40x30x25 12.5'))
        }
      />
      {problem !== null && (
        <p
          id="quick-entry-problem"
          role="alert"
          className="mt-1 text-xs font-medium text-destructive-text"
        >
          {t(problem)}
        </p>
      )}
    </div>
  );
}

// Goods entry; Enter on an empty line repeats the last.
import { useState, type KeyboardEvent, type RefObject } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Combobox } from '@waybill/plugin';
import { useFormContext, useWatch } from '@waybill/plugin/forms';
import { usePermissions, useSession } from '../../../api/session.ts';
import { isBlank, type ItemDraft } from '../../../kit/goods/items.ts';
import { readQuick } from '../../../kit/goods/quick.ts';
import { useT } from '../../../lib/i18n.ts';
import { packageTypesQuery, packageTypeText } from '../../../lib/package-types.ts';
import type { QuoteDraft } from '../model.ts';
import { findProducts, withProduct, type Product } from '../saved.ts';

export interface LastTime {
  /** `3 × Carton 40×30×25`. */
  text: string;
  take: () => void;
}

export interface QuickEntryProps {
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

export function QuickEntry({ inputRef, lastTime, isGuest }: QuickEntryProps) {
  const t = useT();
  const { control, getValues, setValue, formState } = useFormContext<QuoteDraft>();
  const { isTenant } = useSession();
  const customerId = useWatch({ control, name: 'customerId' });
  const hasProducts =
    usePermissions().has('Pages.Product') && !isGuest && (!isTenant || customerId !== null);
  const types = useQuery(packageTypesQuery).data?.map(({ name }) => name) ?? [];
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const set = { shouldDirty: true, shouldValidate: formState.isSubmitted };
  const usual = () => getValues('items').at(-1)?.packageType ?? '';
  const add = (item: ItemDraft) => {
    // Replaces the untouched line.
    setValue('items', [...getValues('items').filter((line) => !isBlank(line)), item], set);
    setText('');
    setProblem(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.defaultPrevented || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (text.trim() === '' && lastTime) return lastTime.take();
    const read = readQuick(text, types, usual());
    if (read.item) add(read.item);
    else setProblem(read.problem);
  };
  return (
    <div ref={inputRef} onKeyDown={onKeyDown} className="min-w-0 flex-1 basis-72 sm:max-w-md">
      <Combobox<Product>
        value={null}
        typed={{
          text,
          onChange: (typed) => {
            setText(typed);
            setProblem(null);
          },
        }}
        onChange={(product) => {
          if (!product) return;
          add(withProduct({ ...(readQuick('1', types, usual()).item as ItemDraft) }, product));
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
          lastTime
            ? t('Enter: as last time, {goods}', { goods: lastTime.text })
            : hasProducts
              ? t('3 ctn 40x30x25 12.5, or a saved product')
              : t('3 ctn 40x30x25 12.5')
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

// Customers of a run: all or selected.
import { X } from 'lucide-react';
import { cn, Button } from '@waybill/plugin';
import { CustomerName } from '../../../kit/pickers/CustomerName.tsx';
import { CustomerPicker } from '../../../kit/pickers/CustomerPicker.tsx';
import { useT } from '../../../lib/i18n.ts';

export function CustomerChips({
  ids,
  onChange,
}: {
  ids: readonly number[];
  onChange: (ids: number[]) => void;
}) {
  const t = useT();
  return (
    <div role="group" aria-label={t('Customers')} className="grid content-start gap-1">
      <span className="text-[13px] font-medium">{t('Customers')}</span>
      <div className="flex flex-wrap items-center gap-1.5">
        {ids.length === 0 && (
          <span className="text-[13px] text-muted-foreground">{t('All invoiced customers')}</span>
        )}
        {ids.map((id) => (
          <span
            key={id}
            className={cn(
              'inline-flex h-7 items-center gap-1 rounded-full border border-border',
              'bg-card ps-2.5 pe-0.5 text-[13px]',
            )}
          >
            <CustomerName id={id} />
            <Button
              variant="ghost"
              size="sm"
              className="size-6 p-0"
              aria-label={t('Remove customer {id}', { id })}
              onClick={() => onChange(ids.filter((one) => one !== id))}
            >
              <X aria-hidden />
            </Button>
          </span>
        ))}
        {/* Chosen ones become chips, so the picker stays empty. */}
        <CustomerPicker
          value={null}
          aria-label={t('Add a customer')}
          empty={ids.length === 0 ? t('All customers') : t('Add a customer')}
          className="h-7.5 w-56 text-[13px]"
          onChange={(customer) =>
            customer && !ids.includes(customer.id) && onChange([...ids, customer.id])
          }
        />
      </div>
    </div>
  );
}

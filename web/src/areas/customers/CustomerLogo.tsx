// A customer's logo; staff can change it.
import { useQuery } from '@tanstack/react-query';
import { cn, Skeleton } from '@waybill/plugin';
import { LogoCard } from '../../kit/LogoCard.tsx';
import { useT } from '../../lib/i18n.ts';
import { logoQuery, removeLogo, saveLogo } from './logo.ts';
import { customerName, type Customer } from './model.ts';

export function CustomerLogo({
  id,
  customer,
  mayChange,
  className,
}: {
  id: number;
  customer: Customer;
  mayChange: boolean;
  className?: string;
}) {
  const t = useT();
  const logo = useQuery(logoQuery(id, customer.customerLogo));
  if (customer.customerLogo && logo.isPending)
    return <Skeleton className={cn('h-44', className)} />;
  const shown = (customer.customerLogo && logo.data) || null;
  if (!shown && !mayChange) return null;
  return (
    <LogoCard
      description={t(
        'Shown on this page and to the customer’s own users. PNG, JPEG or GIF, up to 1 MB.',
      )}
      shown={shown}
      alt={t('The logo of {name}', { name: customerName(customer) })}
      grounds={['light']}
      stored={shown !== null}
      mayChange={mayChange}
      {...(className ? { className } : {})}
      save={(file) => saveLogo(id, customer, file)}
      remove={() => removeLogo(id, customer)}
      afterwards={t('The name is shown instead.')}
    />
  );
}

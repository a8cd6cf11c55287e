// Sheet head: customer, status, reference, drafts.
import { useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { cn, Field, Input, useFormat, words } from '@waybill/plugin';
import { useFormContext, useWatch } from '@waybill/plugin/forms';
import { ReferenceFields } from '../../../kit/ReferenceFields.tsx';
import { FormCustomerPicker } from '../../../kit/pickers/CustomerPicker.tsx';
import { useT } from '../../../lib/i18n.ts';
import { HeadingTitle } from '../../../shell/PageHeading.tsx';
import { sendingCustomerQuery } from '../lookups.ts';
import type { QuoteDraft } from '../model.ts';
import { recentCustomers } from '../remembered.ts';
import { DENSE } from './Cell.tsx';

/** Code, kind and credit of the chosen customer. */
function CustomerStanding({ customerId }: { customerId: number }) {
  const t = useT();
  const format = useFormat();
  const { data } = useQuery(sendingCustomerQuery(customerId));
  if (!data) return null;
  const { credit } = data;
  const left =
    credit?.limit != null
      ? t('{left} left of {limit}', {
          left: format.money(credit.available),
          limit: format.money(credit.limit),
        })
      : '';
  const isOver = credit?.available != null && credit.available <= 0;
  return (
    <span className="flex flex-wrap items-center gap-x-1.5 text-xs text-muted-foreground">
      <span>{t(words(data.type ?? ''))}</span>
      {left && (
        <span className={cn('tabular-nums', isOver && 'font-medium text-danger-text')}>
          · {left}
        </span>
      )}
      {data.canSendDG === false && <span>· {t('No dangerous goods')}</span>}
    </span>
  );
}

export interface HeadLineProps {
  isTenant: boolean;
  savedId: number | null;
  keptAt: Date | null;
  onCustomer: () => void;
  actions: ReactNode;
}

export function HeadLine({ isTenant, savedId, keptAt, onCustomer, actions }: HeadLineProps) {
  const t = useT();
  const format = useFormat();
  const title = t('Quote & book');
  const { control, register, formState } = useFormContext<QuoteDraft>();
  const [customerId, references] = useWatch({ control, name: ['customerId', 'references'] });
  const { errors } = formState;
  const [recent] = useState(recentCustomers);
  return (
    <header className={cn('grid gap-1.5', DENSE)}>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1.5">
        <div className="flex min-h-7 flex-wrap items-center gap-x-1">
          <HeadingTitle title={title} breadcrumbs={[{ text: t('Bookings'), href: '/bookings' }]} />
          {savedId !== null && (
            <span className="ms-2 text-xs text-muted-foreground">
              {t('For booking #{savedId}', { savedId })}
            </span>
          )}
        </div>
        {isTenant && (
          <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
            <Field
              label={t('Customer')}
              labelHidden
              error={errors.customerId?.message}
              className="w-72 max-w-full"
            >
              <FormCustomerPicker
                names={{ id: 'customerId', guid: 'customerGuid' }}
                onChosen={onCustomer}
                recent={recent}
                className="h-7 text-[13px]"
              />
            </Field>
            {customerId !== null && <CustomerStanding customerId={customerId} />}
          </div>
        )}
        <Field
          label={t('Reference')}
          labelHidden
          optional
          error={errors.reference?.message}
          className="w-44"
        >
          <Input
            {...register('reference')}
            maxLength={64}
            autoComplete="off"
            placeholder={t('Reference')}
          />
        </Field>
        <div className="ms-auto flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1">
          {keptAt && (
            <span className="text-xs text-muted-foreground tabular-nums">
              {t('Draft saved {time}', { time: format.time(keptAt) })}
            </span>
          )}
          {actions}
        </div>
      </div>
      {references.length > 0 && (
        <div
          role="group"
          aria-label={t('References')}
          className="grid gap-x-3 gap-y-1 sm:grid-cols-3 lg:grid-cols-5"
        >
          <ReferenceFields booking />
        </div>
      )}
    </header>
  );
}

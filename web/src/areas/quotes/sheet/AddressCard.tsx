// One end: search and fields.
import type { ReactNode } from 'react';
import { Card, cn, Input } from '@waybill/plugin';
import { useFormContext, useWatch } from '@waybill/plugin/forms';
import type { End, FoundPlace } from '../../../kit/pickers/places.ts';
import { useT } from '../../../lib/i18n.ts';
import type { QuoteDraft } from '../model.ts';
import { Cell, DENSE } from './Cell.tsx';
import { PlaceSearch } from './PlaceSearch.tsx';

export interface AddressCardProps {
  end: End;
  isGuest?: boolean;
  /** Called for full places, not suburbs. */
  onChosen?: (place: FoundPlace) => void;
  /** Ends the heading. */
  aside?: ReactNode;
  children?: ReactNode;
}

export function AddressCard({ end, isGuest = false, onChosen, aside, children }: AddressCardProps) {
  const t = useT();
  const { control, register, getValues, setValue, formState } = useFormContext<QuoteDraft>();
  const which = end === 'from' ? 'sender' : 'receiver';
  const instructionsField = end === 'from' ? 'specialInstructions' : 'deliveryInstructions';
  const company = useWatch({ control, name: `${which}.companyName` });
  const errors = formState.errors[which];
  const title = end === 'from' ? t('From') : t('To');
  const fill = (place: FoundPlace) => {
    if (place.source === 'Suburb') return;
    const set = { shouldDirty: true, shouldValidate: formState.isSubmitted };
    setValue(which, place.party, set);
    setValue(instructionsField, place.instructions, set);
    if (end === 'to' && place.residential !== null)
      setValue(
        'options',
        { ...getValues('options'), 'delivery:residential': place.residential },
        set,
      );
    onChosen?.(place);
  };
  return (
    <Card
      role="group"
      aria-label={end === 'from' ? t('Pickup from') : t('Deliver to')}
      className={cn('@container p-3', DENSE)}
    >
      <header className="mb-1.5 flex min-h-7 flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 className="text-sm font-semibold">{title}</h2>
        {aside}
      </header>
      <PlaceSearch end={end} label={title} isGuest={isGuest} onChoose={fill} />
      <div className="mt-1.5 grid gap-x-3 gap-y-1 @min-[30rem]:grid-cols-2">
        <Cell label={t('Company')} error={errors?.companyName?.message}>
          <Input {...register(`${which}.companyName`)} maxLength={128} autoComplete="off" />
        </Cell>
        <Cell
          label={t('Contact')}
          optional={company.trim() !== ''}
          error={errors?.contactName?.message}
        >
          <Input {...register(`${which}.contactName`)} maxLength={128} autoComplete="off" />
        </Cell>
        <Cell label={t('Street address')} optional={false} error={errors?.addressLine1?.message}>
          <Input {...register(`${which}.addressLine1`)} maxLength={128} autoComplete="off" />
        </Cell>
        <Cell label={t('Unit, dock')} error={errors?.addressLine2?.message}>
          <Input {...register(`${which}.addressLine2`)} maxLength={128} autoComplete="off" />
        </Cell>
        <Cell label={t('Phone number')} error={errors?.telephone?.message}>
          <Input type="tel" {...register(`${which}.telephone`)} maxLength={32} autoComplete="off" />
        </Cell>
        <Cell label={t('Email')} error={errors?.email?.message}>
          <Input type="email" {...register(`${which}.email`)} maxLength={256} autoComplete="off" />
        </Cell>
        <Cell
          label={t('Instructions')}
          error={formState.errors[instructionsField]?.message}
          className="@min-[30rem]:col-span-2"
        >
          <Input
            {...register(instructionsField)}
            aria-label={end === 'from' ? t('Pickup instructions') : t('Delivery instructions')}
            maxLength={500}
            autoComplete="off"
          />
        </Cell>
      </div>
      {children}
    </Card>
  );
}

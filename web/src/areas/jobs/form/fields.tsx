// Fields of a job: customer, two addresses, times, goods, notes. Chosen values lead to the next.
import { useRef, type ReactNode } from 'react';
import { Card, CardHeader } from '@waybill/plugin';
import { Controller, useFormContext, useWatch } from '@waybill/plugin/forms';
import { usePermissions } from '../../../api/session.ts';
import { AreaField, FlagField, SelectField, TextField } from '../../../kit/form-fields.tsx';
import { AddItem, ItemRows, ItemTotals } from '../../../kit/goods/ItemLines.tsx';
import { QuickLine } from '../../../kit/goods/QuickLine.tsx';
import { CustomerPicker } from '../../../kit/pickers/CustomerPicker.tsx';
import { PlacePicker } from '../../../kit/pickers/PlacePicker.tsx';
import { SwapButton } from '../../../kit/pickers/SwapButton.tsx';
import type { FoundPlace } from '../../../kit/pickers/places.ts';
import { useT } from '../../../lib/i18n.ts';
import { JOB_TYPES } from '../model.ts';
import { partyDraft, type JobDraft } from './draft.ts';
import { useSender } from './use-sender.ts';

const SET = { shouldDirty: true };
const focusOn = (selector: string) =>
  requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus());

function AddressFields({
  end,
  title,
  aside,
  onChosen,
}: {
  end: 'from' | 'to';
  title: string;
  aside?: ReactNode;
  /** After a place with its address, not a suburb. */
  onChosen: () => void;
}) {
  const t = useT();
  const { control, formState, getValues, setValue } = useFormContext<JobDraft>();
  const customerId = useWatch({ control, name: 'customerid' });
  const take = (found: FoundPlace) => {
    if (found.source === 'Suburb') return;
    const before = getValues(end);
    setValue(
      end,
      {
        ...before,
        ...partyDraft(found.party),
        isresidential: found.residential ?? before.isresidential,
        instructions: found.instructions || before.instructions,
      },
      { ...SET, shouldValidate: formState.isSubmitted },
    );
    onChosen();
  };
  return (
    <Card role="group" aria-label={title} className="min-w-0">
      <CardHeader title={title} actions={aside && <span className="-my-1">{aside}</span>} />
      <div className="grid gap-3 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <Controller
            control={control}
            name={`${end}.place`}
            render={({ field }) => (
              <PlacePicker
                end={end}
                label={t('Suburb')}
                name={field.name}
                value={field.value}
                customerId={customerId}
                onChange={field.onChange}
                onChoose={take}
                error={formState.errors[end]?.place?.message}
              />
            )}
          />
        </div>
        <TextField name={`${end}.companyname`} label={t('Company')} optional maxLength={128} />
        <TextField name={`${end}.contactperson`} label={t('Contact')} optional maxLength={128} />
        <TextField
          name={`${end}.addressline1`}
          label={t('Street address')}
          optional
          maxLength={128}
        />
        <TextField name={`${end}.addressline2`} label={t('Unit, level')} optional maxLength={128} />
        <TextField
          name={`${end}.telephone`}
          label={t('Phone number')}
          type="tel"
          dir="ltr"
          optional
          maxLength={32}
        />
        <TextField name={`${end}.email`} label={t('Email')} dir="ltr" optional maxLength={256} />
        <TextField
          name={`${end}.instructions`}
          label={t('Instructions for the address')}
          optional
          maxLength={1000}
          className="sm:col-span-2"
        />
        <FlagField name={`${end}.isresidential`} label={t('Residential address')} />
      </div>
    </Card>
  );
}

function TypeField() {
  const t = useT();
  return (
    <SelectField name="jobtype" label={t('Type')} optional={false}>
      {Object.entries(JOB_TYPES).map(([value, text]) => (
        <option key={value} value={value}>
          {t(text)}
        </option>
      ))}
    </SelectField>
  );
}

function CustomerField({ fills }: { fills: boolean }) {
  const t = useT();
  const { control, getValues, setValue } = useFormContext<JobDraft>();
  const value = useWatch({ control, name: 'customerid' });
  useSender(fills);
  if (!usePermissions().has('Pages.Customer')) return null;
  return (
    <div className="grid content-start gap-1">
      <span className="text-[13px] font-medium">
        {t('Customer')} <span className="font-normal text-muted-foreground">{t('(optional)')}</span>
      </span>
      <CustomerPicker
        name="customerid"
        value={value}
        onChange={(customer) => setValue('customerid', customer?.id ?? null, SET)}
        // Its address becomes the place of pickup of a new job.
        onChosen={() =>
          focusOn(`[name="${fills || getValues('from.place') ? 'to' : 'from'}.place"]`)
        }
      />
    </div>
  );
}

export function GoodsCard() {
  const t = useT();
  return (
    <Card>
      <header className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <h2 className="text-sm font-semibold">{t('Goods')}</h2>
        <QuickLine />
        <div className="ms-auto">
          <ItemTotals />
        </div>
      </header>
      <ItemRows describe={() => null} />
      <div className="mt-2">
        <AddItem />
      </div>
    </Card>
  );
}

function Swap() {
  const { getValues, setValue } = useFormContext<JobDraft>();
  return (
    <SwapButton
      onSwap={() => {
        const { from, to } = getValues();
        setValue('from', to, SET);
        setValue('to', from, SET);
      }}
    />
  );
}

export function TimeSlotField() {
  const t = useT();
  return (
    <TextField
      name="timeslot"
      label={t('Time slot')}
      placeholder="9:00–12:00"
      hint={t('Agreed with the receiver.')}
    />
  );
}

function JobTimes() {
  const t = useT();
  return (
    <Card>
      <CardHeader title={t('Times')} />
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        <TextField name="pickupdate" type="date" label={t('Pickup day')} optional />
        <TextField name="ready" type="datetime-local" label={t('Goods ready')} optional />
        <TextField name="deadline" type="datetime-local" label={t('Deadline')} optional />
        <TimeSlotField />
      </div>
    </Card>
  );
}

export interface JobFieldsProps {
  hasGoods?: boolean;
  /** The customer's address is filled in where nothing is typed. */
  fills?: boolean;
  /** Instead of the times of a single job. */
  times?: ReactNode;
  hasRateNotes?: boolean;
}

export function JobFields({
  hasGoods = true,
  fills = false,
  times = <JobTimes />,
  hasRateNotes = true,
}: JobFieldsProps) {
  const t = useT();
  const goods = useRef<HTMLDivElement>(null);
  return (
    <>
      <Card>
        <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
          <CustomerField fills={fills} />
          <TypeField />
          <TextField name="reference" label={t('Reference')} />
          <TextField name="costcentre" label={t('Cost centre')} />
          <TextField name="servicecode" label={t('Service code')} />
          <TextField name="servicename" label={t('Service')} />
        </div>
      </Card>
      <div className="grid gap-4 lg:grid-cols-2">
        <AddressFields end="from" title={t('From')} onChosen={() => focusOn('[name="to.place"]')} />
        <AddressFields
          end="to"
          title={t('To')}
          aside={<Swap />}
          onChosen={() =>
            requestAnimationFrame(() => goods.current?.querySelector('input')?.focus())
          }
        />
      </div>
      {times}
      {hasGoods && (
        <div ref={goods}>
          <GoodsCard />
        </div>
      )}
      <Card>
        <CardHeader title={t('Notes')} />
        <div className="grid gap-3 lg:grid-cols-3">
          <AreaField name="specialinstructions" label={t('Pickup instructions')} rows={2} />
          <AreaField name="deliveryinstructions" label={t('Delivery instructions')} rows={2} />
          {hasRateNotes && (
            <AreaField
              name="ratenotes"
              label={t('Notes on prices')}
              hint={t('Only your staff sees them.')}
              rows={2}
            />
          )}
        </div>
      </Card>
    </>
  );
}

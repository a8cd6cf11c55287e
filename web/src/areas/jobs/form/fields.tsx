// Fields of a job: customer, two addresses, times, goods, notes.
import { Card, CardHeader } from '@waybill/plugin';
import { Controller, useFormContext, useWatch } from '@waybill/plugin/forms';
import { usePermissions } from '../../../api/session.ts';
import { AreaField, FlagField, SelectField, TextField } from '../../../kit/form-fields.tsx';
import { AddItem, ItemRows, ItemTotals } from '../../../kit/goods/ItemLines.tsx';
import { QuickLine } from '../../../kit/goods/QuickLine.tsx';
import { CustomerPicker } from '../../../kit/pickers/CustomerPicker.tsx';
import { SuburbField } from '../../../kit/pickers/SuburbField.tsx';
import { useT } from '../../../lib/i18n.ts';
import { JOB_TYPES } from '../model.ts';
import type { JobDraft } from './draft.ts';

function AddressFields({ end, title }: { end: 'from' | 'to'; title: string }) {
  const t = useT();
  const { control, formState } = useFormContext<JobDraft>();
  return (
    <Card role="group" aria-label={title} className="min-w-0">
      <CardHeader title={title} />
      <div className="grid gap-3 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <Controller
            control={control}
            name={`${end}.place`}
            render={({ field }) => (
              <SuburbField
                label={t('Suburb')}
                name={field.name}
                value={field.value}
                onChange={field.onChange}
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

function CustomerField() {
  const t = useT();
  const { control, setValue } = useFormContext<JobDraft>();
  const value = useWatch({ control, name: 'customerid' });
  if (!usePermissions().has('Pages.Customer')) return null;
  return (
    <div className="grid content-start gap-1">
      <span className="text-[13px] font-medium">
        {t('Customer')} <span className="font-normal text-muted-foreground">{t('(optional)')}</span>
      </span>
      <CustomerPicker
        name="customerid"
        value={value}
        onChange={(customer) => setValue('customerid', customer?.id ?? null, { shouldDirty: true })}
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

export function JobFields({ hasGoods = true }: { hasGoods?: boolean }) {
  const t = useT();
  return (
    <>
      <Card>
        <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
          <CustomerField />
          <TypeField />
          <TextField name="reference" label={t('Reference')} />
          <TextField name="costcentre" label={t('Cost centre')} />
          <TextField name="servicecode" label={t('Service code')} />
          <TextField name="servicename" label={t('Service')} />
        </div>
      </Card>
      <div className="grid gap-4 lg:grid-cols-2">
        <AddressFields end="from" title={t('From')} />
        <AddressFields end="to" title={t('To')} />
      </div>
      <Card>
        <CardHeader title={t('Times')} />
        <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
          <TextField name="pickupdate" type="date" label={t('Pickup day')} optional />
          <TextField name="ready" type="datetime-local" label={t('Goods ready')} optional />
          <TextField name="deadline" type="datetime-local" label={t('Deadline')} optional />
          <TextField
            name="timeslot"
            label={t('Time slot')}
            placeholder="9:00–12:00"
            hint={t('Agreed with the receiver.')}
          />
        </div>
      </Card>
      {hasGoods && <GoodsCard />}
      <Card>
        <CardHeader title={t('Notes')} />
        <div className="grid gap-3 lg:grid-cols-3">
          <AreaField name="specialinstructions" label={t('Pickup instructions')} rows={2} />
          <AreaField name="deliveryinstructions" label={t('Delivery instructions')} rows={2} />
          <AreaField
            name="ratenotes"
            label={t('Notes on prices')}
            hint={t('Only your staff sees them.')}
            rows={2}
          />
        </div>
      </Card>
    </>
  );
}

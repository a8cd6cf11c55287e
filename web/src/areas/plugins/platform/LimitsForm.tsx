// What a plugin's calls may take, set by the platform's administrator for all tenants or for one.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ApiError, Button, Combobox, ErrorNote, Field, Input, Skeleton, Table, TBody, Td, Th, THead, Tr, useFormat, ValidationSummary } from '@waybill/plugin';
import { queryClient } from '../../../api/query-client.ts';
import { usePermissions } from '../../../api/session.ts';
import { useT } from '../../../lib/i18n.ts';
import { LeaveGuard } from '../../../lib/leave-guard.tsx';
import { toast } from '../../../shell/toast.tsx';
import { readNumber } from '../../tenancy/settings/draft.ts';
import { PERMISSIONS as TENANTS, tenantsQuery, type ListedTenant } from '../../tenancy/platform/queries.ts';
import { limitsWire, limitText, unitText, type Limit } from '../config.ts';
import { platformLimitsQuery, renewLimits, setLimits } from '../config-queries.ts';
import { refusalText } from '../model.ts';

export function Limits({ plugin, name }: { plugin: string; name: string }) {
  const t = useT();
  const { has } = usePermissions();
  const [tenant, setTenant] = useState<ListedTenant | null>(null);
  const [dirty, setDirty] = useState(false);
  const tenantId = tenant?.id ?? null;
  const limits = useQuery(platformLimitsQuery(plugin, tenantId));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {has(TENANTS.see) && (
        <Field label={t('For')} hint={dirty ? t('Save or discard the changes before you choose another tenant.') : t('Empty: for all tenants. A value of a tenant comes before it.')} optional className="max-w-96">
          <Combobox<ListedTenant>
            value={tenant}
            disabled={dirty}
            onChange={setTenant}
            clearable
            minLength={0}
            placeholder={t('All tenants')}
            search={async (text) => (await queryClient.fetchQuery(tenantsQuery(text ? { q: text } : {}))).items}
            getKey={(one) => one.id}
            getLabel={(one) => one.name}
          />
        </Field>
      )}
      {limits.isError ? (
        <ErrorNote title={t('The limits could not be loaded')} error={limits.error} onRetry={() => void limits.refetch()} />
      ) : limits.data ? (
        <Form key={tenantId ?? 0} plugin={plugin} name={name} tenantId={tenantId} limits={limits.data} onDirty={setDirty} />
      ) : (
        <Skeleton className="h-40" />
      )}
    </div>
  );
}

/** Units that the limit's own name says. */
const COUNTED = new Set(['calls', 'lines']);

type Typed = Record<string, string>;
const textOf = ({ value }: Limit) => (value === null || value === undefined ? '' : String(value));

function Form({ plugin, name, tenantId, limits, onDirty }: { plugin: string; name: string; tenantId: number | null; limits: Limit[]; onDirty: (dirty: boolean) => void }) {
  const t = useT();
  const format = useFormat();
  const [typed, setTyped] = useState<Typed>({});
  const [errors, setErrors] = useState<{ fields: Typed; others: string[] }>({ fields: {}, others: [] });
  const [pending, setPending] = useState(false);
  const shown = (limit: Limit) => typed[limit.name] ?? textOf(limit);
  const isDirty = limits.some((limit) => shown(limit).trim() !== textOf(limit));
  const put = (next: Typed) => {
    setTyped(next);
    onDirty(limits.some((limit) => (next[limit.name] ?? textOf(limit)).trim() !== textOf(limit)));
  };
  const save = async () => {
    const values: Record<string, number | null> = {};
    const wrong: Typed = {};
    for (const limit of limits) {
      const text = shown(limit).trim();
      const value = text ? readNumber(text) : null;
      values[limit.name] = value;
      if (text && (value === null || !Number.isInteger(value) || value < 0)) wrong[limit.name] = t('Enter a whole number');
      else if (value !== null && value > limit.most) wrong[limit.name] = t('Must be at most {limit}', { limit: format.number(limit.most) });
    }
    setErrors({ fields: wrong, others: [] });
    if (Object.keys(wrong).length > 0) return;
    setPending(true);
    try {
      await setLimits(plugin, tenantId, limitsWire(values));
      await renewLimits(plugin);
      put({});
      onDirty(false);
      toast({ title: t('The limits of {name} are saved', { name }) });
    } catch (error) {
      const refused = error instanceof ApiError ? error.validationErrors : [];
      const fields: Typed = {};
      const others: string[] = refused.length === 0 ? [refusalText(error)] : [];
      for (const { message, members } of refused) {
        const at = limits.find((limit) => members.some((member) => member.replace(/^limits\./, '') === limit.name));
        if (at) fields[at.name] = message;
        else others.push(message);
      }
      setErrors({ fields, others });
    } finally {
      setPending(false);
    }
  };
  const list = [...Object.entries(errors.fields).map(([field, message]) => ({ message, selector: `[name="${field}"]` })), ...errors.others.map((message) => ({ message }))];
  return (
    <form
      noValidate
      aria-label={t('Limits of {name}', { name })}
      className="grid grid-cols-[minmax(0,1fr)] gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isDirty && !pending) void save();
      }}
    >
      <ValidationSummary errors={list} title={t('Please check')} />
      <Table label={t('Limits')}>
        <THead>
          <tr>
            <Th>{t('Limit')}</Th>
            <Th numeric className="max-md:hidden">
              {t('Default')}
            </Th>
            <Th numeric className="max-md:hidden">
              {t('Most')}
            </Th>
            <Th>{t('Set to')}</Th>
          </tr>
        </THead>
        <TBody>
          {limits.map((limit) => {
            const label = limitText(limit.name, t);
            return (
              <Tr key={limit.name}>
                <Td className="min-w-36">
                  {label}
                  {!COUNTED.has(limit.unit) && <span className="text-xs text-muted-foreground"> {unitText(limit.unit, t)}</span>}
                  <span className="block text-xs text-muted-foreground md:hidden">{t('Default {value}, at most {most}', { value: format.number(limit.default), most: format.number(limit.most) })}</span>
                </Td>
                <Td numeric className="max-md:hidden">
                  {format.number(limit.default)}
                </Td>
                <Td numeric className="max-md:hidden">
                  {format.number(limit.most)}
                </Td>
                <Td className="w-40 min-w-28">
                  <Field label={label} labelHidden optional error={errors.fields[limit.name]}>
                    <Input name={limit.name} inputMode="numeric" autoComplete="off" dir="ltr" placeholder={t('Default')} className="text-end tabular-nums" value={shown(limit)} onChange={(event) => put({ ...typed, [limit.name]: event.target.value })} />
                  </Field>
                </Td>
              </Tr>
            );
          })}
        </TBody>
      </Table>
      <div className="flex flex-wrap items-center justify-end gap-2">
        {isDirty && <p className="me-auto text-[13px] text-muted-foreground">{t('There are unsaved changes.')}</p>}
        {isDirty && (
          <Button
            variant="outline"
            disabled={pending}
            onClick={() => {
              put({});
              setErrors({ fields: {}, others: [] });
            }}
          >
            {t('Discard')}
          </Button>
        )}
        <Button type="submit" pending={pending} disabled={!isDirty && !pending}>
          {t('Save')}
        </Button>
      </div>
      <LeaveGuard dirty={isDirty && !pending} />
    </form>
  );
}

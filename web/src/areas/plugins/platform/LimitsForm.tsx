// Call limits of all tenants or one.
import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import {
  ErrorNote,
  Field,
  Input,
  Skeleton,
  Table,
  TBody,
  Td,
  Th,
  THead,
  Tr,
  useFormat,
  readNumber,
  writeNumber,
} from '@waybill/plugin';
import { usePermissions } from '../../../api/session.ts';
import { useRecordForm } from '../../../kit/form.ts';
import { FormPage } from '../../../kit/FormPage.tsx';
import {
  TenantPicker,
  TENANTS_PERMISSION,
  type PickedTenant,
} from '../../../kit/pickers/TenantPicker.tsx';
import { useT } from '../../../lib/i18n.ts';
import { limitsWire, limitText, unitText, type Limit } from '../config.ts';
import { platformLimitsQuery, renewLimits, setLimits } from '../config-queries.ts';
import { refusalText } from '../model.ts';

export function Limits({ plugin, name }: { plugin: string; name: string }) {
  const t = useT();
  const { has } = usePermissions();
  const [tenant, setTenant] = useState<PickedTenant | null>(null);
  const [dirty, setDirty] = useState(false);
  const tenantId = tenant?.id ?? null;
  const limits = useQuery(platformLimitsQuery(plugin, tenantId));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {has(TENANTS_PERMISSION) && (
        <Field
          label={t('Tenant')}
          hint={
            dirty
              ? t('Save or discard your changes before choosing another tenant.')
              : t("Leave empty to apply to all tenants. A tenant's own value takes precedence.")
          }
          optional
          className="max-w-96"
        >
          <TenantPicker
            value={tenant}
            disabled={dirty}
            onChange={setTenant}
            placeholder={t('All tenants')}
          />
        </Field>
      )}
      {limits.isLoadingError ? (
        <ErrorNote
          title={t('The limits could not be loaded')}
          error={limits.error}
          onRetry={() => void limits.refetch()}
        />
      ) : limits.data ? (
        <Form
          key={tenantId ?? 0}
          plugin={plugin}
          name={name}
          tenantId={tenantId}
          limits={limits.data}
          onDirty={setDirty}
        />
      ) : (
        <Skeleton className="h-40" />
      )}
    </div>
  );
}

/** Named in the limit. */
const COUNTED = new Set(['calls', 'lines']);

const valuesOf = (limits: readonly Limit[]) => ({
  limits: limits.map(({ value }) => ({
    value: value === null || value === undefined ? '' : writeNumber(value),
  })),
});

function Form({
  plugin,
  name,
  tenantId,
  limits,
  onDirty,
}: {
  plugin: string;
  name: string;
  tenantId: number | null;
  limits: Limit[];
  onDirty: (dirty: boolean) => void;
}) {
  const t = useT();
  const format = useFormat();
  const form = useRecordForm({
    record: limits,
    values: valuesOf,
    check: ({ limits: typed }) =>
      Object.fromEntries(
        typed.flatMap(({ value: text }, index) => {
          const max = limits[index]?.most ?? 0;
          const value = text.trim() ? readNumber(text) : 0;
          if (value === null || !Number.isInteger(value) || value < 0)
            return [[`limits.${index}.value`, t('Enter a whole number')]];
          return value > max
            ? [
                [
                  `limits.${index}.value`,
                  t('Must be at most {limit}', { limit: format.number(max) }),
                ],
              ]
            : [];
        }),
      ),
    members: Object.fromEntries(
      limits.map((limit, index) => [`limits.${limit.name}`, `limits.${index}.value`]),
    ),
    say: refusalText,
    save: async ({ limits: typed }) => {
      await setLimits(
        plugin,
        tenantId,
        limitsWire(
          Object.fromEntries(
            limits.map((limit, index) => [
              limit.name,
              typed[index]?.value.trim() ? readNumber(typed[index].value) : null,
            ]),
          ),
        ),
      );
      await renewLimits(plugin);
    },
    notice: () => t('Limits of {name} saved', { name }),
  });
  const { dirty } = form;
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  return (
    <FormPage of={form} inCard label={t('Limits of {name}', { name })} className="gap-3">
      <Table label={t('Limits')}>
        <THead>
          <tr>
            <Th>{t('Limit')}</Th>
            <Th numeric className="max-md:hidden">
              {t('Default')}
            </Th>
            <Th numeric className="max-md:hidden">
              {t('Maximum')}
            </Th>
            <Th>{t('Custom value')}</Th>
          </tr>
        </THead>
        <TBody>
          {limits.map((limit, index) => {
            const label = limitText(limit.name, t);
            return (
              <Tr key={limit.name}>
                <Td className="min-w-36">
                  {label}
                  {!COUNTED.has(limit.unit) && (
                    <span className="text-xs text-muted-foreground">
                      {' '}
                      {unitText(limit.unit, t)}
                    </span>
                  )}
                  <span className="block text-xs text-muted-foreground md:hidden">
                    {t('Default {value}, maximum {most}', {
                      value: format.number(limit.default),
                      most: format.number(limit.most),
                    })}
                  </span>
                </Td>
                <Td numeric className="max-md:hidden">
                  {format.number(limit.default)}
                </Td>
                <Td numeric className="max-md:hidden">
                  {format.number(limit.most)}
                </Td>
                <Td className="w-40 min-w-28">
                  <Field
                    label={label}
                    labelHidden
                    optional
                    error={form.form.formState.errors.limits?.[index]?.value?.message}
                  >
                    <Input
                      {...form.form.register(`limits.${index}.value`)}
                      inputMode="numeric"
                      autoComplete="off"
                      dir="ltr"
                      placeholder={t('Default')}
                      className="text-end tabular-nums"
                    />
                  </Field>
                </Td>
              </Tr>
            );
          })}
        </TBody>
      </Table>
    </FormPage>
  );
}

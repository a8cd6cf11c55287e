// Roles at first sign-in; text if not visible.
import { useQuery } from '@tanstack/react-query';
import { Checkbox, Skeleton } from '@waybill/plugin';
import { useController } from '@waybill/plugin/forms';
import { api } from '../../../api/client.ts';
import { useT } from '../../../lib/i18n.ts';
import { WordsField } from '../../../kit/form-fields.tsx';

const rolesQuery = {
  queryKey: ['roles', 'names'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.get(
      '/api/core/role/getroles',
      { maxResultCount: 1000, sorting: 'displayName' },
      { signal },
    ),
};

export function RolesField({
  name,
  label,
  className,
}: {
  name: string;
  label: string;
  className?: string;
}) {
  const t = useT();
  const roles = useQuery({ ...rolesQuery, retry: false });
  const { field } = useController({ name });
  const chosen = (field.value as string[] | null) ?? [];
  if (roles.isPending) return <Skeleton className="h-8.5" />;
  const listed = roles.data?.items ?? [];
  if (listed.length === 0)
    return (
      <WordsField
        name={name}
        label={label}
        optional
        separator={/,/}
        hint={t('Role names, separated by commas.')}
        {...(className ? { className } : {})}
      />
    );
  // A deleted role can still be removed.
  const all = [
    ...listed,
    ...chosen
      .filter((role) => !listed.some((one) => one.name === role))
      .map((role) => ({ id: role, name: role, displayName: role })),
  ];
  const toggle = (role: string, on: boolean) =>
    field.onChange(on ? [...chosen, role] : chosen.filter((one) => one !== role));
  return (
    <fieldset className={className}>
      <legend className="mb-1 text-[13px] font-medium">{label}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1.5">
        {all.map((role) => (
          <Checkbox
            key={role.id}
            label={role.displayName}
            checked={chosen.includes(role.name)}
            onChange={(event) => toggle(role.name, event.target.checked)}
          />
        ))}
      </div>
    </fieldset>
  );
}

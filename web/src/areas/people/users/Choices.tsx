// Role and unit choices of users.
import { useId, useState } from 'react';
import { Badge, Checkbox, Input } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import type { Unit } from '../units/model.ts';
import type { UserForEdit } from '../../../lib/people/model.ts';

const manyEntries = 12;

interface RoleChoiceProps {
  roles: UserForEdit['roles'];
  chosen: readonly string[];
  onChange: (names: string[]) => void;
  disabled: boolean;
  /** New users always get the default roles. */
  isNew: boolean;
}

export function RoleChoice({ roles, chosen, onChange, disabled, isNew }: RoleChoiceProps) {
  const t = useT();
  const [text, setText] = useState('');
  const searchText = text.trim().toLocaleLowerCase();
  const shown = roles.filter((role) =>
    role.roleDisplayName.toLocaleLowerCase().includes(searchText),
  );
  if (roles.length === 0)
    return <p className="text-[13px] text-muted-foreground">{t('There are no roles yet.')}</p>;
  return (
    <fieldset data-field="roles" tabIndex={-1} className="grid gap-2 outline-none">
      <legend className="sr-only">{t('Roles')}</legend>
      {roles.length > manyEntries && (
        <Input
          type="search"
          aria-label={t('Search roles')}
          placeholder={t('Search roles')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      <div className="grid max-h-72 gap-2 overflow-y-auto p-0.5">
        {shown.map((role) => {
          const isPreset = isNew && Boolean(role.isDefault);
          return (
            <Checkbox
              key={role.roleId}
              checked={isPreset || chosen.includes(role.roleName)}
              disabled={disabled || isPreset}
              onChange={(event) =>
                onChange(
                  event.target.checked
                    ? [...chosen, role.roleName]
                    : chosen.filter((name) => name !== role.roleName),
                )
              }
              label={
                <span className="flex flex-wrap items-center gap-x-2 break-words [overflow-wrap:anywhere]">
                  {role.roleDisplayName}
                  {role.isDefault && <Badge>{t('Default')}</Badge>}
                </span>
              }
            />
          );
        })}
        {shown.length === 0 && (
          <p className="text-[13px] text-muted-foreground">{t('No matching roles')}</p>
        )}
      </div>
    </fieldset>
  );
}

interface UnitChoiceProps {
  units: readonly Unit[];
  chosen: readonly number[];
  onChange: (ids: number[]) => void;
  disabled: boolean;
}

/** Members of a unit are not members of its parents. */
export function UnitChoice({ units, chosen, onChange, disabled }: UnitChoiceProps) {
  const t = useT();
  const note = useId();
  const [text, setText] = useState('');
  const filterText = text.trim().toLocaleLowerCase();
  const shown = units
    .toSorted((a, b) => (a.code < b.code ? -1 : 1))
    .filter((unit) => unit.displayName.toLocaleLowerCase().includes(filterText));
  if (units.length === 0)
    return (
      <p className="text-[13px] text-muted-foreground">
        {t('There are no organisation units yet.')}
      </p>
    );
  return (
    <fieldset
      data-field="units"
      tabIndex={-1}
      aria-describedby={disabled ? note : undefined}
      className="grid gap-2 outline-none"
    >
      <legend className="sr-only">{t('Organisation units')}</legend>
      {units.length > manyEntries && (
        <Input
          type="search"
          aria-label={t('Search organisation units')}
          placeholder={t('Search organisation units')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      <div className="grid max-h-72 gap-2 overflow-y-auto p-0.5">
        {shown.map((unit) => (
          <div
            key={unit.id}
            style={{
              paddingInlineStart: filterText
                ? 0
                : `${Math.min(unit.code.split('.').length - 1, 8) * 1.25}rem`,
            }}
          >
            <Checkbox
              checked={chosen.includes(unit.id)}
              disabled={disabled}
              onChange={(event) =>
                onChange(
                  event.target.checked
                    ? [...chosen, unit.id]
                    : chosen.filter((id) => id !== unit.id),
                )
              }
              label={
                <span className="break-words [overflow-wrap:anywhere]">{unit.displayName}</span>
              }
            />
          </div>
        ))}
        {shown.length === 0 && (
          <p className="text-[13px] text-muted-foreground">{t('No matching units')}</p>
        )}
      </div>
      {disabled && (
        <p id={note} className="text-xs text-muted-foreground">
          {t('You do not have permission to change members.')}
        </p>
      )}
    </fieldset>
  );
}

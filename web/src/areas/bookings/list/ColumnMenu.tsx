// The choice of columns.
import { Columns3 } from 'lucide-react';
import { useT } from '../../../lib/i18n.ts';
import type { useColumnChoice } from './column-choice.ts';
import type { BookingColumn } from './columns.tsx';
import { FilterMenu } from './FilterMenu.tsx';

export function ColumnMenu({ columns, choice }: { columns: readonly BookingColumn[]; choice: ReturnType<typeof useColumnChoice> }) {
  const t = useT();
  const hideable = columns.filter((column) => !column.fixed);
  const turn = (chosen: readonly string[]) => {
    const turned = hideable.find((column) => chosen.includes(column.id) !== Boolean(choice.visibility[column.id]));
    if (turned) choice.toggle(turned.id, chosen.includes(turned.id));
  };
  return (
    <FilterMenu
      label={t('Columns')}
      variant="ghost"
      size="sm"
      icon={<Columns3 aria-hidden />}
      showCount={false}
      options={hideable.map((column) => ({ value: column.id, label: column.header }))}
      chosen={hideable.filter((column) => choice.visibility[column.id]).map((column) => column.id)}
      onChange={turn}
      {...(choice.isDefault ? {} : { reset: { label: t('Back to the standard columns'), onSelect: choice.reset } })}
    />
  );
}

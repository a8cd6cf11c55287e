// Column visibility, order and density.
import { useState } from 'react';
import { DropdownMenu } from 'radix-ui';
import { ArrowDown, ArrowUp, Check, Columns3 } from 'lucide-react';
import { Button, Dialog, MENU_PANEL, useSpeech } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import { arranged, inOrder, isShown, isUsual, moved, NO_CHOICE, toggled } from './columns.ts';
import { useDensity } from './preferences.ts';
import type { List } from './use-list.ts';

const ITEM =
  'relative flex cursor-pointer items-center rounded-md py-1 pe-3 ps-7 ' +
  'text-[13px] outline-none select-none data-highlighted:bg-accent';

function Tick() {
  return (
    <DropdownMenu.ItemIndicator className="absolute start-2">
      <Check aria-hidden className="size-3.5 text-link" />
    </DropdownMenu.ItemIndicator>
  );
}

function OrderDialog<Row>({ list, onClose }: { list: List<Row>; onClose: () => void }) {
  const t = useT();
  const { columns } = list.declaration;
  const shown = arranged(columns, list.choice);
  const move = (id: string, step: -1 | 1) => list.setChoice(moved(columns, list.choice, id, step));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title={t('Column order')}
      footer={<Button onClick={onClose}>{t('Done')}</Button>}
    >
      <ol className="divide-y divide-border rounded-lg border border-border">
        {shown.map((column, index) => (
          <li key={column.id} className="flex items-center gap-1 py-1 ps-3 pe-1 text-[13px]">
            <span className="min-w-0 flex-1 truncate">{column.header}</span>
            <Button
              variant="ghost"
              size="icon"
              className="size-7"
              disabled={index < 2}
              aria-label={t('Move {name} up', { name: column.header })}
              onClick={() => move(column.id, -1)}
            >
              <ArrowUp aria-hidden />
            </Button>
            <Button
              variant="ghost"
              size="icon"
              className="size-7"
              disabled={index === 0 || index === shown.length - 1}
              aria-label={t('Move {name} down', { name: column.header })}
              onClick={() => move(column.id, 1)}
            >
              <ArrowDown aria-hidden />
            </Button>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

export function ColumnMenu<Row>({ list }: { list: List<Row> }) {
  const t = useT();
  const { direction } = useSpeech();
  const [density, setDensity] = useDensity();
  const [ordering, setOrdering] = useState(false);
  const { choice, setChoice } = list;
  const { columns } = list.declaration;
  const hideable = inOrder(columns, choice).filter((column) => !column.fixed);
  const stay = (event: Event) => event.preventDefault();
  return (
    <>
      <DropdownMenu.Root modal={false} dir={direction}>
        <DropdownMenu.Trigger asChild>
          <Button
            variant="outline"
            size="sm"
            className="h-8 text-[13px] max-md:hidden"
            title={t('Columns')}
          >
            <Columns3 aria-hidden /> <span className="@max-[74rem]:sr-only">{t('Columns')}</span>
          </Button>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content
            align="end"
            sideOffset={4}
            collisionPadding={8}
            className={`${MENU_PANEL} max-h-(--radix-dropdown-menu-content-available-height) overflow-y-auto`}
          >
            {hideable.map((column) => (
              <DropdownMenu.CheckboxItem
                key={column.id}
                checked={isShown(column, choice)}
                onCheckedChange={() => setChoice(toggled(columns, choice, column.id))}
                onSelect={stay}
                className={ITEM}
              >
                <Tick />
                {column.header}
              </DropdownMenu.CheckboxItem>
            ))}
            <DropdownMenu.Separator className="-mx-1 my-1 h-px bg-border" />
            <DropdownMenu.Item onSelect={() => setOrdering(true)} className={ITEM}>
              {t('Column order…')}
            </DropdownMenu.Item>
            {!isUsual(choice) && (
              <DropdownMenu.Item onSelect={() => setChoice(NO_CHOICE)} className={ITEM}>
                {t('Reset columns')}
              </DropdownMenu.Item>
            )}
            <DropdownMenu.CheckboxItem
              checked={density === 'comfortable'}
              onCheckedChange={(on) => setDensity(on ? 'comfortable' : 'compact')}
              onSelect={stay}
              className={ITEM}
            >
              <Tick />
              {t('More space between the rows')}
            </DropdownMenu.CheckboxItem>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {ordering && <OrderDialog list={list} onClose={() => setOrdering(false)} />}
    </>
  );
}

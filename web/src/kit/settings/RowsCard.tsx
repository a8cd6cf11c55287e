// Editable rows in a settings form, with focus management.
import { useEffect, useRef, type ReactNode } from 'react';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import {
  Button,
  Card,
  CardHeader,
  cn,
  EmptyState,
  Field,
  Table,
  TBody,
  Td,
  Th,
  THead,
} from '@waybill/plugin';
import { useFormContext } from '@waybill/plugin/forms';
import { useT } from '../../lib/i18n.ts';

export interface RowsColumn {
  header: string;
  numeric?: boolean;
  className?: string;
  cell: (at: number) => ReactNode;
}

export interface RowsAction {
  text: string;
  icon?: ReactNode;
  disabled?: boolean;
  /** Set for secondary content. */
  quiet?: boolean;
  onClick: () => void;
}

export interface RowsCardProps {
  /** List field; list errors are shown above the rows. */
  name: string;
  title: string;
  description?: ReactNode;
  columns: readonly RowsColumn[];
  keys: readonly (string | number)[];
  rowClass?: (at: number) => string | undefined;
  nameOf: (at: number) => string;
  onRemove: (at: number) => void;
  /** Set if the order matters; moves a row by one place. */
  onMove?: (from: number, to: number) => void;
  /** Adds an empty row and focuses it. */
  add?: RowsAction;
  empty: { title: string; description: string };
  /** Actions below non-empty rows. */
  below?: readonly RowsAction[];
  /** Between heading and rows. */
  children?: ReactNode;
}

type Control = 'field' | 'remove' | 'up' | 'down';
type Goal = { row: number; control: Control } | { pressed: Element };

/** Selectors by preference: at either end, a row moves in one direction only. */
const CONTROLS: Record<Control, readonly string[]> = {
  field: ['input, select, textarea'],
  remove: ['[data-remove]'],
  up: ['[data-up]:enabled', '[data-down]:enabled'],
  down: ['[data-down]:enabled', '[data-up]:enabled'],
};

const controlIn = (row: HTMLElement | undefined, control: Control) =>
  CONTROLS[control].map((one) => row?.querySelector<HTMLElement>(one)).find(Boolean);

/** A field of a row: its label is the column's, its error its own. */
export function RowField({
  name,
  label,
  children,
}: {
  name: string;
  label: string;
  children: ReactNode;
}) {
  const { getFieldState, formState } = useFormContext();
  return (
    <Field label={label} labelHidden error={getFieldState(name, formState).error?.message}>
      {children}
    </Field>
  );
}

function MoveButtons({
  name,
  isFirst,
  isLast,
  onMove,
}: {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (control: 'up' | 'down', to: -1 | 1) => void;
}) {
  const t = useT();
  return (
    <>
      <Button
        data-up
        variant="ghost"
        size="icon"
        disabled={isFirst}
        aria-label={t('Move {name} up', { name })}
        onClick={() => onMove('up', -1)}
      >
        <ArrowUp aria-hidden />
      </Button>
      <Button
        data-down
        variant="ghost"
        size="icon"
        disabled={isLast}
        aria-label={t('Move {name} down', { name })}
        onClick={() => onMove('down', 1)}
      >
        <ArrowDown aria-hidden />
      </Button>
    </>
  );
}

export function RowsCard({
  name,
  title,
  description,
  columns,
  keys,
  rowClass,
  nameOf,
  onRemove,
  onMove,
  add,
  empty,
  below = [],
  children,
}: RowsCardProps) {
  const t = useT();
  const box = useRef<HTMLElement>(null);
  const goal = useRef<Goal | null>(null);
  const { getFieldState, formState } = useFormContext();
  const error = getFieldState(name, formState).error;
  const message = error?.root?.message ?? error?.message;
  const count = keys.length;
  // Every change of the rows renders them; without a goal this does nothing.
  useEffect(() => {
    const next = goal.current;
    goal.current = null;
    if (!next || ('pressed' in next && next.pressed.isConnected)) return;
    const rows = box.current?.querySelectorAll<HTMLElement>('tbody > tr') ?? [];
    const control =
      'row' in next ? controlIn(rows[Math.min(next.row, count - 1)], next.control) : undefined;
    // Without rows, focuses Add.
    (control ?? box.current?.querySelector<HTMLElement>('button:enabled'))?.focus();
  });
  const addButton = add && (
    <Button
      variant="outline"
      size="sm"
      disabled={add.disabled}
      onClick={() => {
        goal.current = { row: count, control: 'field' };
        add.onClick();
      }}
    >
      {add.icon ?? <Plus aria-hidden />} {add.text}
    </Button>
  );
  return (
    <Card ref={box} data-field={name} tabIndex={-1}>
      <CardHeader title={title} description={description} actions={count > 0 && addButton} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {children}
        {message && (
          <p className="text-xs font-medium text-destructive-text first-letter:uppercase">
            {message}
          </p>
        )}
        {count === 0 ? (
          <EmptyState
            title={empty.title}
            description={empty.description}
            action={addButton}
            className="py-8"
          />
        ) : (
          <Table label={title}>
            <THead>
              <tr>
                {columns.map(({ header, numeric, className }) => (
                  <Th
                    key={header}
                    {...(numeric ? { numeric } : {})}
                    className={cn(className, 'align-middle')}
                  >
                    {header}
                  </Th>
                ))}
                <Th>
                  <span className="sr-only">{t('Actions')}</span>
                </Th>
              </tr>
            </THead>
            <TBody>
              {keys.map((key, at) => (
                <tr key={key} className={rowClass?.(at)}>
                  {columns.map(({ header, numeric, className, cell }) => (
                    <Td key={header} className={cn(numeric && 'text-end tabular-nums', className)}>
                      {cell(at)}
                    </Td>
                  ))}
                  <Td className="w-px align-top whitespace-nowrap">
                    {onMove && (
                      <MoveButtons
                        name={nameOf(at)}
                        isFirst={at === 0}
                        isLast={at === count - 1}
                        onMove={(control, to) => {
                          goal.current = { row: at + to, control };
                          onMove(at, at + to);
                        }}
                      />
                    )}
                    <Button
                      data-remove
                      variant="ghost"
                      size="icon"
                      aria-label={t('Remove {name}', { name: nameOf(at) })}
                      onClick={() => {
                        goal.current = { row: at, control: 'remove' };
                        onRemove(at);
                      }}
                    >
                      <Trash2 aria-hidden />
                    </Button>
                  </Td>
                </tr>
              ))}
            </TBody>
          </Table>
        )}
        {count > 0 && below.length > 0 && (
          <div className="flex flex-wrap gap-2">
            {below.map(({ text, icon, disabled, quiet = false, onClick }) => (
              <Button
                key={text}
                variant={quiet ? 'ghost' : 'outline'}
                size="sm"
                disabled={disabled}
                onClick={({ currentTarget }) => {
                  goal.current = { pressed: currentTarget };
                  onClick();
                }}
              >
                {icon} {text}
              </Button>
            ))}
          </div>
        )}
      </div>
    </Card>
  );
}

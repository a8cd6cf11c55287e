// Dialogs: name, move or delete a unit.
import { useState } from 'react';
import { cn, ConfirmDialog, EmptyState, Input } from '@waybill/plugin';
import { useWatch } from '@waybill/plugin/forms';
import { queryClient } from '../../../api/query-client.ts';
import { TextField } from '../../../kit/form-fields.tsx';
import { useRecordForm } from '../../../kit/form.ts';
import { FormDialog } from '../../../kit/FormDialog.tsx';
import { mutate } from '../../../kit/mutate.ts';
import { useT } from '../../../lib/i18n.ts';
import { longestUnitName, type Unit } from './model.ts';
import { lossOf, moveRefusal, nameTaken, wayTo, type UnitNode } from './moves.ts';
import { createUnit, deleteUnit, renameUnit, unitsKey, unitsQuery } from './queries.ts';

/** Null: at the top. */
export type Naming = { rename: UnitNode } | { below: UnitNode | null };

export interface NameDialogProps {
  naming: Naming;
  nodes: readonly UnitNode[];
  onClose: () => void;
  onDone: (unit: Unit) => void;
}

export function NameDialog({ naming, nodes, onClose, onDone }: NameDialogProps) {
  const t = useT();
  const renamed = 'rename' in naming ? naming.rename : null;
  const parent = 'below' in naming ? naming.below : null;
  const form = useRecordForm({
    record: renamed?.unit ?? null,
    values: (unit) => ({ displayName: unit?.displayName ?? '' }),
    rules: { displayName: { needed: t('Enter the name'), max: longestUnitName } },
    check: ({ displayName }) =>
      nameTaken(
        nodes,
        renamed ? renamed.parentId : (parent?.id ?? null),
        displayName.trim(),
        renamed?.id,
      )
        ? { displayName: t('Another unit at this level already has this name') }
        : {},
    save: ({ displayName }, unit) =>
      unit
        ? renameUnit(unit, displayName.trim())
        : createUnit(parent?.unit.id ?? null, displayName.trim()),
    stale: [unitsKey],
    notice: (unit) =>
      renamed
        ? t('{name} saved', { name: unit.displayName })
        : t('{name} created', { name: unit.displayName }),
    saved: (unit) => {
      onDone(unit);
      onClose();
    },
    ...(renamed
      ? {
          newest: async () =>
            (await queryClient.fetchQuery({ ...unitsQuery, staleTime: 0 })).find(
              (unit) => unit.id === renamed.unit.id,
            ) ?? renamed.unit,
        }
      : {}),
  });
  return (
    <FormDialog
      of={form}
      size="sm"
      title={renamed ? t('Rename {name}', { name: renamed.label }) : t('New unit')}
      description={
        renamed ? undefined : parent ? t('Below {name}', { name: parent.label }) : t('Top level')
      }
      action={renamed ? t('Save') : t('Create')}
      onClose={onClose}
    >
      <TextField name="displayName" label={t('Name')} />
    </FormDialog>
  );
}

export interface MoveDialogProps {
  node: UnitNode;
  nodes: readonly UnitNode[];
  onClose: () => void;
  /** Rejections are shown here. */
  onMove: (parentId: string | null) => Promise<void>;
}

/** Select value of the top, where units have no parent. */
const TOP = 'top';

/** Lists every valid target, without dragging. */
export function MoveDialog({ node, nodes, onClose, onMove }: MoveDialogProps) {
  const t = useT();
  const [text, setText] = useState('');
  const form = useRecordForm({
    record: null,
    values: (): { place: string } => ({ place: '' }),
    save: ({ place }) => onMove(place === TOP ? null : place),
    saved: onClose,
  });
  const { setValue, control } = form.form;
  const chosen = useWatch({ control, name: 'place' });
  const searchText = text.trim().toLocaleLowerCase();
  const places = [null, ...nodes.map((entry) => entry.id)]
    .filter((id) => moveRefusal(nodes, node.id, id) === null)
    .map((id) => ({ id, text: id === null ? t('Top level') : wayTo(nodes, id) }))
    .filter((place) => place.text.toLocaleLowerCase().includes(searchText))
    .toSorted((a, b) => (a.id === null ? -1 : b.id === null ? 1 : a.text.localeCompare(b.text)));
  return (
    <FormDialog
      of={form}
      title={t('Move {name}', { name: node.label })}
      description={t('Its members and sub-units are moved too. Choose the new parent.')}
      action={t('Move')}
      disabled={!chosen}
      onClose={onClose}
    >
      <Input
        type="search"
        aria-label={t('Search places')}
        placeholder={t('Search places')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {places.length === 0 ? (
        <EmptyState
          title={searchText ? t('No matching places') : t('It cannot be moved anywhere else')}
        />
      ) : (
        <fieldset className="grid max-h-72 gap-px overflow-y-auto rounded-lg border border-border p-1">
          <legend className="sr-only">{t('Move to')}</legend>
          {places.map((place) => {
            const value = place.id ?? TOP;
            return (
              <label
                key={value}
                className={cn(
                  'flex cursor-pointer items-start gap-2 rounded-md px-2 py-1.5 text-sm',
                  'hover:bg-accent has-focus-visible:outline-2',
                  'has-focus-visible:-outline-offset-2 has-focus-visible:outline-ring',
                  chosen === value && 'bg-accent',
                )}
              >
                <span className="flex h-5 items-center">
                  <input
                    type="radio"
                    name="place"
                    checked={chosen === value}
                    onChange={() => setValue('place', value)}
                    className="size-4 accent-primary"
                  />
                </span>
                <span
                  className={cn(
                    'min-w-0 break-words [overflow-wrap:anywhere]',
                    place.id === null && 'font-medium',
                  )}
                >
                  {place.text}
                </span>
              </label>
            );
          })}
        </fieldset>
      )}
    </FormDialog>
  );
}

export function DeleteDialog({
  node,
  nodes,
  onClose,
  onDeleted,
}: {
  node: UnitNode | null;
  nodes: readonly UnitNode[];
  onClose: () => void;
  onDeleted: (node: UnitNode) => void;
}) {
  const t = useT();
  const loss = node ? lossOf(nodes, node.id) : { units: 0, members: 0 };
  return (
    <ConfirmDialog
      open={node !== null}
      onOpenChange={(open) => !open && onClose()}
      title={t('Delete {name}?', { name: node?.label ?? '' })}
      description={
        <>
          {loss.units > 0 && (
            <strong className="block font-medium text-destructive-text">
              {t(
                'Its {count} sub-units are also deleted.',
                { count: loss.units },
                'Its {count} sub-unit is also deleted.',
              )}
            </strong>
          )}
          {loss.members > 0 && (
            <span className="block">
              {t(
                '{count} memberships are removed. The users are kept.',
                { count: loss.members },
                '{count} membership is removed. The user is kept.',
              )}
            </span>
          )}
          <span className="block">{t('This cannot be undone.')}</span>
        </>
      }
      confirmLabel={
        loss.units > 0
          ? t('Delete {count} units', { count: loss.units + 1 }, 'Delete {count} unit')
          : t('Delete')
      }
      cancelLabel={t('Keep')}
      destructive
      onConfirm={async () => {
        if (!node) return;
        await mutate({
          call: async () => {
            await deleteUnit(node.unit.id);
            onDeleted(node);
          },
          stale: [unitsKey],
          notice: t('{name} deleted', { name: node.label }),
        });
      }}
    />
  );
}

// The questions about an organisation unit: its name, where it goes, and whether it goes altogether.
import { useState, type FormEvent } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, Button, cn, ConfirmDialog, Dialog, EmptyState, errorMessage, ErrorNote, Field, Input } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../shell/toast.tsx';
import { longestUnitName, type Unit } from './model.ts';
import { lossOf, moveRefusal, nameTaken, wayTo, type UnitNode } from './moves.ts';
import { createUnit, deleteUnit, renameUnit, unitsKey } from './queries.ts';

/** A unit to rename, or a parent that gets a new one (null: a new one at the top). */
export type Naming = { rename: UnitNode } | { below: UnitNode | null };

export interface NameDialogProps {
  naming: Naming;
  nodes: readonly UnitNode[];
  onClose: () => void;
  onDone: (unit: Unit) => void;
}

export function NameDialog({ naming, nodes, onClose, onDone }: NameDialogProps) {
  const t = useT();
  const queryClient = useQueryClient();
  const renamed = 'rename' in naming ? naming.rename : null;
  const parent = 'below' in naming ? naming.below : null;
  const [name, setName] = useState(renamed?.label ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: (text: string) => (renamed ? renameUnit(renamed.unit, text) : createUnit(parent?.unit.id ?? null, text)),
    onSuccess: async (unit) => {
      await queryClient.invalidateQueries({ queryKey: unitsKey });
      toast({ title: renamed ? t('{name} is saved', { name: unit.displayName }) : t('{name} is created', { name: unit.displayName }) });
      onDone(unit);
      onClose();
    },
    onError: (error) => setProblem((error instanceof ApiError && error.validationErrors[0]?.message) || errorMessage(error)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = name.trim();
    if (save.isPending) return;
    if (!text) return setProblem(t('Give the name'));
    if ([...text].length > longestUnitName) return setProblem(t('At most {count} characters', { count: longestUnitName }, 'At most {count} character'));
    if (nameTaken(nodes, renamed ? renamed.parentId : (parent?.id ?? null), text, renamed?.id)) return setProblem(t('Another unit beside it has this name'));
    setProblem(null);
    save.mutate(text);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !save.isPending && onClose()}
      size="sm"
      title={renamed ? t('Rename {name}', { name: renamed.label }) : t('New unit')}
      description={renamed ? undefined : parent ? t('Below {name}', { name: parent.label }) : t('At the top of the tree')}
      footer={
        <>
          <Button variant="outline" onClick={onClose} disabled={save.isPending}>
            {t('Cancel')}
          </Button>
          <Button type="submit" form="unit-name" pending={save.isPending}>
            {renamed ? t('Save') : t('Create')}
          </Button>
        </>
      }
    >
      <form id="unit-name" noValidate onSubmit={submit} className="pt-0.5">
        <Field label={t('Name')} error={problem ?? undefined}>
          <Input value={name} onChange={(event) => setName(event.target.value)} autoComplete="off" autoFocus />
        </Field>
      </form>
    </Dialog>
  );
}

export interface MoveDialogProps {
  node: UnitNode;
  nodes: readonly UnitNode[];
  onClose: () => void;
  /** Moves; a refusal is shown here. */
  onMove: (parentId: string | null) => Promise<void>;
}

/** "Move to…": every place the unit can go, by name, for those who do not drag. */
export function MoveDialog({ node, nodes, onClose, onMove }: MoveDialogProps) {
  const t = useT();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<string | null | undefined>(undefined);
  const move = useMutation({ mutationFn: onMove, onSuccess: onClose });
  const wanted = text.trim().toLocaleLowerCase();
  const places = [null, ...nodes.map((entry) => entry.id)]
    .filter((id) => moveRefusal(nodes, node.id, id) === null)
    .map((id) => ({ id, text: id === null ? t('The top of the tree') : wayTo(nodes, id) }))
    .filter((place) => place.text.toLocaleLowerCase().includes(wanted))
    .toSorted((a, b) => (a.id === null ? -1 : b.id === null ? 1 : a.text.localeCompare(b.text)));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !move.isPending && onClose()}
      title={t('Move {name}', { name: node.label })}
      description={t('With its members and everything below it. To where?')}
      footer={
        <>
          <Button variant="outline" onClick={onClose} disabled={move.isPending}>
            {t('Cancel')}
          </Button>
          <Button pending={move.isPending} disabled={chosen === undefined} onClick={() => chosen !== undefined && move.mutate(chosen)}>
            {t('Move')}
          </Button>
        </>
      }
    >
      <div className="grid gap-3 pt-0.5">
        {move.isError && <ErrorNote error={move.error} />}
        <Input type="search" aria-label={t('Search places')} placeholder={t('Search places')} value={text} onChange={(event) => setText(event.target.value)} autoFocus />
        {places.length === 0 ? (
          <EmptyState title={wanted ? t('No place matches') : t('It can go nowhere else')} />
        ) : (
          <fieldset className="grid max-h-72 gap-px overflow-y-auto rounded-lg border border-border p-1">
            <legend className="sr-only">{t('Move to')}</legend>
            {places.map((place) => (
              <label
                key={place.id ?? 'top'}
                className={cn('flex cursor-pointer items-start gap-2 rounded-md px-2 py-1.5 text-sm hover:bg-accent has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-ring', chosen === place.id && 'bg-accent')}
              >
                <span className="flex h-5 items-center">
                  <input type="radio" name="place" checked={chosen === place.id} onChange={() => setChosen(place.id)} className="size-4 accent-primary" />
                </span>
                <span className={cn('min-w-0 break-words [overflow-wrap:anywhere]', place.id === null && 'font-medium')}>{place.text}</span>
              </label>
            ))}
          </fieldset>
        )}
      </div>
    </Dialog>
  );
}

export function DeleteDialog({ node, nodes, onClose, onDeleted }: { node: UnitNode | null; nodes: readonly UnitNode[]; onClose: () => void; onDeleted: (node: UnitNode) => void }) {
  const t = useT();
  const queryClient = useQueryClient();
  const loss = node ? lossOf(nodes, node.id) : { units: 0, members: 0 };
  return (
    <ConfirmDialog
      open={node !== null}
      onOpenChange={(open) => !open && onClose()}
      title={t('Delete {name}?', { name: node?.label ?? '' })}
      description={
        <>
          {loss.units > 0 && <strong className="block font-medium text-destructive-text">{t('The {count} units below it are deleted too.', { count: loss.units }, 'The {count} unit below it is deleted too.')}</strong>}
          {loss.members > 0 && <span className="block">{t('{count} memberships end; the users themselves stay.', { count: loss.members }, '{count} membership ends; the user stays.')}</span>}
          <span className="block">{t('This cannot be undone.')}</span>
        </>
      }
      confirmLabel={loss.units > 0 ? t('Delete {count} units', { count: loss.units + 1 }, 'Delete {count} unit') : t('Delete')}
      cancelLabel={t('Keep')}
      destructive
      onConfirm={async () => {
        if (!node) return;
        await deleteUnit(node.unit.id);
        onDeleted(node);
        await queryClient.invalidateQueries({ queryKey: unitsKey });
        toast({ title: t('{name} is deleted', { name: node.label }) });
      }}
    />
  );
}

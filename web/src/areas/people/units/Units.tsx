// /settings/organization-units: unit tree and members.
import { useCallback, useMemo, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  FolderPlus,
  FolderTree,
  MousePointerClick,
  MoveRight,
  Pencil,
  Search,
  Trash2,
} from 'lucide-react';
import { cn, Button, Card, EmptyState, ErrorNote, Input, Skeleton } from '@waybill/plugin';
import { usePermissions } from '../../../api/session.ts';
import { failure, undoable } from '../../../kit/mutate.ts';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../shell/toast.tsx';
import { SectionHeading } from '../../../shell/SectionHeading.tsx';
import { wholeNumber } from '../../../kit/list/address.ts';
import { matching } from '../../../kit/tree/tree.ts';
import { useAddressState } from '../users/section.ts';
import { DeleteDialog, MoveDialog, NameDialog, type Naming } from './dialogs.tsx';
import { Members } from './Members.tsx';
import { unitPermissions, type Unit } from './model.ts';
import { unitNodes, wayTo, type UnitNode } from './moves.ts';
import { moveUnit, unitsKey, unitsQuery } from './queries.ts';
import { UnitTree, type UnitActions } from './UnitTree.tsx';

const path = '/settings/organization-units';

const parse = (raw: Record<string, unknown>): { unit?: number } => {
  const unit = wholeNumber(raw['unit']);
  return unit ? { unit } : {};
};

const none: Unit[] = [];

/** Moves a unit, with undo. */
function useMove(nodes: readonly UnitNode[]) {
  const t = useT();
  const queryClient = useQueryClient();
  const move = async (id: string, parentId: string | null) => {
    await moveUnit(Number(id), parentId === null ? null : Number(parentId));
    await queryClient.invalidateQueries({ queryKey: unitsKey });
  };
  const moveAndNotify = async (node: UnitNode, parentId: string | null): Promise<void> => {
    const to = nodes.find((entry) => entry.id === parentId)?.label;
    await move(node.id, parentId);
    toast(
      undoable(
        {
          title:
            to === undefined
              ? t('{name} moved to the top level', { name: node.label })
              : t('{name} moved to {parent}', { name: node.label, parent: to }),
        },
        { call: () => move(node.id, node.parentId) },
      ),
    );
  };
  const attempt = async (node: UnitNode, work: Promise<void>) => {
    try {
      await work;
    } catch (error) {
      failure(t('{name} could not be moved', { name: node.label }))(error);
    }
  };
  return { move: moveAndNotify, attempt };
}

export default function Units() {
  const t = useT();
  const { has } = usePermissions();
  const [{ unit: chosenId }, set] = useAddressState(path, parse);
  const units = useQuery(unitsQuery);
  const nodes = useMemo(() => unitNodes(units.data ?? none), [units.data]);
  const [text, setText] = useState('');
  const [naming, setNaming] = useState<Naming | null>(null);
  const [moving, setMoving] = useState<UnitNode | null>(null);
  const [removing, setRemoving] = useState<UnitNode | null>(null);
  const { move, attempt } = useMove(nodes);
  const mayChange = has(unitPermissions.tree);
  const chosen = nodes.find((node) => node.unit.id === chosenId) ?? null;
  const searchText = text.trim().toLocaleLowerCase();
  const shown = useMemo(
    () =>
      searchText
        ? matching(nodes, (node) => node.label.toLocaleLowerCase().includes(searchText)).shown
        : undefined,
    [nodes, searchText],
  );
  const actions: UnitActions = {
    add: (below) => setNaming({ below }),
    rename: (rename) => setNaming({ rename }),
    moveTo: setMoving,
    remove: setRemoving,
  };
  const drop = useCallback(
    (id: string, parentId: string | null) => {
      const node = nodes.find((entry) => entry.id === id);
      if (node) void attempt(node, move(node, parentId));
    },
    [nodes, attempt, move],
  );
  return (
    <>
      <SectionHeading
        title={t('Organisation units')}
        description={t('Branches, depots and teams, and who belongs to them.')}
        actions={[
          ...(mayChange
            ? [
                {
                  text: t('New unit'),
                  icon: <FolderPlus aria-hidden />,
                  primary: true,
                  onClick: () => setNaming({ below: null }),
                },
              ]
            : []),
          ...(mayChange && chosen
            ? [
                {
                  text: t('New unit below'),
                  icon: <FolderPlus aria-hidden />,
                  onClick: () => actions.add(chosen),
                },
                {
                  text: t('Rename…'),
                  icon: <Pencil aria-hidden />,
                  onClick: () => actions.rename(chosen),
                },
                {
                  text: t('Move to…'),
                  icon: <MoveRight aria-hidden className="rtl:-scale-x-100" />,
                  onClick: () => actions.moveTo(chosen),
                },
                {
                  text: t('Delete…'),
                  icon: <Trash2 aria-hidden />,
                  destructive: true,
                  onClick: () => actions.remove(chosen),
                },
              ]
            : []),
        ]}
      />
      {units.isLoadingError ? (
        <ErrorNote
          title={t('The organisation units could not be loaded')}
          error={units.error}
          onRetry={() => void units.refetch()}
        />
      ) : !units.data ? (
        <Card>
          <Skeleton className="h-48" />
        </Card>
      ) : nodes.length === 0 ? (
        <EmptyState
          icon={<FolderTree />}
          title={t('No organisation units yet')}
          description={t('Create one for each branch, depot or team, and add its members.')}
          action={
            mayChange && (
              <Button onClick={() => setNaming({ below: null })}>
                <FolderPlus aria-hidden /> {t('New unit')}
              </Button>
            )
          }
        />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-2">
          <Card className="p-3">
            {nodes.length > 8 && (
              <span className="relative mb-2 block">
                <Search
                  aria-hidden
                  className={cn(
                    'pointer-events-none absolute start-2.5 top-1/2 size-4 -translate-y-1/2',
                    'text-muted-foreground',
                  )}
                />
                <Input
                  type="search"
                  aria-label={t('Search organisation units')}
                  placeholder={t('Search organisation units')}
                  value={text}
                  onChange={(event) => setText(event.target.value)}
                  className="ps-8"
                />
              </span>
            )}
            {shown?.size === 0 ? (
              <p className="px-3 py-6 text-center text-sm text-muted-foreground">
                {t('No matching units')}
              </p>
            ) : (
              <UnitTree
                nodes={nodes}
                shown={shown}
                chosen={chosen?.id ?? null}
                onChoose={(id) => set({ unit: id })}
                mayChange={mayChange}
                actions={actions}
                onDrop={drop}
              />
            )}
            {mayChange && (
              <p className="mt-2 border-t border-border pt-2 text-xs text-muted-foreground">
                {t(
                  'Drag a unit onto another to move it, or choose “Move to…” in its menu. ' +
                    'Press F2 to rename and Delete to delete.',
                )}
              </p>
            )}
          </Card>
          {chosen ? (
            <Members key={chosen.id} node={chosen} way={wayTo(nodes, chosen.id)} />
          ) : (
            <EmptyState
              icon={<MousePointerClick />}
              title={t('Choose a unit')}
              description={t('Its members are shown here.')}
            />
          )}
        </div>
      )}
      {naming && (
        <NameDialog
          naming={naming}
          nodes={nodes}
          onClose={() => setNaming(null)}
          onDone={(unit) => set({ unit: unit.id })}
        />
      )}
      {moving && (
        <MoveDialog
          node={moving}
          nodes={nodes}
          onClose={() => setMoving(null)}
          onMove={(parentId) => move(moving, parentId)}
        />
      )}
      <DeleteDialog
        node={removing}
        nodes={nodes}
        onClose={() => setRemoving(null)}
        onDeleted={(node) => node.id === chosen?.id && set({ unit: node.parentId ?? undefined })}
      />
    </>
  );
}

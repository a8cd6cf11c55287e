// States of a record tab's rows, and the operations that they allow.
import { useState, type ReactNode } from 'react';
import type { QueryKey } from '@tanstack/react-query';
import { ConfirmDialog, remark } from '@waybill/plugin';
import { usePermissions } from '../api/session.ts';
import type { PermissionName } from '../api/types.ts';
import { useT } from '../lib/i18n.ts';
import type { KeyName } from './keys.ts';
import type { RowMenuItem } from './list/RowLine.tsx';
import type { Status } from './list/status.tsx';
import { mutate } from './mutate.ts';

/** Texts are English, marked with msg(); {name} is the record's. */
export interface RecordOperation<O extends string> {
  name: O;
  label: string;
  title: string;
  /** What follows. */
  question: string;
  notice: string;
  icon: ReactNode;
  keyName?: KeyName;
}

export interface RecordStates<O extends string> {
  statuses: Readonly<Record<string, Status>>;
  /** In the order of the record's life; Edit and Delete are the tab's. */
  operations: readonly RecordOperation<O>[];
  /** Permission of the operations. */
  needs: PermissionName;
  process: (
    operation: O,
    ids: number[],
  ) => Promise<readonly (Parameters<typeof remark>[0] & { success: boolean })[]>;
}

interface Row {
  id: number;
  allowedOperations?: readonly string[];
}

/** Entries of a row's menu, and the question before each. */
export function useOperations<R extends Row, O extends string>(
  states: RecordStates<O> | undefined,
  nameOf: (one: R) => string,
  stale: readonly QueryKey[],
): { menu: (one: R) => RowMenuItem[]; dialog: ReactNode } {
  const t = useT();
  const { has } = usePermissions();
  const [asking, setAsking] = useState<{ operation: RecordOperation<O>; record: R } | null>(null);
  if (!states) return { menu: () => [], dialog: null };
  const isAllowed = has(states.needs);
  const menu = (record: R) =>
    states.operations
      .filter(({ name }) => isAllowed && record.allowedOperations?.includes(name))
      .map((operation) => ({
        text: t('{action}…', { action: t(operation.label) }),
        icon: operation.icon,
        ...(operation.keyName ? { keyName: operation.keyName } : {}),
        onClick: () => setAsking({ operation, record }),
      }));
  const name = asking ? nameOf(asking.record) : '';
  const run = async ({ operation, record }: NonNullable<typeof asking>) => {
    const [answer] = await states.process(operation.name, [record.id]);
    if (answer && !answer.success) throw new Error(remark(answer));
  };
  const dialog = (
    <ConfirmDialog
      open={asking !== null}
      onOpenChange={(open) => !open && setAsking(null)}
      title={asking ? t(asking.operation.title, { name }) : ''}
      description={asking ? t(asking.operation.question) : ''}
      confirmLabel={asking ? t(asking.operation.label) : ''}
      cancelLabel={t('Cancel')}
      onConfirm={async () => {
        if (!asking) return;
        await mutate({
          call: () => run(asking),
          stale,
          notice: t(asking.operation.notice, { name }),
        });
      }}
    />
  );
  return { menu, dialog };
}

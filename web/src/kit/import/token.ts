// Imports that the server runs under a token, which is polled.
import type { Schema } from '../../api/types.ts';
import { msg, t } from '../../lib/i18n.ts';
import {
  cancelJob,
  type BegunImport,
  type Foreseen,
  type ImportSource,
  type ImportStatus,
} from './calls.ts';

type ImportProgress = Schema<'ImportStatus'>;

const POLL_INTERVAL_MS = 400;

/** The API description omits this response. */
function tokenOf(answer: unknown): string {
  const token =
    answer !== null && typeof answer === 'object' && 'importToken' in answer
      ? answer.importToken
      : undefined;
  if (typeof token !== 'string')
    throw new Error(t(msg('The server response has no id to follow the import.')));
  return token;
}

export function statusOf({
  isCompleted,
  done,
  total,
  inserted,
  updated,
  refused,
  failure,
}: ImportProgress): ImportStatus {
  const wrong =
    refused > 0
      ? t(
          'Nothing was imported: {number} errors',
          { count: refused, number: refused },
          'Nothing was imported: {number} error',
        )
      : null;
  const why = isCompleted ? (failure ?? wrong) : null;
  return {
    state: !isCompleted ? 'running' : why === null ? 'done' : 'dead',
    hasEnded: isCompleted,
    done,
    total,
    outcome: { inserted, updated, refused: 0 },
    failure: why,
  };
}

export interface TokenImport {
  /** Unique among imports. */
  name: string;
  /** Sends the form; its answer has the token. */
  begin: (form: FormData) => Promise<unknown>;
  status: (importToken: string, signal?: AbortSignal) => Promise<ImportProgress>;
  /** Other members of the form. */
  members?: Readonly<Record<string, string>>;
  undo?: (importToken: string) => Promise<string>;
}

/** Imports a table whole, or nothing of it. */
export function tokenImport({
  name,
  begin,
  status,
  members = {},
  undo,
}: TokenImport): ImportSource {
  const send = async (file: File, dryRun: boolean) => {
    const form = new FormData();
    for (const [member, value] of Object.entries(members)) form.append(member, value);
    form.append('dryRun', String(dryRun));
    form.append('csvFile', file);
    return tokenOf(await begin(form));
  };
  const store = async (file: File): Promise<BegunImport> => {
    const importToken = await send(file, false);
    return {
      key: `${name}/${importToken}`,
      status: async (signal) => statusOf(await status(importToken, signal)),
      // The job's id.
      cancel: () => cancelJob(Number(importToken)),
      ...(undo ? { undo: () => undo(importToken) } : {}),
    };
  };
  return async (file, progress): Promise<Foreseen> => {
    const importToken = await send(file, true);
    let found = await status(importToken);
    while (!found.isCompleted) {
      progress(found);
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
      found = await status(importToken);
    }
    if (found.failure !== null) throw new Error(found.failure);
    const { total, inserted, updated, unchanged, refused, validationErrors, warnings } = found;
    return {
      total,
      inserted,
      updated,
      unchanged,
      refused,
      errors: validationErrors,
      warnings,
      isWhole: true,
      store: () => store(file),
    };
  };
}

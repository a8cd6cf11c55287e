// Imports of rates and zones, polled by token.
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';
import {
  cancelJob,
  type BegunImport,
  type Foreseen,
  type ImportSource,
  type ImportStatus,
} from '../../kit/import/calls.ts';
import { msg, t } from '../../lib/i18n.ts';

type ImportProgress = Schema<'ImportStatus'>;

const POLL_INTERVAL_MS = 400;

const TABLES = {
  rates: { begin: '/api/rates/rate/import-rate', status: '/api/rates/rate/import-status' },
  zones: { begin: '/api/rates/zone/import-zone', status: '/api/rates/zone/import-status' },
} as const;

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

export function rateImport(what: keyof typeof TABLES, rateCardId: number): ImportSource {
  const calls = TABLES[what];
  const begin = async (file: File, dryRun: boolean) => {
    const form = new FormData();
    form.append('rateCardId', String(rateCardId));
    form.append('dryRun', String(dryRun));
    form.append('csvFile', file);
    return tokenOf(await api.upload(calls.begin, form));
  };
  const store = async (file: File): Promise<BegunImport> => {
    const importToken = await begin(file, false);
    return {
      key: `${what}/${importToken}`,
      status: async (signal) => statusOf(await api.get(calls.status, { importToken }, { signal })),
      // The job's id.
      cancel: () => cancelJob(Number(importToken)),
      ...(what === 'rates' ? { undo: () => undoImport(importToken) } : {}),
    };
  };
  return async (file, progress): Promise<Foreseen> => {
    const importToken = await begin(file, true);
    let importStatus = await api.get(calls.status, { importToken });
    while (!importStatus.isCompleted) {
      progress(importStatus);
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
      importStatus = await api.get(calls.status, { importToken });
    }
    if (importStatus.failure !== null) throw new Error(importStatus.failure);
    const { total, inserted, updated, unchanged, refused, validationErrors, warnings } =
      importStatus;
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

export async function undoImport(importToken: string): Promise<string> {
  const { removed, restored } = await api.post('/api/rates/rate/undo-import', { importToken });
  return t(
    '{count} rates removed, {restored} restored',
    { count: removed, restored },
    '{count} rate removed, {restored} restored',
  );
}

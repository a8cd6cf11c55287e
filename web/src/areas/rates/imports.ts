// Imports of rates and zones.
import { api } from '../../api/client.ts';
import type { ImportSource } from '../../kit/import/calls.ts';
import { tokenImport } from '../../kit/import/token.ts';
import { t } from '../../lib/i18n.ts';

const TABLES = {
  rates: { begin: '/api/rates/rate/import-rate', status: '/api/rates/rate/import-status' },
  zones: { begin: '/api/rates/zone/import-zone', status: '/api/rates/zone/import-status' },
} as const;

export function rateImport(what: keyof typeof TABLES, rateCardId: number): ImportSource {
  const calls = TABLES[what];
  return tokenImport({
    name: what,
    members: { rateCardId: String(rateCardId) },
    begin: (form) => api.upload(calls.begin, form),
    status: (importToken, signal) =>
      api.get(calls.status, { importToken }, signal ? { signal } : {}),
    ...(what === 'rates' ? { undo: undoImport } : {}),
  });
}

export async function undoImport(importToken: string): Promise<string> {
  const { removed, restored } = await api.post('/api/rates/rate/undo-import', { importToken });
  return t(
    '{count} rates removed, {restored} restored',
    { count: removed, restored },
    '{count} rate removed, {restored} restored',
  );
}

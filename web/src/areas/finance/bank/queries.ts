// Bank queries; keys begin with 'finance'.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { ApiError, translateMessage } from '@waybill/plugin';
import type { Schema } from '../../../api/types.ts';
import { everyRow } from '../../../lib/all-pages.ts';
import type { ListQuery } from '../../../kit/list/declare.ts';
import type { LineNote } from '../../../kit/import/calls.ts';
import { uploadWithProgress } from '../../../lib/upload.ts';
import { financeKey } from '../queries.ts';
import type { Line, LineStatus } from './model.ts';

const BANK = '/api/finance/bank';
const MAX_LINES = 1000;

export const bankKey = [...financeKey, 'bank'] as const;
export const bankLinesKey = [...bankKey, 'lines'] as const;
export const bankTemplatesKey = [...bankKey, 'templates'] as const;

export const fetchStatements = (query: ListQuery, signal?: AbortSignal) =>
  api.get(`${BANK}/getstatements`, query, signal ? { signal } : {});
export const statementQuery = (id: number) =>
  queryOptions({
    queryKey: [...bankKey, 'one', id],
    queryFn: async ({ signal }) =>
      (await fetchStatements({ filter: `id eq ${id}`, maxResultCount: 1, skipCount: 0 }, signal))
        .items[0] ?? null,
  });

export const fetchLines = (statementId: number, query: ListQuery, signal?: AbortSignal) =>
  api.get(`${BANK}/getlines`, { statementId, ...query }, signal ? { signal } : {});

export const lineCountQuery = (statementId: number, status: LineStatus) =>
  queryOptions({
    queryKey: [...bankLinesKey, statementId, 'count', status],
    queryFn: async ({ signal }) =>
      (
        await fetchLines(
          statementId,
          { filter: `status eq '${status}'`, maxResultCount: 1, skipCount: 0 },
          signal,
        )
      ).totalCount,
  });

export const openLinesQuery = (statementId: number) =>
  queryOptions({
    queryKey: [...bankLinesKey, statementId, 'open'],
    queryFn: ({ signal }) =>
      everyRow<Line>({
        query: {
          filter: "status eq 'Open'",
          sorting: 'lineNumber, id',
          maxResultCount: MAX_LINES,
          skipCount: 0,
        },
        fetch: (query, end) => fetchLines(statementId, query, end),
        rowKey: ({ id }) => id,
        signal,
      }),
    staleTime: 0,
  });

export const acceptLine = async (accepted: Schema<'AcceptBankLine'>) =>
  (await api.post(`${BANK}/acceptline`, accepted)).line;
export const ignoreLine = async (lineId: number) =>
  (await api.post(`${BANK}/ignoreline`, { lineId })).line;
export const takeBackLine = async (lineId: number) =>
  (await api.post(`${BANK}/takebackline`, { lineId })).line;
export const acceptLines = (statementId: number, minimumConfidence: number) =>
  api.post(`${BANK}/acceptlines`, { statementId, minimumConfidence });

export interface NewStatement {
  templateId: number | null;
  account: string | null;
}

/** Unreadable lines; null if all are. */
export interface ReadStatement {
  statement: Schema<'BankStatement'> | null;
  rejected: LineNote[];
}

export async function importStatement(
  file: File,
  how: NewStatement,
  onProgress: (share: number) => void,
): Promise<ReadStatement> {
  const form = new FormData();
  form.append('file', file);
  const { fileName } = await uploadWithProgress(`${BANK}/uploadstatement`, form, { onProgress });
  try {
    const imported = await api.post(`${BANK}/importstatement`, { fileName, ...how });
    return { statement: imported.statement, rejected: rejectedNotes(imported) };
  } catch (error) {
    const rejected = error instanceof ApiError ? refusedNotes(file.name, error) : [];
    if (rejected.length === 0) throw error;
    return { statement: null, rejected };
  }
}

/** Rows count from below a table's headings. */
export function rejectedNotes({
  statement,
  rejectedLines,
}: Schema<'ImportedBankStatement'>): LineNote[] {
  const headings = statement.bankFormat === 'Csv' ? 0 : 1;
  return rejectedLines.map(({ line, field, ...reason }) => ({
    index: line - headings,
    message: translateMessage(reason),
    ...(field ? { column: field } : {}),
  }));
}

/** The same if nothing could be read. */
export function refusedNotes(fileName: string, error: ApiError): LineNote[] {
  const notes = wrongLines(error);
  const isTable = /\.(csv|xlsx)$/i.test(fileName) || notes.some(({ column }) => column);
  return isTable ? notes : notes.map((note) => ({ ...note, index: note.index - 1 }));
}

/** Member names such as `line[3].date`. */
export const wrongLines = ({ validationErrors }: ApiError): LineNote[] =>
  validationErrors.flatMap(({ message, members }) => {
    const named = members.map((member) => /^line\[(\d+)\](?:\.(\w+))?$/.exec(member)).find(Boolean);
    return named
      ? [{ index: Number(named[1]), message, ...(named[2] ? { column: named[2] } : {}) }]
      : [];
  });

export const fetchTemplates = (query: ListQuery, signal?: AbortSignal) =>
  api.get(`${BANK}/gettemplates`, query, signal ? { signal } : {});
export const templatesQuery = queryOptions({
  queryKey: [...bankTemplatesKey, 'every'],
  queryFn: async ({ signal }) =>
    (await fetchTemplates({ sorting: 'name, id', maxResultCount: MAX_LINES, skipCount: 0 }, signal))
      .items,
});
export const saveTemplate = async (template: Schema<'BankTemplateRequest'>) =>
  (await api.post(`${BANK}/createorupdatetemplate`, { template })).template;
export const deleteTemplate = (id: number) => api.del(`${BANK}/deletetemplate`, { id });

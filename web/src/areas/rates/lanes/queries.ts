// Requests of the lane matrix.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import type { Schema } from '../../../api/types.ts';
import type { Method } from '../model.ts';
import { ofCardKey } from '../queries.ts';

const PATH = '/api/rates/rate/matrix';

export interface MatrixQuestion {
  rateCardId: number;
  rateServiceId: number;
  calculationMethod: Method | null;
  day: string;
  /** Sent for cards too large for one response. */
  from: string;
  to: string;
}

export const matrixQuery = (question: MatrixQuestion) =>
  queryOptions({
    queryKey: [...ofCardKey(question.rateCardId), 'matrix', question],
    queryFn: ({ signal }) => api.get(PATH, question, { signal }),
    placeholderData: keepPreviousData,
    // Avoids changes under unsaved edits.
    refetchOnWindowFocus: false,
  });

export const saveMatrix = (body: Schema<'SaveRateMatrix'>) => api.put(PATH, body);

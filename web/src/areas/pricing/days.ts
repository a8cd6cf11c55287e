// A day of the API (2026-01-31) as people read it.
import { formatDate } from '@waybill/plugin';

export const dayText = (day: string): string => formatDate(`${day}T00:00:00Z`, 'UTC');

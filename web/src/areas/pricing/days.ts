// Formats an API day.
import { formatDate } from '@waybill/plugin';

export const dayText = (day: string): string => formatDate(`${day}T00:00:00Z`, 'UTC');

// The device's database of one driver: the queue's, with positions.
import { openDatabase as open } from '../../lib/queue/database.ts';

const VERSION = 1;
const PREFIX = 'waybill-driver';

export const databaseName = (tenantId: number, userId: number): string =>
  `${PREFIX}-${tenantId}-${userId}`;

export const openDatabase = (name: string): Promise<IDBDatabase> =>
  open(name, VERSION, ['positions']);

// Where the list of users is, and where it was left.
import { leftList } from '../../../kit/list/memory.ts';

export const usersPath = '/settings/users';

export const listMemory = { recall: () => leftList(usersPath) };

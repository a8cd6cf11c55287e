// The user list's last URL.
import { leftList } from '../../../kit/list/memory.ts';

export const usersPath = '/settings/users';

export const listMemory = { recall: () => leftList(usersPath) };

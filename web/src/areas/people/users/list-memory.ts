// Address of the user list with its last state.
import { leftList } from '../../../kit/list/memory.ts';

export const usersPath = '/settings/users';

export const listMemory = { recall: () => leftList(usersPath) };

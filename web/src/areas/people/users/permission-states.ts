// Where each of a user's permissions comes from: their roles, given to them alone, or taken from them.

export type PermissionState = 'role' | 'granted' | 'taken' | 'none';

export function permissionState(
  name: string,
  effective: ReadonlySet<string>,
  fromRoles: ReadonlySet<string>,
): PermissionState {
  if (effective.has(name)) return fromRoles.has(name) ? 'role' : 'granted';
  return fromRoles.has(name) ? 'taken' : 'none';
}

/** How many permissions differ from what the roles give. */
export function differences(
  effective: ReadonlySet<string>,
  fromRoles: ReadonlySet<string>,
): { granted: number; taken: number } {
  return {
    granted: [...effective].filter((name) => !fromRoles.has(name)).length,
    taken: [...fromRoles].filter((name) => !effective.has(name)).length,
  };
}

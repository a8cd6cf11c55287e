// Permission sources: role, granted or revoked.

export type PermissionState = 'role' | 'granted' | 'taken' | 'none';

export function permissionState(
  name: string,
  effective: ReadonlySet<string>,
  fromRoles: ReadonlySet<string>,
): PermissionState {
  if (effective.has(name)) return fromRoles.has(name) ? 'role' : 'granted';
  return fromRoles.has(name) ? 'taken' : 'none';
}

/** Counts differences from the roles. */
export function differences(
  effective: ReadonlySet<string>,
  fromRoles: ReadonlySet<string>,
): { granted: number; taken: number } {
  return {
    granted: [...effective].filter((name) => !fromRoles.has(name)).length,
    taken: [...fromRoles].filter((name) => !effective.has(name)).length,
  };
}

// Reading an address's query strictly: what does not pass is gone, rather than left as it was typed.

/**
 * The router lays what a route accepts over what the address says, so a key that is only left out keeps its raw value.
 * Here every key that the route reads and does not accept is set to nothing.
 */
export const strictly =
  <S extends object>(
    keys: readonly (keyof S & string)[],
    read: (raw: Record<string, unknown>) => S,
  ) =>
  (raw: Record<string, unknown>): S => ({
    ...Object.fromEntries(keys.map((key) => [key, undefined])),
    ...read(raw),
  });

/** A record's number in a query; nothing for what is none. */
export const idIn = (value: unknown): number | undefined => {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
};

/** A query that names one record. */
export const oneId = <Key extends string>(key: Key) =>
  strictly<{ [Name in Key]?: number }>(
    [key],
    (raw) => ({ [key]: idIn(raw[key]) }) as { [Name in Key]?: number },
  );

// Strict search parameters: invalid ones are removed.

/** The router merges validated parameters over raw ones, so rejected keys are set to undefined. */
export const strictly =
  <S extends object>(
    keys: readonly (keyof S & string)[],
    read: (raw: Record<string, unknown>) => S,
  ) =>
  (raw: Record<string, unknown>): S => ({
    ...Object.fromEntries(keys.map((key) => [key, undefined])),
    ...read(raw),
  });

/** Record id in a query; undefined if invalid. */
export const idIn = (value: unknown): number | undefined => {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
};

export const oneId = <Key extends string>(key: Key) =>
  strictly<{ [Name in Key]?: number }>(
    [key],
    (raw) => ({ [key]: idIn(raw[key]) }) as { [Name in Key]?: number },
  );

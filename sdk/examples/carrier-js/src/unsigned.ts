// Unsigned integers: the back end reads them as signed, so the upper half arrives negative.

export const u32 = (read: number): number => read >>> 0;

/** Exact below 2^53. */
export const u64 = (read: number): number => (read < 0 ? read + 2 ** 64 : read);

// Whole numbers as they were meant: the back end reads unsigned ones as signed, so the upper half of them comes in below
// zero. No honest consignment is as large, but a hostile one is.

export const u32 = (read: number): number => read >>> 0;

/** Exact below 2^53. */
export const u64 = (read: number): number => (read < 0 ? read + 2 ** 64 : read);

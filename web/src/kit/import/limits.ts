// Limits of files read in the browser.

/** Larger than any table that people correct by hand. */
export const MAX_BYTES = 10 * 1024 * 1024;
export const MAX_ROWS = 20_000;

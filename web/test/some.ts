// Values of the API's types for tests: what a test does not look at is left out.

/** The parts of a value, however deep. */
export type Some<T> = T extends (infer One)[]
  ? Some<One>[]
  : T extends object
    ? { [Key in keyof T]?: Some<T[Key]> | undefined }
    : T;

export const some = <T>(parts: Some<T>): T => parts as T;

// Partial API values for tests.

export type Some<T> = T extends (infer One)[]
  ? Some<One>[]
  : T extends object
    ? { [Key in keyof T]?: Some<T[Key]> | undefined }
    : T;

export const some = <T>(parts: Some<T>): T => parts as T;

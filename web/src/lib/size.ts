// Sizes of files in words.

export function sizeText(bytes: number, number: (value: number, digits: number) => string): string {
  const units = ['B', 'KB', 'MB', 'GB'];
  const step = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** step;
  return `${number(value, value < 10 && step > 0 ? 1 : 0)} ${units[step]}`;
}

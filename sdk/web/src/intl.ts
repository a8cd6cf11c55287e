// Formatters of the browser, kept: making one takes longer than rendering a row of a list.

/** Languages, zones and options of a session are few; a page that makes more starts again. */
const LIMIT = 500;

function memoize<Options, Format>(
  make: (language: string, options: Options) => Format,
): (language: string, options: Options) => Format {
  const formats = new Map<string, Format>();
  return (language, options) => {
    const key = language + JSON.stringify(options);
    let format = formats.get(key);
    if (format === undefined) {
      if (formats.size >= LIMIT) formats.clear();
      formats.set(key, (format = make(language, options)));
    }
    return format;
  };
}

export const numberFormat = memoize(
  (language: string, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options),
);

export const dateFormat = memoize(
  (language: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, options),
);

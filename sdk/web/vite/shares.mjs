// Modules shared with plugins, with version ranges.

export const SHARES = {
  react: '^19.0.0',
  'react/jsx-runtime': '^19.0.0',
  'react-dom': '^19.0.0',
  '@tanstack/react-query': '^5.0.0',
  '@waybill/plugin': '^1.0.0',
  '@waybill/plugin/forms': '^1.0.0',
};

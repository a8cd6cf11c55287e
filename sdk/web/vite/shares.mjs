// The one list of what the host shares with plugins, and which versions of it plugins are built for.

export const SHARES = {
  react: '^19.0.0',
  'react/jsx-runtime': '^19.0.0',
  'react-dom': '^19.0.0',
  '@tanstack/react-query': '^5.0.0',
  '@waybill/plugin': '^1.0.0',
  '@waybill/plugin/forms': '^1.0.0',
};

// Type of the list of shared modules.
export const SHARES: Record<
  | 'react'
  | 'react/jsx-runtime'
  | 'react-dom'
  | '@tanstack/react-query'
  | '@waybill/plugin'
  | '@waybill/plugin/forms',
  string
>;

// The type of the list beside this file.
export const SHARES: Record<
  | 'react'
  | 'react/jsx-runtime'
  | 'react-dom'
  | '@tanstack/react-query'
  | '@waybill/plugin'
  | '@waybill/plugin/forms',
  string
>;

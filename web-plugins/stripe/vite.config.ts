// Build of stripe's front end: card form and frame script.
import { defineConfig } from 'vite';
import react from '@vitejs/plugin-react';
import { pluginConfig } from '@waybill/plugin/vite';

export default defineConfig(
  pluginConfig({
    id: 'stripe',
    exposes: { './CardForm': './src/CardForm.tsx' },
    frame: './src/frame.ts',
    plugins: [react()],
  }),
);

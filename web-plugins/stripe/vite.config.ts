// How the face of stripe is built: the card form, and the script of the document that it shows in a frame.
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

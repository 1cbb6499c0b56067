import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

/** The package for programs: one file without dependencies. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [svelte({ configFile: '../svelte.config.js' })],
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    minify: false,
    lib: { entry: 'index.ts', formats: ['es'], fileName: 'index' },
  },
});

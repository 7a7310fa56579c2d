import uni from '@dcloudio/vite-plugin-uni';
import { defineConfig } from 'vite';

// A package in CommonJS: its export stands one level deeper.
const { default: plugin } = uni as unknown as { default: typeof uni };

export default defineConfig({ plugins: [plugin()] });

// Builds what browsers are served, console and guide, side by side. Part of `npm run build`.
import { buildConsole } from './build-console.mjs';
import { buildDocs } from './build-docs.mjs';

await Promise.all([buildConsole(), buildDocs()]);

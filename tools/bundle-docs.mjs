// Has VitePress build `docs` into the folder `output` of a directory, and writes nowhere else. See build-docs.mjs.
import { join } from 'node:path';
import { build } from 'vitepress';

const [, , directory] = process.argv;

await build(join(import.meta.dirname, '..', 'docs'), {
  outDir: join(directory, 'output'),
  onAfterConfigResolve(config) {
    config.tempDir = join(directory, 'temporary');
    config.cacheDir = join(directory, 'cache');
  },
});

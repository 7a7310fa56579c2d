import 'reflect-metadata';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { generatedFiles, previewApi } from './generated-files';

/** Writes the generated files into the checkout: `npm run openapi`. */
async function main(): Promise<void> {
  for (const [path, content] of Object.entries(generatedFiles(await previewApi()))) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error instanceof Error ? error.stack : error)}\n`);
  process.exitCode = 1;
});

import { rmSync } from 'node:fs';

export default async function tearDown(): Promise<void> {
  const postgres = globalThis.testPostgres;
  if (!postgres) return;
  globalThis.testPostgres = undefined;
  await postgres.stop();
  const { directory } = JSON.parse(process.env['TEST_POSTGRES'] ?? '{}') as { directory?: string };
  if (directory) rmSync(directory, { recursive: true, force: true });
}

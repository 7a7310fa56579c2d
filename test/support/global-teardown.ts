import { rmSync } from 'node:fs';
import { tellOfAnswers } from './answer-count';
import { testPostgres } from './database';

export default async function tearDown(): Promise<void> {
  const postgres = globalThis.testPostgres;
  if (!postgres) return;
  globalThis.testPostgres = undefined;
  tellOfAnswers(testPostgres().directory);
  await postgres.stop();
  const { directory, data } = JSON.parse(process.env['TEST_POSTGRES'] ?? '{}') as { directory?: string; data?: string };
  for (const made of [directory, data]) if (made) rmSync(made, { recursive: true, force: true });
}

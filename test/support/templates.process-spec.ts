import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@libs/foundation';
import { signInAdmin } from '../admin/support/admin';
import { startTestApi } from './api';
import { testPostgres } from './database';
import { KeptTemplate } from './kept-template';
import { named } from './replicated-postgres';
import { KEYS, putTemplatesOfRun } from './templates';

describe('Templates of a run that has begun', () => {
  let home: string;
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'appkernel-templates-'));
  });
  afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));

  it('have the keys of the run, whatever another has kept meanwhile', async () => {
    const ofAnother = join(home, 'of-another');
    mkdirSync(join(ofAnother, 'postgres', 'data'), { recursive: true });
    writeFileSync(join(ofAnother, KEYS), '{"of":"another run"}');
    const kept = new KeptTemplate(join(home, 'kept'));
    kept.keep(ofAnother);

    const data = join(home, 'data');
    await putTemplatesOfRun(data, testPostgres(), kept);
    const directory = join(data, 'postgres');
    const postgres = await startEmbeddedPostgres({ directory, settings: { fsync: 'off' } });
    try {
      const api = await startTestApi(
        {},
        named(postgres, () => postgres.stop()),
      );
      await signInAdmin(api);
      await api.close();
    } finally {
      await postgres.stop();
    }
  });
});

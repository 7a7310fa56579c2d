import { type FileHandle, open, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { ManagedApps } from '@libs/apps';
import { Logger } from '@libs/foundation';
import { type UniIdImport, UniIdImportService, UniIdPasswords, type UniIdResult } from '@libs/iam';
import { isUuid, newId } from '@libs/kernel';
import { command, type Services, UsageError } from './command';
import { type ExportedRecord, readRecords } from './exported-records';
import { ONE_TENANT_OPTION, tenantOf } from './tenants';
import { UniIdSummary } from './uni-id-summary';

/** Committed at once: an interruption loses the work on so many. */
const BATCH = 50;
const MAX_THREADS = 256;
const PROGRESS_MS = 10_000;

export const IMPORT_UNI_ID = command({
  name: 'import-uni-id',
  summary: 'Imports the users of a uni-id.',
  positionals: ['file'],
  options: {
    tenant: ONE_TENANT_OPTION,
    app: { type: 'string', help: 'The id of the App of users without a dcloud_appid; absent, they are left out.' },
    config: { type: 'string', help: 'The config.json of uni-id, for its passwordSecret.' },
    'without-passwords': { type: 'boolean', help: 'Takes no passwords: every member sets a new one.' },
    'dry-run': { type: 'boolean', help: 'Changes nothing, and tells what would be changed and how long it takes.' },
    threads: { type: 'string', help: 'How many passwords are hashed at once; as many as there are cores if absent.' },
    report: { type: 'string', help: 'A new file that gets a line of JSON for each user, with both ids.' },
  },
  help:
    'Reads the collection uni-id-users as uniCloud exports it (JSON), and makes members of its users, with confirmed ' +
    'identifiers\nand passwords that go on working. Users who exist are left unchanged, so the command may be repeated. ' +
    'The summary is\nJSON; the exit code is 1 when users were skipped who could be imported after a correction.',
  async run(app, { positionals, options }) {
    const [file = ''] = positionals;
    const tenant = await tenantOf(app, options.tenant);
    const isDryRun = options['dry-run'] === true;
    const service = app.get(UniIdImportService);
    const threads = threadsOf(options.threads);
    const running = service.begin({
      tenantId: tenant.id,
      runId: newId(),
      passwords: options.config === undefined ? UniIdPasswords.UNKNOWN : await passwordsOf(options.config),
      withoutPasswords: options['without-passwords'] === true,
      appOfAll: await appOf(app, tenant.id, options.app),
      threads,
      isDryRun,
    });
    let surveyed = 0;
    for await (const { value } of readRecords(file)) {
      running.survey(value);
      surveyed++;
    }
    running.endSurvey();
    const summary = new UniIdSummary(tenant.code, isDryRun);
    const report = options.report === undefined ? null : await newReport(options.report);
    try {
      await takeAll(running, { file, surveyed }, summary, report, app.get(Logger));
    } finally {
      await report?.close();
    }
    const estimate = isDryRun ? { seconds_of_password: await service.secondsOfPassword(), threads } : null;
    return { output: summary.output(estimate), isGood: summary.isGood };
  },
});

/** @throws UsageError for a file that has more records than were surveyed, or fewer: two may claim the same address. */
async function takeAll(
  running: UniIdImport,
  { file, surveyed }: { readonly file: string; readonly surveyed: number },
  summary: UniIdSummary,
  report: FileHandle | null,
  logger: Logger,
): Promise<void> {
  let toldAt = performance.now();
  const take = async (batch: readonly ExportedRecord[]) => {
    const results = await running.take(batch.map(({ value }) => value));
    const lines = results.map((result, at) => ({ number: batch[at]?.number ?? 0, result }));
    for (const { number, result } of lines) summary.add(number, result);
    await report?.appendFile(lines.map(({ number, result }) => `${JSON.stringify(lineOf(number, result))}\n`).join(''));
    if (performance.now() - toldAt < PROGRESS_MS) return;
    toldAt = performance.now();
    logger.info(summary.progress(), 'importing users of uni-id');
  };
  const changed = () => new UsageError(`${file} has changed since the import began: repeat it`);
  let batch: ExportedRecord[] = [];
  let count = 0;
  for await (const record of readRecords(file)) {
    if (++count > surveyed) throw changed();
    batch.push(record);
    if (batch.length < BATCH) continue;
    await take(batch);
    batch = [];
  }
  if (batch.length > 0) await take(batch);
  if (count < surveyed) throw changed();
}

function lineOf(number: number, { sourceId, userId, outcome, reason, hasPassword, leftOut }: UniIdResult): object {
  return {
    line: number,
    _id: sourceId,
    user_id: userId,
    outcome,
    ...(reason === null ? { password: hasPassword } : { reason }),
    left_out: leftOut,
  };
}

/** @throws UsageError for a file that exists: it could be the one that is read. */
async function newReport(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'wx', 0o600);
  } catch (error) {
    throw new UsageError(`${file} cannot be made: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** @throws UsageError unless all configurations of the file have one passwordSecret. */
async function passwordsOf(file: string): Promise<UniIdPasswords> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    // What JSON.parse says quotes the text, in which secrets are.
    const reason = error instanceof SyntaxError ? 'it is not JSON; comments have to go' : (error as Error).message;
    throw new UsageError(`${file} cannot be read: ${reason}`);
  }
  const configurations = Array.isArray(content) ? (content as unknown[]) : [content];
  const secrets = configurations.map((one) => (one as { passwordSecret?: unknown } | null)?.passwordSecret);
  if (new Set(secrets.map((secret) => JSON.stringify(secret))).size > 1) {
    throw new UsageError(`${file} has more than one passwordSecret: import the users of each with a file of its own`);
  }
  const passwords = UniIdPasswords.of(secrets[0]);
  if (!passwords) throw new UsageError(`${file} has no passwordSecret that is a text or a list of versions`);
  return passwords;
}

/** @throws UsageError */
async function appOf(app: Services, tenantId: string, id: string | undefined): Promise<string | null> {
  if (id === undefined) return null;
  const found = isUuid(id) ? await app.get(ManagedApps).find(tenantId, id.toLowerCase()) : null;
  if (!found) throw new UsageError('--app must be the id of an App of the tenant');
  return found.id;
}

/** @throws UsageError */
function threadsOf(text: string | undefined): number {
  if (text === undefined) return availableParallelism();
  const threads = Number(text);
  if (!/^\d{1,3}$/.test(text) || threads < 1 || threads > MAX_THREADS) {
    throw new UsageError(`--threads must be a number from 1 to ${MAX_THREADS}`);
  }
  return threads;
}

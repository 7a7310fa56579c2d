import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createCanvas } from 'canvas';
import { OutboxHandlers, type OutboxMessage, Secrets, Sweeps, Turn } from '@libs/foundation';
import { type AuditedChange, type AuditTrail, newId } from '@libs/kernel';
import { ContentReleaseHandler, FileScanHandler } from '../../libs/files/src/application/file-messages.handlers';
import { FilesService } from '../../libs/files/src/application/files.service';
import { type UploadDetails, UploadsService } from '../../libs/files/src/application/uploads.service';
import { FileLimits } from '../../libs/files/src/domain/file-purpose';
import type { FileStorage } from '../../libs/files/src/domain/file-storage';
import type { MalwareScanner } from '../../libs/files/src/domain/malware-scanner';
import { AbandonedUploads } from '../../libs/files/src/infrastructure/abandoned-uploads';
import { ContentExamination } from '../../libs/files/src/infrastructure/content-examination';
import { FileAssets } from '../../libs/files/src/infrastructure/file-assets';
import { FileQueries } from '../../libs/files/src/infrastructure/file-queries';
import { FileUsages } from '../../libs/files/src/infrastructure/file-usages';
import { ImageDecoder } from '../../libs/files/src/infrastructure/images/image-decoder';
import { LocalFileStorage } from '../../libs/files/src/infrastructure/storage/local-file-storage';
import { NoMalwareScanner } from '../../libs/files/src/infrastructure/scanners/no-malware-scanner';
import { StorageUsages } from '../../libs/files/src/infrastructure/storage-usages';
import { StoredContents } from '../../libs/files/src/infrastructure/stored-contents';
import { StoredFiles } from '../../libs/files/src/infrastructure/stored-files';
import { TenantSettings } from '@libs/operations';
import { SettingSecrets } from '../../libs/operations/src/infrastructure/settings/setting-secrets';
import { PostgresOutbox } from '../../libs/foundation/src/outbox/postgres-outbox';
import { aTenant } from './tenants';
import { createTestDatabase, queryAs, silent, type TestDatabase } from './database';
import { zip, type ZipEntry } from './zip';

/** Small enough for tests to exceed. */
export const LIMITS = {
  imageBytes: 200_000,
  imageMegapixels: 1,
  avatarMegapixels: 1,
  packageBytes: 3_000_000,
  attachmentBytes: 500_000,
};

export interface TestFiles {
  readonly test: TestDatabase;
  readonly uploads: UploadsService;
  readonly files: FilesService;
  readonly usages: FileUsages;
  readonly assets: FileAssets;
  readonly contents: StoredContents;
  readonly storage: FileStorage;
  readonly sweeps: Sweeps;
  /** What administrators' writes recorded, after the commit. */
  readonly audited: AuditedChange[];
  /** Called within the transaction of each write, before its end. */
  onRecord: (change: AuditedChange) => void;
  upload(
    tenantId: string,
    content: Buffer | Readable,
    details?: Partial<UploadDetails>,
  ): ReturnType<UploadsService['upload']>;
  /** The names of all files in the directory, complete or not. */
  stored(): string[];
  /** The remains of a tenant's files and uploads in tables and storage. */
  traces(tenantId: string): Promise<object>;
  /** Hands waiting messages to their handlers; failures are thrown. */
  deliver(): Promise<void>;
  close(): Promise<void>;
}

/** The context of files on a database of its own, and a directory of its own unless a storage is given. */
export async function startTestFiles({
  scanner = new NoMalwareScanner(),
  storage: given,
}: { scanner?: MalwareScanner; storage?: FileStorage } = {}): Promise<TestFiles> {
  const test = await createTestDatabase();
  const { database } = test;
  const directory = mkdtempSync(join(tmpdir(), 'appkernel-files-'));
  const storage = given ?? new LocalFileStorage(directory);
  const limits = new FileLimits(LIMITS);
  const contents = new StoredContents(database, database, storage, limits, silent);
  const storedFiles = new StoredFiles(database);
  const queries = new FileQueries(database);
  const images = new ImageDecoder(limits);
  const examination = new ContentExamination(images, scanner);
  const handlers = new OutboxHandlers();
  const outbox = new PostgresOutbox(database, handlers);
  const audited: AuditedChange[] = [];
  const audit: AuditTrail = {
    record: (change) => {
      files.onRecord(change);
      database.afterCommit(() => audited.push(change));
    },
  };
  handlers.registerAll([
    new FileScanHandler(database, storedFiles, contents, examination),
    new ContentReleaseHandler(contents),
  ]);
  const sweeps = new Sweeps(silent);
  new AbandonedUploads(sweeps, database, contents).onModuleInit();
  const settingSecrets = new SettingSecrets(new Secrets([{ id: 'test', bytes: randomBytes(32) }]));
  const room = new StorageUsages(database, new TenantSettings(database, settingSecrets));
  const uploads = new UploadsService(database, room, storedFiles, queries, contents, examination, outbox, audit);
  const stored = () =>
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
  const files: TestFiles = {
    test,
    uploads,
    files: new FilesService(database, storedFiles, queries, contents, examination, outbox, audit),
    usages: new FileUsages(database),
    assets: new FileAssets(database, contents),
    contents,
    storage,
    sweeps,
    audited,
    onRecord: () => undefined,
    upload: (tenantId, content, details = {}) =>
      uploads.upload(tenantId, Buffer.isBuffer(content) ? Readable.from([content]) : content, {
        purpose: 'attachment',
        appId: null,
        filename: 'file.bin',
        createdBy: null,
        ...details,
      }),
    stored,
    traces: async (tenantId) => {
      const [rows] = await queryAs<{ files: number; uploads: number; messages: number }>(
        test.superuserUrl,
        `SELECT (SELECT count(*)::int FROM files WHERE tenant_id = $1) AS files,
                (SELECT count(*)::int FROM file_uploads WHERE tenant_id = $1) AS uploads,
                (SELECT count(*)::int FROM outbox_messages WHERE tenant_id = $1) AS messages`,
        [tenantId],
      );
      return { ...rows, stored: stored().length, audited: audited.length };
    },
    deliver: async () => {
      const messages = await queryAs<OutboxMessage>(
        test.superuserUrl,
        `SELECT id, type, tenant_id AS "tenantId", app_id AS "appId", data, created_at AS "createdAt", 1 AS attempt
           FROM outbox_messages WHERE type LIKE 'files.%' AND completed_at IS NULL`,
      );
      for (const message of messages) {
        for (const handler of handlers.of(message.type)) await handler.handle(message, new Turn());
        await queryAs(test.superuserUrl, 'UPDATE outbox_messages SET completed_at = now() WHERE id = $1', [message.id]);
      }
    },
    close: async () => {
      await images.onApplicationShutdown();
      await test.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
  return files;
}

/** An active tenant, with an App. */
export async function aTenantWithApp({ test }: TestFiles): Promise<{ tenantId: string; appId: string }> {
  const [tenantId, appId] = [await aTenant(test.database), newId()];
  await queryAs(
    test.superuserUrl,
    `INSERT INTO apps (tenant_id, id, name, app_type, status, is_default, default_locale, supported_locales,
                       registration, captcha, feature_flags, client_config, upgrade, support)
     VALUES ($1, $2, 'App', 'uni_app', 'active', true, 'zh-CN', '{zh-CN}', '{}', '{}', '{}', '{}', '{}', '{}')`,
    [tenantId, appId],
  );
  return { tenantId, appId };
}

export function anImage(format: 'jpeg' | 'png' | 'webp' = 'png', width = 64, height = 48): Promise<Buffer> {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = `rgb(${Math.floor(Math.random() * 256)}, 80, 90)`;
  context.fillRect(0, 0, width / 2, height / 2);
  return canvas.encode(format as 'png');
}

/** A package of uni-app's own kind. */
export function aWgt(version = '1.4.0', ...entries: ZipEntry[]): Buffer {
  return zip([
    { name: 'manifest.json', content: JSON.stringify({ id: newId(), version: { name: version } }) },
    ...entries,
  ]);
}

export function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// @ts-expect-error The package has no types.
import S3rver from 's3rver';

export interface TestS3 {
  readonly endpoint: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The names of everything stored, including parts of uploads that were neither completed nor aborted. */
  stored(): string[];
  /** How many answers are under way. */
  answering(): number;
  close(): Promise<void>;
}

const BUCKET = 'appkernel';

/** An S3 server on a free port. */
export async function startTestS3(): Promise<TestS3> {
  const directory = mkdtempSync(join(tmpdir(), 'appkernel-s3-'));
  const s3 = new S3rver({ directory, silent: true, vhostBuckets: false, configureBuckets: [{ name: BUCKET }] });
  await s3.configureBuckets();
  const serve = s3.callback() as (request: IncomingMessage, response: ServerResponse) => void;
  let answering = 0;
  const server = createServer((request, response) => {
    answering += 1;
    response.once('close', () => (answering -= 1));
    if (!abortUpload(directory, request, response)) serve(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: BUCKET,
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    stored: () => filesIn(join(directory, BUCKET)).filter((name) => /_object$|_uploads\/./.test(name)),
    answering: () => answering,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** AbortMultipartUpload, which the server lacks. */
function abortUpload(directory: string, request: IncomingMessage, response: ServerResponse): boolean {
  const uploadId = new URL(request.url ?? '', 'http://s3').searchParams.get('uploadId');
  if (request.method !== 'DELETE' || !uploadId) return false;
  for (const path of filesIn(directory)) {
    if (path.endsWith(`/${uploadId}`)) rmSync(join(directory, path), { recursive: true, force: true });
  }
  response.writeHead(204).end();
  return true;
}

function filesIn(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' });
}

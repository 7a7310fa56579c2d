import { createHash } from 'node:crypto';
import { IdempotencyKeyReusedError } from '@libs/operations';
import { readUpload } from '../http/request/multipart';
import type { ApiRequest, UploadBody } from '../http/request/request';

/** No file is larger, whatever the limits are set to. */
const MAX_BYTES = 1_000_000_000;

/** Reads the form of an upload that repeats another one: only its hash is needed, so nothing is stored. */
export function readRepeatedUpload(request: ApiRequest, fieldNames: readonly string[]): Promise<UploadBody> {
  return readUpload(request, fieldNames, async ({ content, complete }) => {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of content as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) throw new IdempotencyKeyReusedError();
      hash.update(chunk);
    }
    return { fields: await complete, sha256: hash.digest('hex') };
  });
}

import type * as Client from '@aws-sdk/client-s3';
import type * as Library from '@aws-sdk/lib-storage';
import { addAbortSignal, pipeline, type Readable } from 'node:stream';
import { DependencyUnavailableError } from '@libs/kernel';
import type { ByteRange, Chunks, FileStorage, IncomingContent, PutOptions } from '../../domain/file-storage';
import { MeasuredStream } from './measured-stream';

interface S3Settings {
  /** Absent: that of AWS for the region. */
  readonly endpoint?: string | undefined;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly forcePathStyle: boolean;
}

/** How much of an upload is in memory at once: a part for each uploader, and the one being filled. */
const PART_BYTES = 8 * 1024 * 1024;
const UPLOADERS = 2;
const CONNECTION_TIMEOUT_MS = 3_000;
const IDLE_TIMEOUT_MS = 20_000;
const RETRY_AFTER_SECONDS = 5;

type Sdk = typeof Client & typeof Library;

/** Objects in a bucket of any service that implements S3, each under a name of its own. */
export class S3FileStorage implements FileStorage {
  private readonly client: Client.S3Client;
  private readonly bucket: string;

  private constructor(
    private readonly sdk: Sdk,
    { endpoint, region, bucket, accessKeyId, secretAccessKey, forcePathStyle }: S3Settings,
  ) {
    this.bucket = bucket;
    this.client = new sdk.S3Client({
      ...(endpoint === undefined ? {} : { endpoint }),
      region,
      forcePathStyle,
      credentials: { accessKeyId, secretAccessKey },
      // Endpoints other than AWS often do not support the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: CONNECTION_TIMEOUT_MS, socketTimeout: IDLE_TIMEOUT_MS },
    });
  }

  /** Loads the library first, which is large and not needed for files in a directory. */
  static async open(settings: S3Settings): Promise<S3FileStorage> {
    const sdk = { ...(await import('@aws-sdk/client-s3')), ...(await import('@aws-sdk/lib-storage')) };
    return new S3FileStorage(sdk, settings);
  }

  async put(
    tenantId: string,
    uploadId: string,
    content: Readable,
    { maxBytes, signal }: PutOptions,
  ): Promise<IncomingContent> {
    const key = keyOf(tenantId, uploadId);
    const measured = new MeasuredStream(maxBytes);
    // An error of the content is passed on to the measured stream, where the upload notices it.
    pipeline(content, measured, () => undefined);
    if (signal) addAbortSignal(signal, measured);
    const upload = new this.sdk.Upload({
      client: this.client,
      params: { Bucket: this.bucket, Key: key, Body: measured },
      partSize: PART_BYTES,
      queueSize: UPLOADERS,
    });
    try {
      // An object appears when all of it has arrived; the parts of an incomplete one are removed.
      await upload.done();
    } catch (error) {
      content.destroy();
      throw measured.errored ?? unavailable(error);
    }
    return {
      key,
      size: measured.bytes,
      sha256: measured.sha256(),
      read: async (range) => {
        const body = await this.get(key, range);
        if (!body) throw new Error('The upload has been removed');
        return body;
      },
      keep: () => Promise.resolve(),
    };
  }

  discard(tenantId: string, uploadId: string): Promise<void> {
    return this.delete(keyOf(tenantId, uploadId));
  }

  async get(key: string, range?: ByteRange): Promise<Readable | null> {
    const Range = range && `bytes=${range.start}-${range.end ?? ''}`;
    const answer = await this.orNull(() =>
      this.client.send(new this.sdk.GetObjectCommand({ Bucket: this.bucket, Key: key, ...(Range ? { Range } : {}) })),
    );
    return answer && (answer.Body as Readable);
  }

  getChunks(key: string, range?: ByteRange): Promise<Chunks | null> {
    return this.get(key, range);
  }

  async exists(key: string): Promise<boolean> {
    const answer = await this.orNull(() =>
      this.client.send(new this.sdk.HeadObjectCommand({ Bucket: this.bucket, Key: key })),
    );
    return answer !== null;
  }

  async delete(key: string): Promise<void> {
    await this.orNull(() => this.client.send(new this.sdk.DeleteObjectCommand({ Bucket: this.bucket, Key: key })));
  }

  async check(): Promise<void> {
    await this.client.send(new this.sdk.HeadBucketCommand({ Bucket: this.bucket }));
  }

  /** Null if there is no such object. */
  private async orNull<T>(ask: () => Promise<T>): Promise<T | null> {
    try {
      return await ask();
    } catch (error) {
      const isMissing = error instanceof this.sdk.S3ServiceException && error.$metadata.httpStatusCode === 404;
      if (isMissing && error.name !== 'NoSuchBucket') return null;
      throw unavailable(error);
    }
  }
}

function keyOf(tenantId: string, uploadId: string): string {
  return `files/${tenantId}/${uploadId}`;
}

function unavailable(error: unknown): DependencyUnavailableError {
  return new DependencyUnavailableError({ retryAfterSeconds: RETRY_AFTER_SECONDS, cause: error });
}

import type * as Client from '@aws-sdk/client-s3';
import type * as Library from '@aws-sdk/lib-storage';
import { Agent as HttpAgent, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { addAbortSignal, pipeline, type Readable } from 'node:stream';
import { DependencyUnavailableError } from '@libs/kernel';
import type { ByteRange, Chunks, FileStorage, IncomingContent, PutOptions } from '../../domain/file-storage';
import { MeasuredStream } from './measured-stream';
import { inProgress, quickRetries, S3_PATIENCE, type S3Patience, Silences } from './s3-patience';

interface S3Settings {
  /** Defaults to the endpoint of AWS for the region. */
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
const RETRY_AFTER_SECONDS = 5;
/**
 * Connections are not limited here: each request is bounded elsewhere. With a limit, slow downloads would block uploads,
 * and requests that hang would block others.
 */
const AGENT = { keepAlive: true, maxSockets: Infinity, maxFreeSockets: 50 } as const;

type Sdk = typeof Client & typeof Library;

/** Objects in a bucket of any service that implements S3, each with a unique key. */
export class S3FileStorage implements FileStorage {
  readonly sharesContents = false;
  private readonly client: Client.S3Client;
  private readonly bucket: string;

  private constructor(
    private readonly sdk: Sdk,
    { endpoint, region, bucket, accessKeyId, secretAccessKey, forcePathStyle }: S3Settings,
    private readonly patience: S3Patience,
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
      retryStrategy: quickRetries(patience),
      requestHandler: {
        connectionTimeout: patience.connectMs,
        socketTimeout: patience.idleMs,
        httpAgent: new HttpAgent(AGENT),
        httpsAgent: new HttpsAgent(AGENT),
      },
    });
    const silences = new Silences(patience.restMs);
    const send = this.client.send.bind(this.client) as (...values: unknown[]) => Promise<unknown>;
    this.client.send = ((...values: unknown[]) => silences.ask(() => send(...values))) as Client.S3Client['send'];
  }

  /** Loads the library first, which is large and not needed for files in a directory. */
  static async open(settings: S3Settings, patience = S3_PATIENCE): Promise<S3FileStorage> {
    const sdk = { ...(await import('@aws-sdk/client-s3')), ...(await import('@aws-sdk/lib-storage')) };
    return new S3FileStorage(sdk, settings, patience);
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
    const failed = Promise.withResolvers<never>();
    failed.promise.catch(() => undefined);
    const upload = new this.sdk.Upload({
      client: this.telling(failed.reject),
      params: { Bucket: this.bucket, Key: key, Body: measured },
      partSize: PART_BYTES,
      queueSize: UPLOADERS,
    });
    try {
      // An object appears when all of it has arrived; the parts of an incomplete one are removed. After a failure of the
      // storage this is not awaited: it would hang as well.
      await Promise.race([upload.done(), failed.promise]);
    } catch (error) {
      const cause = measured.errored ?? unavailable(error);
      content.destroy();
      measured.destroy();
      throw cause;
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
    if (!answer) return null;
    return inProgress(answer.Body as IncomingMessage, this.patience.idleMs, unavailable);
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

  /** The client, which reports the first failed command before its caller cleans up. */
  private telling(failed: (error: unknown) => void): Client.S3Client {
    const sent = this.client.send.bind(this.client) as (...values: unknown[]) => Promise<unknown>;
    const send = async (...values: unknown[]): Promise<unknown> => {
      try {
        return await sent(...values);
      } catch (error) {
        failed(error);
        throw error;
      }
    };
    return Object.assign(Object.create(this.client) as Client.S3Client, { send });
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

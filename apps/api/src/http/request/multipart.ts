import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { ValidationFailedError } from '@libs/kernel';
import { MalformedRequestError, RequestTimeoutError, UnsupportedMediaTypeError } from './request-errors';

/** The fields of a form beside its file, by name. */
export type UploadFields = Readonly<Record<string, string>>;

/** A file that has begun to arrive. */
export interface IncomingUpload {
  /** As the client names it, without a path; may be empty. */
  readonly filename: string;
  /** Fails when the form breaks off or is refused. */
  readonly content: Readable;
  /** The least size of the file, from the announced length of the request; 0 if none is announced. */
  readonly announcedBytes: number;
  /** The fields that came before the file. */
  readonly fields: UploadFields;
  /** All fields, once the whole form has arrived and is valid. Until then the file must not be put to use. */
  readonly complete: Promise<UploadFields>;
  /** Aborted when the client hangs up, and when the form is refused. */
  readonly signal: AbortSignal;
}

type Take<T> = (upload: IncomingUpload) => Promise<T>;

const FILE = 'file';
const MEDIA_TYPE = /^multipart\/form-data\s*(?:;|$)/i;
const MAX_FIELD_BYTES = 1_024;
/** A client that sends nothing for this long while it is being read is gone. */
const IDLE_MS = 30_000;
const LIMITS = { fieldSize: MAX_FIELD_BYTES, parts: 20, headerPairs: 20, headerSize: 16 * 1024 };
/** The most bytes that a form has around its file. */
const FRAME_BYTES = LIMITS.parts * (LIMITS.headerSize + MAX_FIELD_BYTES);

/**
 * Reads a form of one file, named `file`, and some fields, in any order. The file is passed to `take` as it arrives,
 * whose result is returned when the form is complete. If the form turns out to be wrong, `take` has finished before the
 * refusal is thrown.
 *
 * @param fieldNames of the permitted fields.
 * @throws UnsupportedMediaTypeError; MalformedRequestError for a body that is not a form, or breaks off;
 * RequestTimeoutError for one that stalls; ValidationFailedError for a missing or second file and for fields that are
 * unknown, repeated or too long; whatever `take` throws.
 */
export async function readUpload<T>(
  request: IncomingMessage,
  fieldNames: readonly string[],
  take: Take<T>,
  idleMs = IDLE_MS,
): Promise<T> {
  const contentType = request.headers['content-type'] ?? '';
  if (!MEDIA_TYPE.test(contentType)) throw new UnsupportedMediaTypeError();
  const reader = new UploadReader(parserOf(contentType), fieldNames, announcedBytes(request), take);
  const hangUp = (): void => reader.refuse(new MalformedRequestError());
  request.on('error', hangUp);
  request.socket.once('close', hangUp);
  if (request.destroyed) hangUp();
  const watch = onStandstill(request, idleMs, () => reader.refuse(new RequestTimeoutError()));
  try {
    request.pipe(reader.parser);
    return await reader.outcome();
  } finally {
    clearInterval(watch);
    request.socket.off('close', hangUp);
    // The rest is read and discarded: a client that is cut off while sending does not see the answer.
    request.unpipe(reader.parser).resume();
  }
}

/** Calls back when nothing arrives while data is awaited, but not while the consumer of the file holds it up. */
function onStandstill(request: IncomingMessage, idleMs: number, stop: () => void): NodeJS.Timeout {
  let before = request.socket.bytesRead;
  return setInterval(() => {
    const isWaitedFor = request.readableFlowing === true && !request.complete;
    const now = request.socket.bytesRead;
    if (isWaitedFor && now === before) stop();
    // After a hold-up the client has the full time again.
    before = isWaitedFor ? now : -1;
  }, idleMs);
}

function announcedBytes({ headers }: IncomingMessage): number {
  return Math.max(0, Number(headers['content-length'] ?? 0) - FRAME_BYTES);
}

function parserOf(contentType: string): BusboyInstance {
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits: LIMITS });
  } catch (error) {
    throw new MalformedRequestError({ cause: error });
  }
}

class UploadReader<T> {
  private readonly fields = Object.create(null) as Record<string, string>;
  private readonly abort = new AbortController();
  private readonly complete = Promise.withResolvers<UploadFields>();
  private content: Readable | null = null;
  private taken: Promise<T> | null = null;
  private readonly take: Take<T>;

  constructor(
    readonly parser: BusboyInstance,
    private readonly fieldNames: readonly string[],
    private readonly announcedBytes: number,
    take: Take<T>,
  ) {
    // The parser announces the file when bytes arrive, in the async context of the connection, not of the request.
    this.take = AsyncLocalStorage.bind(take);
    this.complete.promise.catch(() => undefined);
    parser.on('field', (name, value, _isNameCut, isCut) => this.onField(name, value, isCut));
    parser.on('file', (name, content, filename) => this.onFile(name, content, filename));
    parser.on('partsLimit', () => this.refuse(new MalformedRequestError()));
    parser.on('error', (error) => this.refuse(new MalformedRequestError({ cause: error })));
    parser.on('finish', () => this.onEnd());
  }

  async outcome(): Promise<T> {
    try {
      await this.complete.promise;
      return await (this.taken as Promise<T>);
    } finally {
      await this.taken?.catch(() => undefined);
    }
  }

  /** The first reason counts. */
  refuse(reason: Error): void {
    if (this.abort.signal.aborted) return;
    this.complete.reject(reason);
    this.abort.abort(reason);
    this.content?.destroy(reason);
  }

  private onField(name: string | undefined, value: string, isCut: boolean): void {
    if (name === undefined) this.refuse(new MalformedRequestError());
    else if (name === FILE) this.refuse(ValidationFailedError.of(FILE, 'required'));
    else if (!this.fieldNames.includes(name)) this.refuse(ValidationFailedError.of(name, 'unknown_field'));
    else if (name in this.fields) this.refuse(ValidationFailedError.of(name, 'repeated'));
    else if (isCut) this.refuse(ValidationFailedError.of(name, 'too_long', { max: MAX_FIELD_BYTES }));
    else this.fields[name] = value;
  }

  private onFile(name: string | undefined, content: Readable, filename: string | undefined): void {
    // The parser emits its errors on the stream whether or not anybody listens.
    content.on('error', () => undefined);
    if (name === undefined) this.refuse(new MalformedRequestError());
    else if (this.fieldNames.includes(name)) this.refuse(ValidationFailedError.of(name, 'not_string'));
    else if (name !== FILE) this.refuse(ValidationFailedError.of(name, 'unknown_field'));
    else if (this.taken) this.refuse(ValidationFailedError.of(FILE, 'repeated'));
    if (this.abort.signal.aborted) {
      content.resume();
      return;
    }
    this.content = content;
    this.taken = this.hand(content, filename ?? '');
    this.taken.catch((error: Error) => this.refuse(error));
  }

  private async hand(content: Readable, filename: string): Promise<T> {
    return this.take({
      filename,
      content,
      announcedBytes: this.announcedBytes,
      fields: { ...this.fields },
      complete: this.complete.promise,
      signal: this.abort.signal,
    });
  }

  private onEnd(): void {
    if (this.taken) this.complete.resolve(this.fields);
    else this.refuse(ValidationFailedError.of(FILE, 'required'));
  }
}

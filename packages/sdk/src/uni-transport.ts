import { encodeForm } from './multipart.js';
import type { Storage } from './storage.js';
import {
  abortReason,
  type Transport,
  type TransportAnswer,
  TransportFailure,
  type TransportRequest,
} from './transport.js';
import type { Upload } from './upload.js';
import { decodeUtf8 } from './utf8.js';
import { uuid } from './uuid.js';

interface UniAnswer {
  readonly statusCode: number;
  readonly data: unknown;
  readonly header?: Readonly<Record<string, unknown>>;
}

interface UniFailure {
  readonly errMsg?: string;
}

/** The global `uni`, as far as it is needed. */
export interface UniApi {
  request(options: {
    url: string;
    method: never;
    header: Record<string, string>;
    data?: string | ArrayBuffer;
    timeout: number;
    dataType: string;
    responseType: string;
    success: (answer: UniAnswer) => void;
    fail: (failure: UniFailure) => void;
  }): unknown;
  getStorageSync(key: string): unknown;
  setStorageSync(key: string, data: unknown): void;
  removeStorageSync(key: string): void;
  getFileSystemManager?(): {
    readFile(options: {
      filePath: string;
      success: (answer: { data: string | ArrayBuffer }) => void;
      fail: (failure: UniFailure) => void;
    }): void;
  };
}

/** In the storage of the App. */
export function uniStorage(uni: UniApi): Storage {
  return {
    // What is not there is an empty text.
    get: (key) => (uni.getStorageSync(key) as string | undefined) || null,
    set: (key, value) => uni.setStorageSync(key, value),
    remove: (key) => uni.removeStorageSync(key),
  };
}

/**
 * By `uni.request`, wherever uni-app runs JavaScript. It does not tell how much of a body has left: progress is reported
 * before and after.
 */
export function uniTransport(uni: UniApi): Transport {
  return async (request) => {
    const { body, signal, onProgress } = request;
    if (signal?.aborted) throw abortReason(signal);
    if (typeof body !== 'object') return send(uni, request, body);
    const { contentType, parts } = await encodeForm(body, (upload) => bytesOf(uni, upload), uuid());
    const size = parts.reduce((sum, part) => sum + part.byteLength, 0);
    const bytes = new Uint8Array(size);
    let at = 0;
    for (const part of parts) {
      bytes.set(part, at);
      at += part.byteLength;
    }
    onProgress?.({ sent: 0, total: size });
    const headers = { ...request.headers, 'Content-Type': contentType };
    const answer = await send(uni, { ...request, headers }, bytes.buffer);
    onProgress?.({ sent: size, total: size });
    return answer;
  };
}

function send(
  uni: UniApi,
  { method, url, headers, timeoutMs, signal, binary }: TransportRequest,
  data: string | ArrayBuffer | undefined,
): Promise<TransportAnswer> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => task?.abort?.();
    const settle = (act: () => void): void => {
      signal?.removeEventListener('abort', giveUp);
      act();
    };
    const task = uni.request({
      url,
      // uni's own type names fewer methods than some platforms take.
      method: method as never,
      header: { ...headers },
      data,
      timeout: timeoutMs,
      // Else it is parsed, and the text is gone.
      dataType: 'text',
      responseType: binary ? 'arraybuffer' : 'text',
      success: (answer) => settle(() => resolve(answerOf(answer))),
      fail: ({ errMsg = '' }) =>
        settle(() => {
          if (signal?.aborted) reject(abortReason(signal));
          else reject(new TransportFailure(/time\s?out/i.test(errMsg) ? 'timeout' : 'unreachable', errMsg));
        }),
    }) as { abort?(): void } | undefined;
    signal?.addEventListener('abort', giveUp);
  });
}

function answerOf({ statusCode, data, header = {} }: UniAnswer): TransportAnswer {
  return {
    status: statusCode,
    // Platforms differ in the case of the names.
    header: (name) => {
      const found = Object.keys(header).find((key) => key.toLowerCase() === name.toLowerCase());
      return found === undefined ? null : String(header[found]);
    },
    text: () => Promise.resolve(textOf(data)),
    bytes: () =>
      isBytes(data) ? Promise.resolve(data) : Promise.reject(new TypeError('The answer did not come as bytes')),
  };
}

/** Some platforms parse JSON whatever they are told, and errors of what was asked for as bytes come as bytes. */
function textOf(data: unknown): string {
  if (typeof data === 'string') return data;
  if (!isBytes(data)) return JSON.stringify(data ?? null);
  return decodeUtf8(new Uint8Array(data));
}

/** Not by its class: some platforms give those of another realm. */
function isBytes(data: unknown): data is ArrayBuffer {
  return Object.prototype.toString.call(data) === '[object ArrayBuffer]';
}

async function bytesOf(uni: UniApi, upload: Upload): Promise<Uint8Array> {
  // Asked first: the blobs of newer engines have `bytes`, too, which is a method.
  if ('arrayBuffer' in upload) return new Uint8Array(await upload.arrayBuffer());
  if ('bytes' in upload) return new Uint8Array(upload.bytes);
  const files = uni.getFileSystemManager?.();
  if (!files) throw new TypeError('Files cannot be read by their path here: give their bytes');
  const { filePath } = upload;
  return new Promise((resolve, reject) => {
    files.readFile({
      filePath,
      success: ({ data }) => resolve(new Uint8Array(data as ArrayBuffer)),
      fail: ({ errMsg }) => reject(new Error(errMsg ?? `${filePath} could not be read`)),
    });
  });
}

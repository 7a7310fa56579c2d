import { readFile } from 'node:fs';
import { request as ask } from 'node:http';

interface Callbacks<T> {
  success?: (answer: T) => void;
  fail?: (failure: { errMsg: string }) => void;
  complete?: (result: unknown) => void;
}

interface Answer {
  data: unknown;
  statusCode: number;
  header: Record<string, unknown>;
  cookies: string[];
  errMsg: string;
}

interface RequestOptions extends Callbacks<Answer> {
  url: string;
  data?: unknown;
  header?: Record<string, string>;
  method?: string;
  timeout?: number;
  dataType?: string;
  responseType?: string;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

/**
 * `uni` of uni-app as its documentation describes it, as far as programs use it to talk to a server and to keep what they
 * need: asynchronous by callbacks, texts parsed unless told otherwise, bytes only where they were asked for.
 */
export function uniOfApp() {
  const stored = new Map<string, unknown>();
  const requests: RequestOptions[] = [];

  const request = (options: RequestOptions) => {
    const {
      url,
      data,
      header = {},
      method = 'GET',
      timeout = 60_000,
      dataType = 'json',
      responseType = 'text',
    } = options;
    requests.push(options);
    let isDone = false;
    const settle = (act: ((result: never) => void) | undefined, result: object): void => {
      if (isDone) return;
      isDone = true;
      act?.(result as never);
      options.complete?.(result);
    };
    const fail = (why: string): void => settle(options.fail, { errMsg: `request:fail ${why}` });
    if (!METHODS.includes(method)) throw new TypeError(`${method} is no method`);
    const isForm = /form-urlencoded/.test(header['Content-Type'] ?? header['content-type'] ?? '');
    const sent = bodyOf(data, isForm);
    const target = method === 'GET' && sent ? `${url}${url.includes('?') ? '&' : '?'}${String(sent)}` : url;
    const onward = ask(target, { method, timeout, headers: { 'content-type': 'application/json', ...lower(header) } });
    onward.on('timeout', () => {
      fail('timeout');
      onward.destroy();
    });
    onward.on('error', () => fail('abort statusCode:-1 Failed to connect'));
    onward.on('response', (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', () => fail('abort'));
      answer.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const body =
          responseType === 'arraybuffer' ? Uint8Array.from(bytes).buffer : parsed(bytes.toString(), dataType);
        const { statusCode, headers } = answer;
        settle(options.success, { data: body, statusCode, header: headers, cookies: [], errMsg: 'request:ok' });
      });
    });
    onward.end(method === 'GET' ? undefined : sent);
    return {
      abort: () => {
        onward.destroy();
        fail('abort');
      },
      onHeadersReceived: () => undefined,
      offHeadersReceived: () => undefined,
    };
  };

  const uni = {
    request,
    getStorageSync: (key: string): unknown => stored.get(key) ?? '',
    setStorageSync: (key: string, data: unknown): void => void stored.set(key, data),
    removeStorageSync: (key: string): void => void stored.delete(key),
    getFileSystemManager: () => ({
      readFile: ({ filePath, success, fail }: { filePath: string } & Callbacks<{ data: ArrayBuffer }>) =>
        readFile(filePath, (error, bytes) => {
          if (error) fail?.({ errMsg: `readFile:fail ${error.message}` });
          else success?.({ data: Uint8Array.from(bytes).buffer });
        }),
    }),
  };
  return { uni, requests, stored };
}

function bodyOf(data: unknown, isForm: boolean): string | Buffer | undefined {
  if (data === undefined || typeof data === 'string') return data;
  if (Object.prototype.toString.call(data) === '[object ArrayBuffer]') return Buffer.from(data as ArrayBuffer);
  return isForm ? new URLSearchParams(data as Record<string, string>).toString() : JSON.stringify(data);
}

function parsed(text: string, dataType: string): unknown {
  if (dataType !== 'json') return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** As the platforms do, so that a name is not sent in two spellings. */
function lower(header: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(header).map(([name, value]) => [name.toLowerCase(), value]));
}

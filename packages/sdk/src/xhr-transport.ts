import type { Host } from './host.js';
import { abortReason, type TransportAnswer, TransportFailure, type TransportRequest } from './transport.js';
import { decodeUtf8 } from './utf8.js';

/** By `XMLHttpRequest`, the only way in which browsers tell how much of a body has left. */
export function sendByBrowser(
  { method, url, headers, timeoutMs, signal, onProgress }: TransportRequest,
  XMLHttpRequest: NonNullable<Host['XMLHttpRequest']>,
  body: object,
): Promise<TransportAnswer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const giveUp = (): void => request.abort();
    const settle = (act: () => void) => (): void => {
      signal?.removeEventListener('abort', giveUp);
      act();
    };
    request.open(method, url);
    request.responseType = 'arraybuffer';
    request.timeout = timeoutMs;
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.({ sent: loaded, total });
    request.onload = settle(() => resolve(answerOf(request)));
    request.onerror = settle(() => reject(new TransportFailure('unreachable')));
    request.ontimeout = settle(() => reject(new TransportFailure('timeout')));
    request.onabort = settle(() => reject(abortReason(signal!)));
    signal?.addEventListener('abort', giveUp);
    request.send(body);
  });
}

function answerOf(request: InstanceType<NonNullable<Host['XMLHttpRequest']>>): TransportAnswer {
  const { status, response } = request;
  return {
    status,
    header: (name) => request.getResponseHeader(name),
    text: () => Promise.resolve(decodeUtf8(new Uint8Array(response))),
    bytes: () => Promise.resolve(response),
  };
}

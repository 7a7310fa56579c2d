import { type Host, host } from './host.js';
import { bytesOfUpload, encodeForm } from './multipart.js';
import {
  abortReason,
  type MultipartForm,
  type Transport,
  type TransportAnswer,
  TransportFailure,
  type TransportRequest,
} from './transport.js';
import { nameOf } from './upload.js';
import { uuid } from './uuid.js';
import { sendByBrowser } from './xhr-transport.js';

/**
 * By `fetch`, in browsers and in Node. Only where the progress of a form is asked for it takes other ways: `XMLHttpRequest`
 * in browsers, whose `fetch` cannot tell, and elsewhere a stream of the form's parts.
 */
export function fetchTransport(given?: NonNullable<Host['fetch']>): Transport {
  return async (request) => {
    if (request.signal?.aborted) throw abortReason(request.signal);
    if (request.onProgress && typeof request.body === 'object' && host.XMLHttpRequest && !given) {
      return sendByBrowser(request, host.XMLHttpRequest, await browserForm(request.body));
    }
    const send = given ?? host.fetch;
    if (!send || !host.AbortController) throw new TypeError('There is no fetch here: give the client a transport');
    return sendByFetch(request, send, new host.AbortController());
  };
}

async function sendByFetch(
  request: TransportRequest,
  send: NonNullable<Host['fetch']>,
  controller: InstanceType<NonNullable<Host['AbortController']>>,
): Promise<TransportAnswer> {
  const { method, url, signal, timeoutMs } = request;
  let isLate = false;
  const giveUp = (): void => controller.abort();
  signal?.addEventListener('abort', giveUp);
  const timer = host.setTimeout(() => {
    isLate = true;
    controller.abort();
  }, timeoutMs);
  // The limit holds until the whole answer is there: bodies are read within it, too.
  const within = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (thrown) {
      if (signal?.aborted) throw abortReason(signal);
      throw new TransportFailure(isLate ? 'timeout' : 'unreachable', thrown);
    }
  };
  const done = (): void => {
    host.clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  };
  try {
    const { headers, ...body } = await bodyOf(request);
    // Cookies are no business of this API.
    const init = { method, headers, credentials: 'omit', signal: controller.signal, ...body };
    const answer = await within(() => send(url, init));
    const read = <T>(work: () => Promise<T>): Promise<T> => within(work).finally(done);
    return {
      status: answer.status,
      header: (name) => answer.headers.get(name),
      text: () => read(() => answer.text()),
      bytes: () => read(() => answer.arrayBuffer()),
    };
  } catch (thrown) {
    done();
    throw thrown;
  }
}

async function bodyOf(request: TransportRequest): Promise<{ headers: object; body?: unknown; duplex?: 'half' }> {
  const { headers, body, onProgress } = request;
  if (typeof body !== 'object') return { headers, body };
  if (!onProgress || !host.ReadableStream) return { headers, body: await browserForm(body) };
  const { contentType, parts, size } = await encodeForm(body, bytesOfUpload, uuid());
  const chunks = parts.flatMap(sliced);
  let sent = 0;
  const stream = new host.ReadableStream({
    // Asked for a chunk when the one before it has been taken.
    pull: (controller) => {
      onProgress({ sent, total: size });
      const chunk = chunks.shift();
      if (chunk) controller.enqueue(chunk);
      else controller.close();
      sent += chunk?.byteLength ?? 0;
      return Promise.resolve();
    },
  });
  return { headers: { ...headers, 'Content-Type': contentType }, body: stream, duplex: 'half' };
}

const CHUNK_BYTES = 64 * 1024;

function sliced(part: Uint8Array): Uint8Array[] {
  const count = Math.ceil(part.byteLength / CHUNK_BYTES);
  return Array.from({ length: count }, (_, at) => part.subarray(at * CHUNK_BYTES, (at + 1) * CHUNK_BYTES));
}

async function browserForm(form: MultipartForm): Promise<object> {
  if (!host.FormData || !host.Blob) throw new TypeError('There are no forms here: give the client a transport');
  const made = new host.FormData();
  for (const [name, value] of form) {
    if (typeof value === 'string') made.append(name, value);
    else if ('arrayBuffer' in value) made.append(name, value, nameOf(value));
    else made.append(name, new host.Blob([await bytesOfUpload(value)], { type: value.type }), nameOf(value));
  }
  return made;
}

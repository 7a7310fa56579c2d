import { type BlobLike, type Host, host } from './host.js';
import { encodeForm } from './multipart.js';
import {
  abortReason,
  type MultipartForm,
  type Transport,
  type TransportAnswer,
  TransportFailure,
  type TransportRequest,
} from './transport.js';
import { nameOf, type Upload } from './upload.js';
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
      return sendByBrowser(request, host.XMLHttpRequest, browserForm(request.body));
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
  if (!onProgress || !host.ReadableStream) return { headers, body: browserForm(body) };
  const { contentType, parts } = await encodeForm(body, (upload) => blobOf(upload), uuid());
  const total = parts.reduce((sum, part) => sum + sizeOf(part), 0);
  const chunks = parts.flatMap(sliced);
  let sent = 0;
  const stream = new host.ReadableStream({
    // Asked for a chunk when the one before it has been taken: a large file is never in memory as a whole.
    async pull(controller) {
      onProgress({ sent, total });
      const chunk = chunks.shift();
      if (!chunk) return controller.close();
      sent += sizeOf(chunk);
      controller.enqueue('arrayBuffer' in chunk ? new Uint8Array(await chunk.arrayBuffer()) : chunk);
    },
  });
  return { headers: { ...headers, 'Content-Type': contentType }, body: stream, duplex: 'half' };
}

const CHUNK_BYTES = 64 * 1024;

function sliced(part: Uint8Array | BlobLike): (Uint8Array | BlobLike)[] {
  const starts = Array.from({ length: Math.ceil(sizeOf(part) / CHUNK_BYTES) }, (_, at) => at * CHUNK_BYTES);
  return starts.map((start) => part.slice(start, start + CHUNK_BYTES));
}

function sizeOf(part: Uint8Array | BlobLike): number {
  return 'size' in part ? part.size : part.byteLength;
}

function browserForm(form: MultipartForm): object {
  if (!host.FormData) throw new TypeError('There are no forms here: give the client a transport');
  const made = new host.FormData();
  for (const [name, value] of form) {
    if (typeof value === 'string') made.append(name, value);
    else made.append(name, blobOf(value), nameOf(value));
  }
  return made;
}

/** @throws where the upload is a path, which only the transport of uni-app can read. */
function blobOf(upload: Upload): BlobLike {
  // Asked first: the blobs of newer engines have `bytes`, too, which is a method.
  if ('arrayBuffer' in upload) return upload;
  if (!('bytes' in upload)) throw new TypeError('filePath is for uniTransport: give a Blob or bytes');
  if (!host.Blob) throw new TypeError('There are no blobs here: give the client a transport');
  return new host.Blob([upload.bytes], { type: upload.type });
}

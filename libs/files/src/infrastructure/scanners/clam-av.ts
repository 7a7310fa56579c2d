import { connect, type Socket } from 'node:net';
import { type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ContentSource } from '../../domain/file-storage';
import type { MalwareScanner } from '../../domain/malware-scanner';
import type { ScanVerdict } from '../../domain/stored-file';

interface Timeouts {
  readonly connectMs: number;
  /** The longest time without progress: clamd answers after it has read and unpacked everything. */
  readonly idleMs: number;
  /** For the whole scan, whatever its progress. */
  readonly totalMs: number;
  /** The pause after a timeout, in which it is not asked: a hanging scanner would delay every upload. */
  readonly restMs: number;
}

const TIMEOUTS: Timeouts = { connectMs: 3_000, idleMs: 120_000, totalMs: 300_000, restMs: 30_000 };
const MAX_REPLY_LENGTH = 4_096;

/** clamd closes the connection when a content exceeds its limit, sometimes before its answer was read. */
const CUT_OFF = new Set(['EPIPE', 'ECONNRESET']);
const ATTEMPTS = 4;

const END_OF_STREAM = Buffer.alloc(4);
const FOUND = /^(?<signature>.+) FOUND$/;
/** clamd's answers for a content that it did not scan completely: they do not mean that it is clean. */
const TOO_MUCH = /size limit exceeded|Heuristics\.Limits\.Exceeded/i;

class TimedOutError extends Error {
  constructor() {
    super('timed out');
  }
}

/** A client of clamd over TCP, with its command INSTREAM. */
export class ClamAv implements MalwareScanner {
  private restsUntil = 0;

  constructor(
    private readonly address: { readonly host: string; readonly port: number },
    private readonly timeouts = TIMEOUTS,
  ) {}

  async scan(content: ContentSource): Promise<ScanVerdict> {
    if (performance.now() < this.restsUntil) return pending('it was too slow a moment ago');
    for (let attempt = 1; ; attempt++) {
      try {
        return verdictOf(await this.ask(await content.read()));
      } catch (error) {
        if (CUT_OFF.has((error as NodeJS.ErrnoException).code ?? '') && attempt < ATTEMPTS) continue;
        if (error instanceof TimedOutError) this.restsUntil = performance.now() + this.timeouts.restMs;
        return pending(error instanceof Error ? error.message : String(error));
      }
    }
  }

  private async ask(content: Readable): Promise<string> {
    const socket = connect({ ...this.address, timeout: this.timeouts.connectMs });
    const giveUp = (): void => void socket.destroy(new TimedOutError());
    const limit = setTimeout(giveUp, this.timeouts.totalMs);
    socket.on('timeout', giveUp);
    socket.on('connect', () => socket.setTimeout(this.timeouts.idleMs));
    try {
      const reply = replyOf(socket);
      // clamd may answer before it has received everything, so only the reply is awaited; a content that breaks off
      // ends it.
      pipeline(framed(content), socket, { end: false }).catch((error: Error) => socket.destroy(error));
      return await reply;
    } finally {
      clearTimeout(limit);
      socket.destroy();
      content.destroy();
    }
  }
}

/** Each chunk is preceded by its length in network order; a length of zero ends the stream. */
async function* framed(content: Readable): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0');
  for await (const chunk of content as AsyncIterable<Buffer>) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(chunk.length);
    yield length;
    yield chunk;
  }
  yield END_OF_STREAM;
}

function replyOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      const end = text.indexOf('\0');
      if (end >= 0) resolve(text.slice(0, end));
      else if (text.length > MAX_REPLY_LENGTH) socket.destroy(new Error('this is not clamd'));
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the connection was closed')));
  });
}

function verdictOf(reply: string): ScanVerdict {
  const result = reply.replace(/^stream: /, '').trim();
  if (result === 'OK') return { status: 'clean', detail: 'ClamAV found nothing' };
  if (TOO_MUCH.test(result)) return { status: 'failed', detail: `ClamAV cannot tell: ${result}` };
  const signature = FOUND.exec(result)?.groups?.['signature'];
  if (signature) return { status: 'infected', detail: `ClamAV: ${signature}` };
  return pending(result);
}

function pending(reason: string): ScanVerdict {
  return { status: 'pending', detail: `ClamAV cannot be asked now: ${reason}` };
}

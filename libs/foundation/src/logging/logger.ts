import { Injectable, type LoggerService } from '@nestjs/common';
import pino from 'pino';
import { reasonOf } from './reason';

/** Members that must never be written, in whichever object they occur. */
const REDACTED = [
  'password',
  'otp',
  'code',
  'token',
  'refresh_token',
  'access_token',
  'captcha_token',
  'authorization',
];

const GATHER_MS = 10;
const MAX_GATHERED = 16 * 1024;

/** Those with lines that are about to be written. */
const gathering = new Set<Logger>();

// Heard before the destination hears it, which writes what it has been given by then.
process.on('exit', () => {
  for (const logger of gathering) logger.release();
});

type Fields = Readonly<Record<string, unknown>>;

/** What is logged of each request. Undefined members are left out. */
export interface RequestFields {
  readonly request_id: string;
  readonly method: string | null;
  /** The pattern of the path, not the path: it may carry a token. */
  readonly route: string | null;
  readonly status: number;
  readonly error_code?: string | undefined;
  readonly ms?: number;
  readonly tenant_id?: string | undefined;
  readonly app_id?: string | undefined;
  readonly user_id?: string | undefined;
  /** Of an API client. */
  readonly client_id?: string | undefined;
  readonly ip?: string | null;
}

/** JSON lines, one per event, times in UTC. Nest logs through it, too. */
@Injectable()
export class Logger implements LoggerService {
  private readonly pino: pino.Logger;
  private readonly requests: pino.Logger;
  /** Lines of requests that are about to be written. */
  private gathered = '';
  /** Whatever its length, a line is written at once; of one without a length it is not told when it is written. */
  private readonly destination: ReturnType<typeof pino.destination>;

  /** @param output 1 for standard output, 2 for standard error. */
  constructor(level: string, output: 1 | 2 = 1) {
    this.destination = pino.destination({ dest: output, sync: false, minLength: 1 });
    const options = {
      level,
      base: undefined,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label: string) => ({ level: label }) },
    };
    const paths = REDACTED.flatMap((name) => [name, `*.${name}`]);
    this.pino = pino({ ...options, redact: { paths, censor: '[redacted]' } }, { write: (line) => this.write(line) });
    this.requests = pino(options, { write: (line) => this.gather(line) });
  }

  /** Resolves when everything logged has been written: for a process about to end. */
  async flush(): Promise<void> {
    this.release();
    await new Promise<void>((resolve) => this.destination.flush(() => resolve()));
  }

  /** Writes what was gathered. */
  release(): void {
    this.write('');
  }

  /** The line of a request. None of its fields can hold a secret, and looking for one would be most of its cost. */
  request(fields: RequestFields): void {
    this.requests.info(fields, 'request');
  }

  /** A write costs more than all else about the line of a request, so that those of a moment share one. */
  private gather(line: string): void {
    if (this.gathered === '') {
      setTimeout(() => this.release(), GATHER_MS).unref();
      gathering.add(this);
    }
    this.gathered += line;
    if (this.gathered.length > MAX_GATHERED) this.release();
  }

  /** After what was gathered, so that lines stay in their order. */
  private write(line: string): void {
    const lines = this.gathered + line;
    this.gathered = '';
    gathering.delete(this);
    if (lines !== '') this.destination.write(lines);
  }

  info(fields: Fields, message: string): void {
    this.pino.info(fields, message);
  }

  warn(fields: Fields | string, message?: unknown): void {
    if (typeof fields === 'string') this.pino.warn({ context: message }, fields);
    else this.pino.warn(fields, String(message));
  }

  error(fields: Fields | Error | string, message?: unknown): void {
    if (fields instanceof Error) this.pino.error({ context: message }, reasonOf(fields));
    else if (typeof fields === 'string') this.pino.error({ context: message }, fields);
    else this.pino.error(fields, String(message));
  }

  /** Nest's own start-up messages are of use for debugging it, not for operating it. */
  log(message: unknown, context?: unknown): void {
    this.pino.debug({ context }, String(message));
  }

  debug(message: unknown, context?: unknown): void {
    this.pino.debug({ context }, String(message));
  }

  verbose(message: unknown, context?: unknown): void {
    this.pino.trace({ context }, String(message));
  }
}

import { Injectable, type LoggerService } from '@nestjs/common';
import pino from 'pino';
import { reasonOf } from './reason';

/** Fields that are never logged, at the top level or one below. */
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

/** The loggers with gathered lines. */
const gathering = new Set<Logger>();

// Registered before the destination's own handler, which writes its buffer.
process.on('exit', () => {
  for (const logger of gathering) logger.release();
});

type Fields = Readonly<Record<string, unknown>>;

/** The log line of a request. Undefined fields are omitted. */
export interface RequestFields {
  readonly request_id: string;
  readonly method: string | null;
  /** The route pattern; the path itself may contain a token. */
  readonly route: string | null;
  readonly status: number;
  readonly error_code?: string | undefined;
  readonly ms?: number;
  readonly tenant_id?: string | undefined;
  readonly app_id?: string | undefined;
  readonly user_id?: string | undefined;
  /** The API client. */
  readonly client_id?: string | undefined;
  readonly ip?: string | null;
}

/** JSON lines, one per event, times in UTC. Nest logs through it, too. */
@Injectable()
export class Logger implements LoggerService {
  private readonly pino: pino.Logger;
  private readonly requests: pino.Logger;
  /** Request lines that are not written yet. */
  private gathered = '';
  /** `minLength: 1` writes each line at once; with 0 `flush` would not wait for the write. */
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

  /** Resolves when everything is written, for a process about to end. */
  async flush(): Promise<void> {
    this.release();
    await new Promise<void>((resolve) => this.destination.flush(() => resolve()));
  }

  /** Writes the gathered lines. */
  release(): void {
    this.write('');
  }

  /** Logs a request, without redaction: no field can contain a secret, and redaction would be most of the cost. */
  request(fields: RequestFields): void {
    this.requests.info(fields, 'request');
  }

  /** Request lines share writes, as a write is the most expensive part of a line. */
  private gather(line: string): void {
    if (this.gathered === '') {
      setTimeout(() => this.release(), GATHER_MS).unref();
      gathering.add(this);
    }
    this.gathered += line;
    if (this.gathered.length > MAX_GATHERED) this.release();
  }

  /** Gathered lines go first, so that lines stay in order. */
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

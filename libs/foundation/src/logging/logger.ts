import { Injectable, type LoggerService } from '@nestjs/common';
import pino from 'pino';
import { reasonOf } from './reason';

/** Members that must never be written, wherever an object carries them. */
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

type Fields = Readonly<Record<string, unknown>>;

/** JSON lines on standard output, one an event, times in UTC. Also what Nest itself logs through. */
@Injectable()
export class Logger implements LoggerService {
  private readonly pino: pino.Logger;
  private readonly destination = pino.destination({ dest: 1, sync: false });

  constructor(level: string) {
    this.pino = pino(
      {
        level,
        base: undefined,
        timestamp: () => `,"time":"${new Date().toISOString()}"`,
        formatters: { level: (label) => ({ level: label }) },
        redact: { paths: REDACTED.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
      },
      this.destination,
    );
  }

  /** Resolves when all that was logged has been written: for a process that ends. */
  async flush(): Promise<void> {
    await new Promise<void>((resolve) => this.destination.flush(() => resolve()));
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

  /** Nest's own start-up chatter is of use to those who debug it, not to those who run it. */
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

import { Injectable } from '@nestjs/common';
import { newId } from '@libs/kernel';
import { Database } from '../database/database';
import { Logger } from '../logging/logger';
import type { Mail, MailSender } from './mail-sender';

export interface DevelopmentMessage {
  readonly id: string;
  readonly channel: 'email' | 'sms' | 'push';
  readonly to: string;
  readonly subject: string | null;
  readonly text: string;
  readonly code: string | null;
  readonly at: Date;
}

const KEPT_MESSAGES = 500;

/** Where messages wait in development when no gateway is configured. Development only: it holds codes in plain text. */
@Injectable()
export class DevelopmentOutbox implements MailSender {
  constructor(
    private readonly database: Database,
    private readonly logger: Logger,
  ) {}

  async send(mail: Mail): Promise<void> {
    const { to, subject, text, code = null } = mail;
    await this.add({ channel: 'email', to, subject, text, code });
  }

  async add({ channel, to, subject, text, code }: Omit<DevelopmentMessage, 'id' | 'at'>): Promise<void> {
    await this.database.runAsSystem(async () => {
      await this.database.query(
        `INSERT INTO development_messages (id, channel, recipient, subject, body, code)
         VALUES ($1, $2, $3, $4, $5, $6)`,
        [newId(), channel, to, subject, text, code],
      );
      await this.database.query(
        `DELETE FROM development_messages WHERE id IN
           (SELECT id FROM development_messages ORDER BY created_at DESC, id DESC OFFSET ${KEPT_MESSAGES})`,
      );
    });
    this.logger.info({ channel }, 'a message waits in the development outbox: GET /internal/v1/dev/outbox');
  }

  /** Newest first. */
  async list(to: string | undefined): Promise<DevelopmentMessage[]> {
    return this.database.readAsSystem<DevelopmentMessage>(
      `SELECT id, channel, recipient AS to, subject, body AS text, code, created_at AS at
         FROM development_messages WHERE $1::text IS NULL OR recipient = $1
        ORDER BY created_at DESC, id DESC LIMIT ${KEPT_MESSAGES}`,
      [to ?? null],
    );
  }

  /** Deletes what was sent to any of the recipients. Runs in the current transaction. */
  async forget(recipients: readonly string[]): Promise<void> {
    await this.database.query('DELETE FROM development_messages WHERE recipient = ANY ($1)', [recipients]);
  }
}

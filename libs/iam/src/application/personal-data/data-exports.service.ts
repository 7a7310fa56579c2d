import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { type Archive, ArchivesService, type ByteRange } from '@libs/files';
import type { LinkTicket } from '@libs/foundation';
import { Outbox, RateLimitedError, Transactions } from '@libs/kernel';
import { type DataExport, isReady } from '../../domain/personal-data/data-export';
import { Users } from '../../infrastructure/accounts/users';
import { DataExports } from '../../infrastructure/personal-data/data-exports';
import type { MemberSession } from '../../infrastructure/sessions/signed-in';
import type { Client } from '../accounts/app-scope';
import { StepUps } from '../codes/step-ups.service';
import { DataExportLinks } from './data-export-links';
import { DataExportRequested } from './personal-data.messages';

/** An export as its owner sees it. */
export interface OwnDataExport extends Pick<DataExport, 'id' | 'status' | 'createdAt' | 'expiresAt'> {
  /** Null unless it is ready. */
  readonly downloadUrl: string | null;
}

/** Copies of all data stored about a user, for that user alone. */
@Injectable()
export class DataExportsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly stepUps: StepUps,
    private readonly users: Users,
    private readonly exports: DataExports,
    private readonly archives: ArchivesService,
    private readonly links: DataExportLinks,
  ) {}

  /**
   * Starts an export, or returns the one that is already being made.
   *
   * @throws StepUpRequiredError
   * @throws RateLimitedError after too many in a day; that does not use up the token.
   */
  async request(member: MemberSession, stepUpToken: string | null, { locale }: Client): Promise<OwnDataExport> {
    const { tenantId, userId } = member;
    const act = { purpose: 'data_export', resource: userId } as const;
    return this.transactions.run(tenantId, async () => {
      await this.users.getForUpdate(tenantId, userId);
      await this.stepUps.spend(member, act, stepUpToken);
      const pending = await this.exports.findPending(tenantId, userId);
      if (pending) return this.own(pending);
      const retryAfterSeconds = await this.exports.secondsToWait(tenantId, userId);
      if (retryAfterSeconds > 0) throw new RateLimitedError({ retryAfterSeconds });
      const added = await this.exports.add(member, locale);
      await this.outbox.add(new DataExportRequested(added));
      return this.own(added);
    });
  }

  /** Newest first. */
  async list({ tenantId, userId }: MemberSession): Promise<OwnDataExport[]> {
    return (await this.exports.list(tenantId, userId)).map((dataExport) => this.own(dataExport));
  }

  /** The archive behind a link; null for an invalid or expired link. */
  async findLinked(id: string, ticket: LinkTicket): Promise<Archive | null> {
    const found = await this.exports.findLinked(id);
    if (!found || !isReady(found) || !this.links.isGood(found, ticket)) return null;
    return this.archives.find(found.tenantId, found.archiveId);
  }

  /** Null if it was deleted meanwhile. @throws DependencyUnavailableError when the storage is away. */
  async open(archive: Archive, range?: ByteRange): Promise<Readable | null> {
    return this.archives.open(archive, range);
  }

  private own(dataExport: DataExport): OwnDataExport {
    const { id, status, createdAt, expiresAt } = dataExport;
    return { id, status, createdAt, expiresAt, downloadUrl: isReady(dataExport) ? this.links.urlOf(dataExport) : null };
  }
}

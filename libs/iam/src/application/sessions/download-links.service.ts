import { Injectable } from '@nestjs/common';
import { type AuditedChange, AuditTrail, Transactions } from '@libs/kernel';
import { type DownloadLink, DownloadLinks, type NewDownloadLink } from '../../infrastructure/sessions/download-links';

/** What a link downloads, for the record. */
export type Downloaded = Pick<AuditedChange, 'resourceType' | 'resourceId' | 'appId'>;

/** Makes links to downloads. Each is recorded with its end, and without its token. */
@Injectable()
export class DownloadLinksService {
  constructor(
    private readonly transactions: Transactions,
    private readonly links: DownloadLinks,
    private readonly audit: AuditTrail,
  ) {}

  /** @param target the one request that the link is for. */
  create(
    tenantId: string,
    claims: DownloadLink['claims'],
    target: string,
    downloaded: Downloaded,
  ): Promise<NewDownloadLink> {
    return this.transactions.run(tenantId, async () => {
      const link = await this.links.add(tenantId, claims, target);
      const after = { download_until: link.expiresAt.toISOString() };
      this.audit.record({ ...downloaded, before: null, after });
      return link;
    });
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, sameSecret, Secrets, type Config } from '@libs/foundation';
import type { ReadyDataExport } from '../domain/data-export';

/** The query of a link. */
export interface DataExportTicket {
  /** Seconds since 1970. */
  readonly expires: number;
  readonly signature: string;
}

/** Links to what was exported: whoever has one can read it, until it expires. */
@Injectable()
export class DataExportLinks {
  constructor(
    private readonly secrets: Secrets,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  urlOf(dataExport: ReadyDataExport): string {
    const url = new URL(`${this.config.publicBaseUrl}/api/v1/public/data-exports/${dataExport.id}`);
    url.searchParams.set('expires', String(expiresOf(dataExport)));
    url.searchParams.set('signature', this.signature(dataExport, this.secrets.currentKeyId));
    return url.href;
  }

  /** Whether the link was made here for this export, with a key that is still known. */
  isGood(dataExport: ReadyDataExport, { expires, signature }: DataExportTicket): boolean {
    // The text is compared, not its bytes: of base64url several texts stand for the same bytes.
    const given = Buffer.from(signature);
    const matches = this.secrets.keyIds.map((keyId) =>
      sameSecret(Buffer.from(this.signature(dataExport, keyId)), given),
    );
    return matches.includes(true) && expires === expiresOf(dataExport);
  }

  private signature(dataExport: ReadyDataExport, keyId: string): string {
    const { tenantId, userId, id, archiveId } = dataExport;
    const parts = ['1', tenantId, userId, id, archiveId, String(expiresOf(dataExport))];
    return this.secrets.hmac('data-export', parts, keyId).toString('base64url');
  }
}

function expiresOf({ expiresAt }: ReadyDataExport): number {
  return Math.floor(expiresAt.getTime() / 1_000);
}

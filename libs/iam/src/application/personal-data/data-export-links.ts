import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Secrets, type Config, type LinkTicket } from '@libs/foundation';
import type { ReadyDataExport } from '../../domain/personal-data/data-export';

/** Links to exports: anyone who has one can read the export until it expires. */
@Injectable()
export class DataExportLinks {
  constructor(
    private readonly secrets: Secrets,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  urlOf(dataExport: ReadyDataExport): string {
    const url = new URL(`${this.config.publicBaseUrl}/api/v1/public/data-exports/${dataExport.id}`);
    url.searchParams.set('expires', String(expiresOf(dataExport)));
    url.searchParams.set('signature', this.secrets.sign('data-export', partsOf(dataExport)));
    return url.href;
  }

  /** Whether the link was made here for this export, with a key that is still configured. */
  isGood(dataExport: ReadyDataExport, { expires, signature }: LinkTicket): boolean {
    return this.secrets.isSigned('data-export', partsOf(dataExport), signature) && expires === expiresOf(dataExport);
  }
}

function partsOf(dataExport: ReadyDataExport): string[] {
  const { tenantId, userId, id, archiveId } = dataExport;
  return ['1', tenantId, userId, id, archiveId, String(expiresOf(dataExport))];
}

function expiresOf({ expiresAt }: ReadyDataExport): number {
  return Math.floor(expiresAt.getTime() / 1_000);
}

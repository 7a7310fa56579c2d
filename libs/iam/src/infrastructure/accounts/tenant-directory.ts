import { Injectable } from '@nestjs/common';
import { ChangeFeed, Database, InvalidatedCache } from '@libs/foundation';
import type { TenantStatus } from '../../domain/accounts/tenant';

interface TenantSnapshot {
  readonly status: TenantStatus;
}

interface CodedTenant {
  readonly id: string;
}

const MAX_BYTES = 4 * 1024 * 1024;
const BYTES_PER_TENANT = 400;

/** Whether a tenant exists and is active; asked at every request and therefore cached until the tenant changes. */
@Injectable()
export class TenantDirectory {
  private readonly tenants: InvalidatedCache<TenantSnapshot>;
  private readonly byCode: InvalidatedCache<CodedTenant>;

  constructor(
    private readonly database: Database,
    changeFeed: ChangeFeed,
  ) {
    this.tenants = new InvalidatedCache(changeFeed, {
      subject: 'tenant',
      maxBytes: MAX_BYTES,
      sizeOf: () => BYTES_PER_TENANT,
    });
    this.byCode = new InvalidatedCache(changeFeed, {
      subject: 'tenant',
      further: { tenant: ({ id }) => id },
      maxBytes: MAX_BYTES,
      sizeOf: () => BYTES_PER_TENANT,
    });
  }

  async isActive(id: string): Promise<boolean> {
    return (await this.tenants.get(id, id, () => this.load(id)))?.status === 'active';
  }

  /** Whether memory tells that it is active: false says nothing. */
  isKnownActive(id: string): boolean {
    return this.tenants.known(id, id)?.status === 'active';
  }

  /** In any status. @param id a uuid in lower case. */
  async exists(id: string): Promise<boolean> {
    return (await this.tenants.get(id, id, () => this.load(id))) !== null;
  }

  /** In any status; null for a code that no tenant has. */
  async idOf(code: string): Promise<string | null> {
    return (await this.byCode.get(code, code, () => this.loadByCode(code)))?.id ?? null;
  }

  private async loadByCode(code: string): Promise<CodedTenant | null> {
    return this.database.readOneAsSystem<CodedTenant & Record<string, unknown>>(
      'SELECT id FROM tenants WHERE code = $1',
      [code],
    );
  }

  private async load(id: string): Promise<TenantSnapshot | null> {
    return this.database.readOne<TenantSnapshot>(id, 'SELECT status FROM tenants WHERE id = $1', [id]);
  }
}

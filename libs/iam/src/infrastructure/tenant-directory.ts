import { Injectable } from '@nestjs/common';
import { ChangeFeed, Database } from '@libs/foundation';
import type { TenantStatus } from '../domain/tenant';

interface TenantSnapshot {
  readonly id: string;
  readonly status: TenantStatus;
}

/** Whether a tenant is active, asked at every request and therefore kept in memory until the tenant changes. */
@Injectable()
export class TenantDirectory {
  private readonly cache = new Map<string, Promise<TenantSnapshot | null>>();

  constructor(
    private readonly database: Database,
    private readonly changeFeed: ChangeFeed,
  ) {
    changeFeed.subscribe('tenant', { changed: (id) => this.cache.delete(id), reset: () => this.cache.clear() });
  }

  async isActive(id: string): Promise<boolean> {
    return (await this.find(id))?.status === 'active';
  }

  private async find(id: string): Promise<TenantSnapshot | null> {
    if (!this.changeFeed.live) return this.load(id);
    const known = this.cache.get(id);
    if (known) return known;
    // The promise is what is kept: a change that arrives while it loads takes it out again.
    const loading = this.load(id);
    this.cache.set(id, loading);
    try {
      return await loading;
    } catch (error) {
      if (this.cache.get(id) === loading) this.cache.delete(id);
      throw error;
    }
  }

  private async load(id: string): Promise<TenantSnapshot | null> {
    const [row] = await this.database.read<TenantSnapshot>(id, 'SELECT id, status FROM tenants WHERE id = $1', [id]);
    return row ?? null;
  }
}

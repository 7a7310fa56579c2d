import { Injectable } from '@nestjs/common';
import { TenantDirectory } from '../accounts/tenant-directory';
import { tenantNamedBy } from './tenant-token';

/** The tenant for which a request without a session comes, by what it names: an unproven claim, but of one that exists. */
@Injectable()
export class NamedTenants {
  constructor(private readonly tenants: TenantDirectory) {}

  /** Its id; null for a code that no tenant has. */
  byCode(code: string): Promise<string | null> {
    return this.tenants.idOf(code);
  }

  /** Its id; null for a token that names none, or one that does not exist. @param token of whatever kind. */
  async byToken(token: string): Promise<string | null> {
    const id = tenantNamedBy(token);
    return id !== null && (await this.tenants.exists(id)) ? id : null;
  }
}

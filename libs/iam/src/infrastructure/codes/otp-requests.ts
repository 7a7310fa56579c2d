import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { OtpRequest } from '../../domain/codes/otp-request';

/** Requests for codes. Within the current transaction. */
@Injectable()
export class OtpRequests {
  constructor(private readonly database: Database) {}

  async insert(request: OtpRequest): Promise<void> {
    await this.database.manager.insert(OtpRequest, request);
  }

  async find(tenantId: string, id: string): Promise<OtpRequest | null> {
    return this.database.manager.findOneBy(OtpRequest, { tenantId, id });
  }

  async findForUpdate(tenantId: string, id: string): Promise<OtpRequest | null> {
    return this.database.manager.findOne(OtpRequest, { where: { tenantId, id }, lock: { mode: 'pessimistic_write' } });
  }

  async saveProcessed({ tenantId, id, userId, passwordHash, processedAt }: OtpRequest): Promise<void> {
    await this.database.manager.update(OtpRequest, { tenantId, id }, { userId, passwordHash, processedAt });
  }

  /** Deletes the user's requests at the App: their passwords are no longer needed. */
  async deleteOf(tenantId: string, appId: string, userId: string): Promise<void> {
    await this.database.manager.delete(OtpRequest, { tenantId, appId, userId });
  }
}

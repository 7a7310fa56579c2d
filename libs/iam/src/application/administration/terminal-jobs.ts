import { Injectable } from '@nestjs/common';
import { newId, SystemAudit, type SystemJob, Transactions } from '@libs/kernel';
import type { Permission } from '../../domain/roles/permissions';

const ACTION: Permission = 'users.write';

/** What is done to administrators from a terminal of the installation. The system is the actor in the audit log. */
@Injectable()
export class TerminalJobs {
  constructor(
    private readonly transactions: Transactions,
    private readonly systemAudit: SystemAudit,
  ) {}

  perform<T>(tenantId: string, name: SystemJob['name'], work: () => Promise<T>): Promise<T> {
    const job = { tenantId, action: ACTION, name, id: newId() };
    return this.systemAudit.perform(job, () => this.transactions.run(tenantId, work));
  }
}

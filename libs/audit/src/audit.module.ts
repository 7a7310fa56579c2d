import { Global, Module } from '@nestjs/common';
import { AuditTrail } from '@libs/kernel';
import { RequestAudit } from './application/request-audit';
import { AuditChain } from './infrastructure/audit-chain';
import { AuditLogs } from './infrastructure/audit-logs';
import { AuditWriter } from './infrastructure/audit-writer';
import { ChainSeals } from './infrastructure/chain-seals';

/** Global, since every context tells of its changes by the kernel's port. */
@Global()
@Module({
  providers: [
    AuditChain,
    AuditLogs,
    AuditWriter,
    ChainSeals,
    RequestAudit,
    { provide: AuditTrail, useExisting: RequestAudit },
  ],
  exports: [AuditChain, AuditLogs, AuditTrail, RequestAudit],
})
export class AuditModule {}

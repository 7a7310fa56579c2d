import { Global, Module, Optional } from '@nestjs/common';
import { Replica, SealedColumns } from '@libs/foundation';
import { AuditTrail, SystemAudit } from '@libs/kernel';
import { ErasedUsersHandler } from './application/erased-users.handler';
import { RequestAudit } from './application/request-audit';
import { LogTurns } from './infrastructure/audit-batches';
import { AuditChain } from './infrastructure/audit-chain';
import { AuditLogs } from './infrastructure/audit-logs';
import { AuditRedactions } from './infrastructure/audit-redactions';
import { AuditWriter, CHAIN_POSITION } from './infrastructure/audit-writer';
import { CHAIN_SEALS, ChainSeals } from './infrastructure/chain-seals';

/** Global, since every context reports its changes through the kernel's port. */
@Global()
@Module({
  providers: [
    AuditChain,
    AuditLogs,
    AuditRedactions,
    AuditWriter,
    ChainSeals,
    ErasedUsersHandler,
    LogTurns,
    RequestAudit,
    { provide: AuditTrail, useExisting: RequestAudit },
    { provide: SystemAudit, useExisting: RequestAudit },
  ],
  exports: [AuditChain, AuditLogs, AuditTrail, RequestAudit, SystemAudit],
})
export class AuditModule {
  constructor(sealed: SealedColumns, @Optional() replica?: Replica) {
    for (const hashes of CHAIN_SEALS) sealed.registerHashes(hashes);
    // Every write of an administrator moves the head of the tenant's chain.
    replica?.follow(CHAIN_POSITION);
  }
}

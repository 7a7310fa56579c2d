export { AuditModule } from './audit.module';
export { RequestAudit } from './application/request-audit';
export type { AuditRecord } from './domain/audit-record';
export { MASK } from './domain/field-changes';
export { namesSecret } from './domain/secret-names';
export { AUDIT_OUTCOMES, type AuditedRequest, type AuditOutcome } from './domain/audited-request';
export { AuditChain, type ChainVerification } from './infrastructure/audit-chain';
export { AuditLogs, type AuditLogFilter } from './infrastructure/audit-logs';

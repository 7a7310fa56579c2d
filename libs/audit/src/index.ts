export { AuditModule } from './audit.module';
export { RequestAudit } from './application/request-audit';
export { MASK } from './domain/recorded-json';
export { namesSecret } from './domain/secret-names';
export { AUDIT_OUTCOMES, type AuditedRequest, type AuditOutcome } from './domain/audited-request';
export { AuditChain, type ChainVerification } from './infrastructure/audit-chain';
export { AuditLogs, type AuditLogFilter, type ToldRecord } from './infrastructure/audit-logs';

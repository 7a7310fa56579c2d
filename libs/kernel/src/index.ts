export {
  type AdministratorMail,
  AdministratorMails,
  type Fact,
  type MailBody,
  type MailTexts,
  type ToldAdministrators,
} from './administrator-mails';
export { AuditTrail, type AuditedChange, SystemAudit, type SystemJob } from './audit-trail';
export { domainEvent, tenantEvent } from './domain-event';
export {
  errorsOf,
  DomainError,
  errorCatalogue,
  type DomainErrorClass,
  type ErrorDefinition,
  type ErrorKind,
} from './domain-error';
export {
  DependencyUnavailableError,
  expectAll,
  found,
  MAX_FIELD_ERRORS,
  type PresentVersion,
  RateLimitedError,
  ResourceConflictError,
  ResourceImmutableFieldError,
  ResourceNotFoundError,
  ValidationFailedError,
  VersionConflictError,
  type FieldError,
} from './common-errors';
export { type Changes, expectVersion, given, namesOf, picked, type SettingsChanges, textErrors } from './changes';
export { durationText } from './duration-text';
export { field, Field, type FieldType } from './field';
export {
  but,
  type ChangesOf,
  changesIn,
  type Fields,
  fields,
  having,
  initialOf,
  type Loose,
  type NewOf,
  only,
  partial,
  valuesIn,
  type ValuesOf,
  wireOf,
} from './field-table';
export { VersionedChanges, type VersionedResource } from './versioned-changes';
export { derivedId, isUuid, MAX_UUID, newId, newIdAt, NIL_UUID } from './ids';
export {
  isSupportedLocale,
  localize,
  negotiateLocale,
  SUPPORTED_LOCALES,
  type Catalogues,
  type LocalizedText,
  type SupportedLocale,
} from './locale';
export { MemberNotices, type MemberNotice } from './member-notices';
export { oncePer } from './once-per';
export { Outbox, type DelayedEvent, type DomainEvent } from './outbox';
export {
  type FoundThing,
  type FoundThings,
  type ResourceSearch,
  searchEach,
  type SearchQuestion,
} from './resource-search';
export { traceSources } from './stack-traces';
export { hearStopSignals, StoppedError } from './stop-signal';
export { isTimeZone } from './time-zone';
export { Transactions } from './transactions';
export { Tree, type TreeNode } from './tree';
export { type Languages, likePattern, type ListPage, type ListRequest, type PageRequest } from './paging';
export { BUCKET_INTERVALS, type BucketInterval, bucketEdges, dayIn } from './time-buckets';
export { wireNameOf, withWireNames } from './wire-names';

import type { FieldError, SupportedLocale } from '@libs/kernel';
import type { AppSnapshot, ManagedApp } from '@libs/apps';
import type { AuditedRequest } from '@libs/audit';
import type { AdminSession, MemberSession } from '@libs/iam';
import type { Request } from 'express';

/** The request as the layers before a handler have dressed it. */
export interface ApiRequest extends Request {
  /** Names the request in its answer and in the log. */
  id: string;
  /** The locale of the answer: of the service at first, of the App and then of the member once they are known. */
  locale: SupportedLocale;
  /** What is wrong with the form of the body though it is JSON. Told only after header and bearer were checked. */
  bodyProblem?: FieldError;
  /** The size of a body that is still unread: whoever the guards let pass may send as much. */
  permittedBodyBytes?: number;
  /** Why it was refused, for the log. */
  errorCode?: string;
  currentApp?: AppSnapshot;
  member?: MemberSession;
  admin?: AdminSession;
  /** What the audit log is still to be told of an administrator's request. */
  unrecorded?: AuditedRequest;
  /** The App that the path or X-AppID of an administrator's request names. */
  managedApp?: ManagedApp;
}

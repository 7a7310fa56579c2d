import type { FieldError, SupportedLocale } from '@libs/kernel';
import type { AppSnapshot, ManagedApp } from '@libs/apps';
import type { AuditedRequest } from '@libs/audit';
import type { AdminSession, DownloadLink, MemberSession, ServiceClient } from '@libs/iam';
import type { Request } from 'express';
import type { JsonLimits } from './body-limits';
import type { UploadFields } from './multipart';

/** What counts as the body of an upload: repetitions have to have the same. */
export interface UploadBody {
  readonly fields: UploadFields;
  /** Of the file, in lower-case hex. */
  readonly sha256: string;
}

/** Does what an upload changes in the database, and commits it together with the answer that repetitions get. */
export type UploadOnce = <T>(body: UploadBody, change: () => Promise<T>, toAnswer: (result: T) => object) => Promise<T>;

/** The request with what the layers before a handler add to it. */
export interface ApiRequest extends Request {
  /** Identifies the request in its answer and in the log. */
  id: string;
  /** The locale of the answer: of the service at first, of the App and then of the member once they are known. */
  locale: SupportedLocale;
  /** A problem inside well-formed JSON. Reported only after header and bearer were checked. */
  bodyProblem?: FieldError;
  /** The limits of a body that is still unread: a caller admitted by the guards may send this much. */
  permittedBody?: JsonLimits;
  /** The code of the refusal, for the log. */
  errorCode?: string;
  currentApp?: AppSnapshot;
  member?: MemberSession;
  admin?: AdminSession;
  apiClient?: ServiceClient;
  /** What the bearer of an administrator's request claims. */
  claims?: DownloadLink['claims'];
  /** The link by which a download was admitted, in place of a bearer. */
  downloadLink?: DownloadLink;
  /** Of an upload with an idempotency key. */
  uploadOnce?: UploadOnce;
  /** The audit record that a request of an administrator or an API client still lacks. */
  unrecorded?: AuditedRequest;
  /** The App that the path or X-AppID of an administrator's request names. */
  managedApp?: ManagedApp;
}

/** Whether it changes nothing (RFC 9110, 9.2.1), by the methods that this service answers so. */
export function isReading({ method }: Pick<Request, 'method'>): boolean {
  return method === 'GET' || method === 'HEAD';
}

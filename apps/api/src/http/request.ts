import type { FieldError, SupportedLocale } from '@libs/kernel';
import type { AppSnapshot } from '@libs/apps';
import type { MemberSession } from '@libs/iam';
import type { Request } from 'express';

/** The request as the layers before a handler have dressed it. */
export interface ApiRequest extends Request {
  /** Names the request in its answer and in the log. */
  id: string;
  /** The locale of the answer: of the service at first, of the App and then of the member once they are known. */
  locale: SupportedLocale;
  /** What is wrong with the form of the body though it is JSON. Told only after header and bearer were checked. */
  bodyProblem?: FieldError;
  currentApp?: AppSnapshot;
  member?: MemberSession;
}

import { loginEvent, securityEvent } from '@libs/iam';
import { field } from '@libs/kernel';
import { answer } from '../../http/answers/answer';

export class MobileLoginEventResponse extends answer(loginEvent) {}

/** Attempts to sign in to the member's account at this App, newest first. */
export class MobileLoginEventListResponse extends answer({
  items: field.listOf(() => MobileLoginEventResponse, 100),
  nextCursor: field.text().nullable().example(null),
}) {}

export class MobileSecurityEventResponse extends answer(securityEvent) {}

/** Security events of the member's account at this App or at all of them, newest first. */
export class MobileSecurityEventListResponse extends answer({
  items: field.listOf(() => MobileSecurityEventResponse, 100),
  nextCursor: field.text().nullable().example(null),
}) {}

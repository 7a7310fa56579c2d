import { type MemberSessionView, session, sessionDevice } from '@libs/iam';
import { but, field } from '@libs/kernel';
import { answer } from '../../http/answers/answer';

class MobileSessionDeviceResponse extends answer(sessionDevice) {}

export class MobileSessionResponse extends answer({
  id: session.id,
  sessionId: session.id.about('The same as `id`'),
  appId: session.appId,
  device: field.nested(() => MobileSessionDeviceResponse).nullable(),
  ...but(session, 'id', 'appId'),
  current: field.flag().about('Whether this is the session of the request'),
}) {
  constructor(own: MemberSessionView, currentId: string) {
    super({ ...own, sessionId: own.id, current: own.id === currentId });
  }
}

/** The active sessions of the member at this App, most recently active first. */
export class MobileSessionListResponse extends answer({ items: field.madeListOf(() => MobileSessionResponse) }) {
  constructor(sessions: readonly MemberSessionView[], currentId: string) {
    super({ items: sessions.map((one) => new MobileSessionResponse(one, currentId)) });
  }
}

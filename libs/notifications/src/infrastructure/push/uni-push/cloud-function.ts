import { codeOf, configuration, objectOf } from '../common/push-answers';
import type { PushGateway } from '../common/gateway-push-provider';
import { requestIdOf, uniPushLifetimeMs, uniPushText } from './getui-message';
import { getuiRefusal, statusOf } from './getui-outcomes';

/** uni-push 2.0 by a function of the App's own in uniCloud, which calls `sendMessage`. */
export const CLOUD_FUNCTION: PushGateway = {
  bodyOf: (notification, account) => {
    const { token } = notification.device;
    // Without a client the function would send to every user of the App.
    if (token === '') return null;
    return {
      push_clientid: [token],
      ...uniPushText(notification),
      request_id: requestIdOf(notification),
      force_notification: true,
      settings: { ttl: uniPushLifetimeMs(notification) },
      options: account.optionsFor(notification),
    };
  },
  defects: [],
  outcomeOf: (answer, { device }) => {
    const { errCode, errMsg, data } = objectOf(answer.body);
    const told = { code: codeOf(errCode), msg: typeof errMsg === 'string' ? errMsg : '', data };
    // What getui refused, in the words of getui.
    const refusal = getuiRefusal(answer, told);
    if (refusal === null) return statusOf(told, device.token);
    if (refusal === 'no_such_user') return { kind: 'drop_token', since: null, reason: 'target user is invalid' };
    return refusal === 'stale' ? configuration(told.code) : refusal;
  },
};

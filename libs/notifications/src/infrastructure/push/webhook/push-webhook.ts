import { codeOf, objectOf } from '../common/push-answers';
import type { PushGateway } from '../common/gateway-push-provider';

/** A gateway of the operator's own, for the devices of all providers. */
export const PUSH_WEBHOOK: PushGateway = {
  bodyOf: (notification, account) => {
    const { deliveryId, messageId, device, title, body, data, isMarketing, expiresAt } = notification;
    return {
      type: 'push.requested',
      timestamp: new Date().toISOString(),
      data: {
        app_id: account.scope.appId,
        delivery_id: deliveryId,
        message_id: messageId,
        device: { provider: device.provider, token: device.token, platform: device.platform },
        title,
        body,
        data,
        marketing: isMarketing,
        expires_at: expiresAt?.toISOString() ?? null,
        options: account.optionsFor(notification),
      },
    };
  },
  defects: [400, 413, 422],
  /** A gateway may tell more: `{ "status": "sent" | "ignored" | "invalid_token", "id" }`. */
  outcomeOf: ({ body }) => {
    const { status, id } = objectOf(body);
    if (status === 'ignored') return { kind: 'ignored' };
    if (status === 'invalid_token') return { kind: 'drop_token', since: null, reason: 'invalid_token' };
    return { kind: 'sent', providerId: codeOf(id) || null };
  },
};

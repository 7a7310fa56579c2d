import { createHmac } from 'node:crypto';

/**
 * The headers of Standard Webhooks.
 *
 * @param id the same in every attempt. @param secret `whsec_` and the base64 of the key.
 */
export function webhookHeaders(id: string, body: string, secret: string, now = new Date()): Record<string, string> {
  const timestamp = Math.floor(now.getTime() / 1_000);
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'Content-Type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  };
}

import { outgoingProblems } from './outgoing-settings';
import { pushProblems } from './push-settings';

const problemsOf = (values: Record<string, string>) => [...pushProblems(values), ...outgoingProblems(values)];

describe('Where requests may go', () => {
  it.each([
    ['PUSH_APNS_URL', 'http://127.0.0.1:2197'],
    ['PUSH_FCM_TOKEN_URL', 'HTTP://fcm.example.com'],
    ['OUTGOING_ALLOWED_ADDRESSES', '10.0.0.1'],
    ['WEBHOOK_ALLOWED_CIDRS', '10.0.0.1, ::1'],
    ['WEBHOOK_ALLOWED_CIDRS', '::ffff:169.254.169.254/128'],
    ['WEBHOOK_ALLOWED_CIDRS', '0.0.0.0/0'],
  ])('in production is not %s=%s', (name, value) => {
    expect(problemsOf({ NODE_ENV: 'production', [name]: value })).toEqual([expect.stringContaining(name)]);
    expect(problemsOf({ NODE_ENV: 'test', [name]: value })).toEqual([]);
  });

  it('in production may be a proxy by https', () => {
    expect(problemsOf({ NODE_ENV: 'production', PUSH_FCM_URL: 'https://egress.example.com/fcm' })).toEqual([]);
  });

  it('in production may be hosts of an intranet, for webhooks', () => {
    expect(problemsOf({ NODE_ENV: 'production', WEBHOOK_ALLOWED_CIDRS: '10.0.0.0/8, fd12:3456::/32' })).toEqual([]);
  });
});

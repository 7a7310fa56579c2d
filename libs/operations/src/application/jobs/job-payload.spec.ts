import { maskedPayload, withoutAddresses } from './job-payload';

const MASK = '********';

describe('The payload of a job', () => {
  it('shows ids and facts', () => {
    const data = {
      challenge_id: '0192f0c1-7c2a-7b3e-9d54-13800138000a',
      locale: 'zh-CN',
      version_code: 10_203,
      version_name: '1.2.3',
      target_platforms: ['android', 'ios'],
      published_at: '2026-11-21T09:00:00.000Z',
      revision_hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      password_changed_at: '2026-11-21T09:00:00.000Z',
      is_default: true,
      app_id: null,
      facts: { failure_rate: 0.25, window_minutes: 60 },
    };
    expect(maskedPayload(data)).toEqual(data);
  });

  it('is looked through once, however long its words are', () => {
    const word = 'a-'.repeat(500_000);
    expect(withoutAddresses(`${word} ${word}@example.com x://y`)).toBe(`${word} ${MASK} ${MASK}`);
  });

  it.each([
    'password',
    'code',
    'verification_codes',
    'accessToken',
    'client_secret',
    'storage_key',
    'url',
    'download_link',
    'recipient',
    'to',
    'email',
    'mobile',
    'phone',
    'address',
  ])('masks a field named %s, however deep it is', (name) => {
    expect(maskedPayload({ [name]: 'x', list: [{ [name]: 123_456 }] })).toEqual({
      [name]: MASK,
      list: [{ [name]: MASK }],
    });
  });

  it('masks addresses in whatever field', () => {
    expect(maskedPayload({ note: 'for lin@example.com', who: '13800138000', raw: 13_800_138_000 })).toEqual({
      note: `for ${MASK}`,
      who: MASK,
      raw: MASK,
    });
  });
});

describe('The error of a job', () => {
  it.each([
    ['Error: 550 no such user <lin@example.com>', `Error: 550 no such user <${MASK}>`],
    ['Error: +86 138 0013 8000 is not valid', `Error: ${MASK} is not valid`],
    ['Error: connect ECONNREFUSED 10.0.0.5:587', `Error: connect ECONNREFUSED ${MASK}`],
    ['Error: connect ECONNREFUSED fd00::5', `Error: connect ECONNREFUSED ${MASK}`],
    ['Error: queryA ETIMEOUT hooks.internal', `Error: queryA ETIMEOUT ${MASK}`],
    ['Error: getaddrinfo ENOTFOUND smtp.internal', `Error: getaddrinfo ENOTFOUND ${MASK}`],
    ['HTTPError: https://user:secret@hooks.example.com/a?token=b answered 500', `HTTPError: ${MASK} answered 500`],
  ])('has no address of anybody: %s', (error, shown) => expect(withoutAddresses(error)).toBe(shown));

  it.each(['the process ended 8 times while this message was handled', 'Error: 12:30:45 is no time', 'v1.2.3 failed'])(
    'stays as it is otherwise: %s',
    (error) => expect(withoutAddresses(error)).toBe(error),
  );
});

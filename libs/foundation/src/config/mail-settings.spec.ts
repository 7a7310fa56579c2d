import { ConfigurationError, loadConfig } from './config';

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    loadConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
}

describe('Who mails are from', () => {
  it.each([
    [{}, 'no-reply@localhost', ['localhost']],
    [{ PUBLIC_BASE_URL: 'https://api.example.com:8443/x' }, 'no-reply@api.example.com', ['api.example.com']],
    [{ PUBLIC_BASE_URL: 'http://[::1]:3000' }, 'no-reply@[::1]', []],
    [{ MAIL_FROM: 'hello@example.com' }, 'hello@example.com', ['example.com']],
    [{ MAIL_FROM: '"Shop, the" <hello@Example.COM>' }, 'hello@Example.COM', ['example.com']],
    [{ MAIL_FROM: '<hello@bücher.example>' }, 'hello@bücher.example', ['xn--bcher-kva.example']],
    [
      { MAIL_FROM: 'hello@example.com', MAIL_FROM_DOMAINS: 'Mail.example.com, bücher.example,mail.EXAMPLE.com' },
      'hello@example.com',
      ['mail.example.com', 'xn--bcher-kva.example'],
    ],
  ])('follows from %j', (environment, fromAddress, fromDomains) => {
    expect(loadConfig(environment).mail).toMatchObject({ fromAddress, fromDomains });
  });

  it.each(['Shop', 'Shop <hello>', 'a@example.com, b@example.com', 'a@b@example.com', 'Shop <a@example.com', 'a <> b'])(
    'is no %s',
    (MAIL_FROM) => expect(problemsOf({ MAIL_FROM })).toEqual([expect.stringMatching(/^MAIL_FROM must be an address/)]),
  );

  it.each([
    '*',
    '*.example.com',
    '@example.com',
    'a@example.com',
    'example.com/x',
    'ex%61mple.com',
    'a..b',
    '-a.example',
  ])('is of no domain %s', (domain) =>
    expect(problemsOf({ MAIL_FROM_DOMAINS: `example.com, ${domain}` })).toEqual([
      expect.stringMatching(/^MAIL_FROM_DOMAINS must be domains/),
    ]),
  );
});

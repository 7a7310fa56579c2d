import { loadConfig } from './config';

describe('The console', () => {
  it.each([
    [{}, true, 'http://localhost:3000/console'],
    [{ PORT: '8081' }, true, 'http://localhost:8081/console'],
    [{ PUBLIC_BASE_URL: 'https://example.com/kernel/' }, true, 'https://example.com/kernel/console'],
    [{ CONSOLE_ENABLED: 'false' }, false, 'http://localhost:3000'],
    [{ ADMIN_BASE_URL: 'https://admin.example.com/' }, true, 'https://admin.example.com'],
    [{ CONSOLE_ENABLED: 'false', ADMIN_BASE_URL: 'https://admin.example.com' }, false, 'https://admin.example.com'],
  ])('with %j is served: %s, and mails lead to %s', (environment, consoleEnabled, adminBaseUrl) => {
    expect(loadConfig(environment)).toMatchObject({ http: { consoleEnabled }, adminBaseUrl });
  });
});

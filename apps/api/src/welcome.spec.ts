import { loadConfig } from '@libs/foundation';
import { welcome } from './welcome';

const INTRODUCTION = { appId: '01a1fe20-388c-7638-8aa8-3b8e80dfb556', admin: null };

/** What is told of, in its order. */
function linesOf(environment: Record<string, string>): string[] {
  const told = welcome(loadConfig(environment), INTRODUCTION);
  return Array.from(
    told.matchAll(/^ {2}(\w+(?: \w+)?) {2,}(\S+)/gm),
    ([, name = '', value = '']) => `${name}: ${value}`,
  );
}

describe('The greeting of a start', () => {
  it('begins with the console', () => {
    expect(linesOf({ PUBLIC_BASE_URL: 'https://api.example.com/' })).toEqual([
      'Console: https://api.example.com/console/',
      'API: https://api.example.com/api/v1',
      'Swagger UI: https://api.example.com/docs',
      'Guide: https://api.example.com/docs/guide/',
      `Default App: ${INTRODUCTION.appId}`,
    ]);
  });

  it('names nothing that is not served', () => {
    expect(linesOf({ CONSOLE_ENABLED: 'false', SWAGGER_ENABLED: 'false' })).toEqual([
      'API: http://localhost:3000/api/v1',
      `Default App: ${INTRODUCTION.appId}`,
    ]);
  });
});

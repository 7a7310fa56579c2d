import fc from 'fast-check';
import { asOwner } from '../admin/support/admin';
import { exchange, request } from '../http/support/wire';
import { anyText } from '../support/any-text';
import { rounds } from '../support/rounds';
import { suiteApi } from '../support/suite';
import { apiClients, basic, type NewApiClient } from './support/clients';

/** Some hundred requests beside other suites on a slow machine. */
const PATIENCE_MS = 240_000;

const ERRORS = [
  'invalid_client',
  'invalid_request',
  'invalid_scope',
  'temporarily_unavailable',
  'unsupported_grant_type',
];

const nasty = fc.oneof(
  fc.constantFrom('', '\0', "' OR 1=1 --", '%', '%00', '%zz', '\ud800', '__proto__', ':', '::', 'a:b', 'é'),
  anyText({ maxLength: 40 }),
  fc.string({ maxLength: 200 }),
);

describe('Whatever is sent to the routes of OAuth', () => {
  const api = suiteApi({ TRUST_PROXY: '1' });
  let client: NewApiClient;

  beforeAll(async () => {
    client = await apiClients(await asOwner(api)).create();
  });

  it(
    'is answered by the RFCs: with what was asked for, or an error of the client’s own',
    async () => {
      const mostly = (value: string) => fc.oneof({ weight: 4, arbitrary: fc.constant(value) }, nasty);
      const names = fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom('grant_type', 'scope', 'client_id', 'client_secret', 'token') },
        nasty,
      );
      const values = fc.oneof(
        fc.constantFrom('client_credentials', client.client_id, client.client_secret, 'notifications.submit'),
        nasty,
      );
      const encoded = (text: string) => encodeURIComponent(text.toWellFormed());
      const form = fc.oneof(
        fc
          .array(fc.tuple(names, values), { maxLength: 6 })
          .map((pairs) => pairs.map((pair) => pair.map(encoded).join('=')).join('&')),
        fc
          .record(
            { grant_type: mostly('client_credentials'), scope: nasty, token: nasty },
            { requiredKeys: ['grant_type'] },
          )
          .map((fields) =>
            Object.entries(fields)
              .map((pair) => pair.map((text) => encoded(text)).join('='))
              .join('&'),
          ),
        fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)),
        fc.string({ unit: fc.constantFrom(...'grant_type=&%+0f;'), maxLength: 60 }),
      );
      const header = fc.oneof(
        fc.constant(basic(client)),
        nasty.map((text) => `Basic ${Buffer.from(text).toString('base64')}`),
        nasty.map((text) => text.replaceAll(/[^\x20-\x7e]/g, '')),
      );
      const headers = fc.record(
        {
          Authorization: header,
          'Content-Type': mostly('application/x-www-form-urlencoded').map((text) =>
            text.replaceAll(/[^\x20-\x7e]/g, ''),
          ),
          'X-Forwarded-For': fc.ipV4(),
        },
        { requiredKeys: ['Content-Type', 'X-Forwarded-For'] },
      );
      const route = fc.constantFrom('token', 'introspect', 'revoke');
      await fc.assert(
        fc.asyncProperty(route, headers, form, async (name, given, body) => {
          const answer = await exchange(api.url, request('POST', `/api/v1/oauth/${name}`, given, body));
          expect([200, 400, 401, 413, 415, 429]).toContain(answer.status);
          expect(answer.headers['cache-control']).toBe('no-store');
          expect(answer.headers['content-type']).toMatch(/^application\/json/);
          if (answer.status === 200) return;
          expect(ERRORS).toContain(answer.body['error']);
          expect(Object.keys(answer.body).sort()).toEqual(['error', 'error_description']);
          expect(answer.headers['www-authenticate'] !== undefined).toBe(answer.status === 401);
        }),
        { numRuns: rounds(600) },
      );
    },
    PATIENCE_MS,
  );
});

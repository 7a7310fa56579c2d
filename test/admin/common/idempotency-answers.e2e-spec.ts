import { randomUUID } from 'node:crypto';
import { Secrets } from '@libs/foundation';
import { newId } from '@libs/kernel';
import { createDocument } from '../../../apps/api/src/openapi/document';
import { previewApi } from '../../../apps/api/src/openapi/generated-files';
import { routesOf } from '../../../apps/api/src/surfaces/routes';
import { SEALED_ANSWERS } from '../../../libs/operations/src/infrastructure/idempotency/idempotency-keys';
import { queryAs } from '../../support/database';
import { resolved } from '../../support/openapi';
import { suiteApi } from '../../support/suite';
import { adminClient, type AdminClient, anAdmin, suiteOwner } from '../support/admin';
import { NEW_APP } from '../support/apps';

const HEADER = 'Idempotency-Key';
const REPLAYED = 'idempotent-replayed';
const NEW_CLIENT = { name: 'Warehouse', scopes: ['notifications.submit'] };
const NEW_ENDPOINT = { url: 'https://hooks.example.com/appkernel', event_types: ['app.created'] };

interface Schema {
  readonly items?: object;
  readonly oneOf?: readonly object[];
  readonly allOf?: readonly object[];
  readonly anyOf?: readonly object[];
  readonly properties?: Readonly<Record<string, object>>;
}

type Creation = (by: AdminClient) => Promise<[path: string, body: object]>;

/** What creates a secret, the field that tells it, and what it looks like. */
const SECRETS: readonly (readonly [string, Creation, string, RegExp])[] = [
  ['of an API client', () => Promise.resolve(['api-clients', NEW_CLIENT]), 'client_secret', /^aks_/],
  [
    'of an API client, the next one',
    async (by) => {
      const { body } = await by.post('api-clients', NEW_CLIENT).expect(201);
      return [`api-clients/${(body.data as { id: string }).id}/rotate-secret`, { overlap_seconds: 60 }];
    },
    'client_secret',
    /^aks_/,
  ],
  ['of an endpoint', () => Promise.resolve(['webhooks/endpoints', NEW_ENDPOINT]), 'secret', /^whsec_/],
  [
    'of an endpoint, the next one',
    async (by) => {
      const { body } = await by.post('webhooks/endpoints', NEW_ENDPOINT).expect(201);
      return [`webhooks/endpoints/${(body.data as { id: string }).id}/rotate-secret`, {}];
    },
    'secret',
    /^whsec_/,
  ],
];

describe('What is kept of answers for repetitions', () => {
  const api = suiteApi();
  const owner = suiteOwner(api);

  afterEach(() => rows('DELETE FROM idempotency_keys'));

  const rows = <Row extends Record<string, unknown>>(statement: string, values: unknown[] = []) =>
    queryAs<Row>(api.urls.superuserUrl, statement, values);
  const named = () => ({ ...NEW_APP, name: `Shop ${randomUUID()}` });
  const createApp = (key: string, body: object, by = owner) => by.post('apps', body).set(HEADER, key);

  describe('of a caller is', () => {
    let client: AdminClient;
    let callerId: string;

    beforeEach(async () => {
      const { userId, token } = await anAdmin(api, ['admin']);
      [callerId, client] = [userId, adminClient(api, token)];
    });

    /** Answers that were kept before, the last of them first. */
    const answered = (count: number, bytes: number, by = callerId) =>
      rows(
        `INSERT INTO idempotency_keys (tenant_id, caller_id, id, sealed_body_hash, run_id, leased_until, answer, expires_at)
         SELECT $1, $2, sha256(n::text::bytea), n::text, gen_random_uuid(), now(), repeat('x', $4),
                now() + interval '23 hours' - n * interval '1 second'
           FROM generate_series(1, $3::int) AS n`,
        [api.tenantId, by, count, bytes],
      );
    const kept = async (by = callerId) => {
      const [row] = await rows<{ count: number; bytes: number; oldest: number }>(
        `SELECT count(*)::int AS count, sum(octet_length(answer))::int AS bytes,
                max(CASE WHEN answer LIKE 'x%' THEN sealed_body_hash::int ELSE 0 END) AS oldest
           FROM idempotency_keys WHERE caller_id = $1`,
        [by],
      );
      return row!;
    };
    const createSome = async (count: number) => {
      const all = await Promise.all(Array.from({ length: count }, () => createApp(randomUUID(), named(), client)));
      expect(all.map(({ status }) => status)).toEqual(all.map(() => 201));
    };

    it('the newest thousand, however many come at once, and those of others', async () => {
      await answered(1_000, 10);
      await answered(5, 10, newId());
      await createSome(8);
      expect(await kept()).toMatchObject({ count: 1_000, oldest: 992 });
      expect((await rows('SELECT FROM idempotency_keys WHERE caller_id <> $1', [callerId])).length).toBe(5);
    });

    it('no more than 16 MiB', async () => {
      const MIB = 1024 * 1024;
      await answered(15, MIB);
      await createSome(1);
      expect(await kept()).toMatchObject({ count: 16, oldest: 15 });
      await rows(`UPDATE idempotency_keys SET answer = repeat('x', $2) WHERE caller_id = $1 AND answer LIKE 'x%'`, [
        callerId,
        MIB + 70_000,
      ]);
      await createSome(4);
      const { bytes, oldest } = await kept();
      expect([oldest, bytes <= 16 * MIB]).toEqual([14, true]);
    });

    it('nothing that is forgotten: what is sent again then is another request', async () => {
      const [key, body] = [randomUUID(), named()];
      await createApp(key, body, client).expect(201);
      await rows(`UPDATE idempotency_keys SET expires_at = now() + interval '1 hour' WHERE caller_id = $1`, [callerId]);
      await answered(999, 10);
      expect((await createApp(key, body, client).expect(201)).headers[REPLAYED]).toBe('true');
      await createSome(1);
      expect((await createApp(key, body, client).expect(201)).headers[REPLAYED]).toBeUndefined();
    });
  });

  describe('is no secret', () => {
    it.each(SECRETS)('that is shown once: %s', async (_which, create, field, prefix) => {
      const [key, path, body] = [randomUUID(), ...(await create(owner))];
      const first = await owner.post(path, body).set(HEADER, key);
      expect([200, 201]).toContain(first.status);
      const told = first.body.data as Record<string, string>;
      expect(told[field]).toMatch(prefix);
      const again = await owner.post(path, body).set(HEADER, key).expect(first.status);
      expect(again.headers[REPLAYED]).toBe('true');
      expect(again.body.data).toEqual({ ...told, [field]: null });
      const keptAnswers = await keptTexts();
      expect(keptAnswers.length).toBeGreaterThan(0);
      expect(keptAnswers.join()).not.toContain(told[field]);
    });

    /** What is kept, as it can be read by whoever has the secret keys. */
    const keptTexts = async () => {
      const found = await rows<{ tenant_id: string; caller_id: string; id: Buffer; answer: string }>(
        'SELECT tenant_id, caller_id, id, answer FROM idempotency_keys WHERE answer IS NOT NULL',
      );
      return found.map((row) => api.get(Secrets).open('idempotent-answer', row.answer, SEALED_ANSWERS.contextOf(row)));
    };

    it('of any answer: what looks like one is declared as shown once', async () => {
      const SECRETIVE = /secret|password|token|credential|private|recovery|code$|otp|link/;
      const HARMLESS =
        /^(?:secrets|store_links|has_password|is_secret|version_code|.*_version_code|code|.*country_code|tenant_code|region_code|scan_code)$/;
      const document = createDocument(await previewApi());
      const looking = new Set<string>();
      const look = (schema: object, path: string, seen: readonly object[]) => {
        const one = resolved<Schema>(document, schema);
        if (seen.includes(one)) return;
        for (const part of [one.items, ...(one.oneOf ?? []), ...(one.allOf ?? []), ...(one.anyOf ?? [])])
          if (part) look(part, path, [...seen, one]);
        for (const [name, property] of Object.entries(one.properties ?? {})) {
          const { description = '' } = property as { description?: string };
          if (SECRETIVE.test(name) && !HARMLESS.test(name) && !description.includes('in this answer only'))
            looking.add(`${path} ${name}`);
          look(property, path, [...seen, one]);
        }
      };
      let operations = 0;
      for (const { method, path, idempotencyKey } of routesOf(await previewApi())) {
        const responses = document.paths[path]?.[method]?.responses;
        if (!responses || idempotencyKey === 'none') continue;
        operations += 1;
        for (const [status, response] of Object.entries(responses)) {
          const { content } = resolved<{ content?: Record<string, { schema?: object }> }>(document, response as object);
          const schema = content?.['application/json']?.schema;
          if (status.startsWith('2') && schema) look(schema, `${method} ${path}`, []);
        }
      }
      expect(operations).toBeGreaterThan(30);
      expect([...looking]).toEqual([]);
    });
  });
});

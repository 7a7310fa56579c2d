import { METHODS } from '../../apps/api/src/surfaces/routes';
import { committedDocument, referencesIn, resolved } from '../support/openapi';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema?: { readonly format?: string; readonly default?: unknown };
}

interface Media {
  readonly example?: object;
  readonly examples?: Readonly<Record<string, { readonly value: Record<string, unknown> }>>;
}

interface Answer {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, Media>>;
}

interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly security?: object[];
  readonly parameters?: (Parameter | { $ref: string })[];
  readonly requestBody?: Answer;
  readonly responses: Record<string, Answer | { $ref: string }>;
}

const document = committedDocument();

/** The form of the document: what is shared, what is complete, and where. */
describe('The OpenAPI document', () => {
  const operations = (): (Operation & { method: string; path: string })[] =>
    Object.entries(document.paths).flatMap(([path, item]) =>
      [...METHODS, 'head' as const].flatMap((method) => {
        const operation = item[method];
        return operation ? [{ ...(operation as Operation), method, path }] : [];
      }),
    );

  const operation = (id: string) => {
    const found = operations().find(({ operationId }) => operationId === id);
    if (!found) throw new Error(`There is no operation ${id}`);
    return found;
  };

  const parametersOf = ({ parameters = [] }: Operation) => parameters.map((one) => resolved<Parameter>(document, one));

  const answerOf = (id: string, status: number): Answer => {
    const answer = operation(id).responses[String(status)];
    if (!answer) throw new Error(`${id} has no answer ${status}`);
    return resolved<Answer>(document, answer);
  };

  it('refers only to itself, and to what exists', () => {
    for (const reference of new Set(referencesIn(document))) {
      expect(reference).toMatch(/^#\/components\/\w+\/[\w.-]+$/);
      expect(() => resolved(document, { $ref: reference })).not.toThrow();
    }
  });

  it('defines each error answer once, under the names of its codes', () => {
    const inline = operations().flatMap(({ operationId, responses }) =>
      Object.entries(responses)
        .filter(([status, answer]) => !/^[23]/.test(status) && !('$ref' in answer))
        .map(([status]) => `${operationId} ${status}`),
    );
    expect(inline).toEqual([]);
    const named = document.components?.responses ?? {};
    for (const [name, answer] of Object.entries(named)) {
      const { examples } = (answer as Answer).content?.['application/problem+json'] ?? {};
      const ending = 'Set-Cookie' in ((answer as Answer).headers ?? {}) ? '.Set-Cookie' : '';
      if (examples) expect(name).toBe(Object.keys(examples).sort().join('-') + ending);
    }
    const texts = Object.values(named).map((answer) => JSON.stringify(answer));
    expect(texts).toEqual([...new Set(texts)]);
  });

  it('defines no header of an answer twice, and a parameter only beside a shared one of the same name', () => {
    const headers = operations().flatMap(({ responses }) =>
      Object.values(responses).flatMap((answer) => ('headers' in answer ? Object.entries(answer.headers ?? {}) : [])),
    );
    expect(headers.filter(([, header]) => !('$ref' in (header as object)))).toEqual([]);
    const inline = operations()
      .flatMap((one) => one.parameters ?? [])
      .filter((one) => !('$ref' in one)) as Parameter[];
    const shared = Object.values(document.components?.parameters ?? {}).map((one) => (one as Parameter).name);
    for (const [text, same] of Map.groupBy(inline, (one) => JSON.stringify(one))) {
      if (same.length > 1) expect([text, shared]).toEqual([text, expect.arrayContaining([same[0]?.name])]);
    }
  });

  it('declares every id in a path as a uuid', () => {
    const ids = operations().flatMap((one) =>
      parametersOf(one)
        .filter(({ in: place, name }) => place === 'path' && /(?:^|_)id$/.test(name))
        .map(({ name, schema }) => ({ id: `${one.operationId} ${name}`, format: schema?.format })),
    );
    expect(ids.length).toBeGreaterThan(70);
    expect(ids.filter(({ format }) => format !== 'uuid')).toEqual([]);
  });

  it('has every parameter of its path, and no others', () => {
    for (const one of operations()) {
      const named = [...one.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
      const documented = parametersOf(one).filter(({ in: place }) => place === 'path');
      expect([one.operationId, documented.map(({ name }) => name).sort()]).toEqual([one.operationId, named]);
    }
  });

  it.each([
    ['getAppVersion', 'package_type', 'native_app'],
    ['explainAdminMobileReleases', 'package_type', 'native_app'],
    ['exportAuditLogs', 'format', 'csv'],
    ['exportAdminMembers', 'format', 'csv'],
    ['listAdminApps', 'page', 1],
    ['listAdminApps', 'page_size', 20],
  ])('tells the default of %s?%s', (id, name, value) => {
    const parameter = parametersOf(operation(id)).find((one) => one.name === name);
    expect(parameter?.schema?.default).toBe(value);
  });

  it.each(['exportAuditLogs', 'exportAdminMembers'])('has no pages for %s, which has the filters of its list', (id) => {
    const names = parametersOf(operation(id)).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['q', 'format']));
    expect(names).not.toEqual(expect.arrayContaining(['page']));
    expect(names).not.toEqual(expect.arrayContaining(['page_size']));
  });

  describe('discriminates the variants of a CAPTCHA by their type', () => {
    const TYPES = ['click', 'slide', 'drag', 'rotate'];
    const PARTS = {
      click: ['prompt_image', 'required_points'],
      slide: ['tile_image', 'initial_point'],
      drag: ['tile_image', 'initial_point'],
      rotate: ['thumb_image'],
    };

    it('in the challenge', () => {
      const schema = document.components?.schemas?.['MobileCaptchaChallengeResponse'];
      expect(schema).toMatchObject({ discriminator: { propertyName: 'type' } });
      const { discriminator, oneOf } = schema as {
        discriminator: { mapping: Record<string, string> };
        oneOf: { $ref: string }[];
      };
      expect(Object.keys(discriminator.mapping)).toEqual(TYPES);
      expect(new Set(Object.values(discriminator.mapping))).toEqual(new Set(oneOf.map(({ $ref }) => $ref)));
      for (const [type, own] of Object.entries(PARTS)) {
        const variant = resolved<{ required: string[]; properties: object }>(document, {
          $ref: discriminator.mapping[type] ?? '',
        });
        const others = Object.values(PARTS)
          .flat()
          .filter((name) => !own.includes(name));
        expect(variant.required).toEqual(expect.arrayContaining(['type', 'captcha_id', 'main_image', ...own]));
        for (const other of others) expect(variant.properties).not.toHaveProperty(other);
      }
    });

    it('with a realistic example of each', () => {
      const examples = answerOf('createSmsCaptcha', 200).content?.['application/json']?.examples ?? {};
      expect(Object.keys(examples)).toEqual(TYPES);
      for (const [type, own] of Object.entries(PARTS)) {
        const challenge = examples[type]?.value['data'] as Record<string, unknown>;
        expect(challenge['type']).toBe(type);
        const parts = Object.values(PARTS).flat();
        expect(Object.keys(challenge).filter((name) => parts.includes(name))).toEqual(own);
      }
    });

    it('in the proof, with an example of each in every request for an SMS', () => {
      const proof = document.components?.schemas?.['CaptchaProof'] as unknown as {
        properties: { response: { discriminator?: { mapping: Record<string, string> } } };
      };
      expect(Object.keys(proof.properties.response.discriminator?.mapping ?? {})).toEqual(TYPES);
      const examples = operation('sendLoginCode').requestBody?.content?.['application/json']?.examples ?? {};
      expect(Object.keys(examples)).toEqual(TYPES);
      for (const type of TYPES) {
        const { captcha } = examples[type]?.value as { captcha: { response: Record<string, unknown> } };
        const answer = { click: 'points', slide: 'point', drag: 'point', rotate: 'angle' }[type] ?? '';
        expect(Object.keys(captcha.response)).toEqual(['type', answer]);
        expect(captcha.response['type']).toBe(type);
      }
    });
  });

  it('lists the specific headers of answers', () => {
    const FILE = ['Content-Disposition', 'Accept-Ranges', 'Content-Length'];
    const LOCALISED = ['Content-Language', 'Vary'];
    const headersOf = (id: string, status: number) => Object.keys(answerOf(id, status).headers ?? {});
    expect(headersOf('downloadAdminFile', 200)).toEqual(expect.arrayContaining(FILE));
    expect(headersOf('downloadAdminFile', 206)).toEqual(expect.arrayContaining([...FILE, 'Content-Range']));
    expect(headersOf('downloadAdminFile', 416)).toEqual(expect.arrayContaining(['Content-Range']));
    expect(headersOf('createSmsCaptcha', 200)).toEqual(expect.arrayContaining(LOCALISED));
    expect(headersOf('checkUniUpgrade', 200)).toEqual(expect.arrayContaining(LOCALISED));
    expect(headersOf('getPublicConfig', 200)).toEqual(expect.arrayContaining([...LOCALISED, 'ETag', 'Cache-Control']));
    expect(headersOf('getContext', 401)).toEqual(
      expect.arrayContaining([...LOCALISED, 'WWW-Authenticate', 'X-Request-ID']),
    );
  });

  it('lists HEAD wherever GET has informative headers, without a body', () => {
    const headed = Object.entries(document.paths).flatMap(([path, { head }]) => (head ? [path] : []));
    expect(headed).toEqual(
      expect.arrayContaining([
        '/.well-known/jwks.json',
        '/api/v1/public/config',
        '/api/v1/public/app-version/download/{release_id}/{file_id}',
        '/api/v1/public/avatars/{token}',
        '/api/v1/public/data-exports/{id}',
        '/api/v1/regions',
        '/admin-api/v1/files/{id}/content',
        '/admin-api/v1/audit/logs/export',
      ]),
    );
    for (const [path, { get, head }] of Object.entries(document.paths)) {
      if (!get) continue;
      const success = resolved<Answer>(document, get.responses['200'] as Answer);
      const isTelling = ['ETag', 'Content-Length', 'Content-Disposition'].some(
        (name) => name in (success.headers ?? {}),
      );
      expect([path, head !== undefined]).toEqual([path, isTelling]);
      if (!head) continue;
      expect(head.security).toEqual(get.security);
      expect(Object.keys(head.responses)).not.toContain('206');
      expect(resolved<Answer>(document, head.responses['200'] as Answer).headers).toEqual(success.headers);
      for (const answer of Object.values(head.responses)) {
        expect(resolved<Answer>(document, answer as Answer)).not.toHaveProperty('content');
      }
    }
  });

  it('describes each operation in more than its summary, and each group', () => {
    const SENTENCE = /^[A-Z`0-9].*[.!]$/s;
    for (const { operationId, summary, description } of operations()) {
      expect({ operationId, summary }).toEqual({ operationId, summary: expect.stringMatching(/^[A-Z].*[^.]$/) });
      expect({ operationId, description }).toEqual({ operationId, description: expect.stringMatching(SENTENCE) });
    }
    for (const { name, description } of document.tags ?? []) {
      expect({ name, description }).toEqual({ name, description: expect.stringMatching(SENTENCE) });
    }
    const used = new Set(Object.values(document.paths).flatMap((item) => item.get?.tags ?? item.post?.tags ?? []));
    expect(document.tags?.map(({ name }) => name)).toEqual(expect.arrayContaining([...used]));
  });
});

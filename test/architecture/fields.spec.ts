import { committedDocument, referencesIn, resolved } from '../support/openapi';
import { readSources } from './sources';

/** Where the raw decorator of Swagger becomes ours: of what is asked, and of what is answered. */
const DECORATORS = ['apps/api/src/http/fields/fields.ts'];

/**
 * The client may choose the id of a request; an audit record is about anything; a store of uni-app goes by its name, and
 * what a search finds by whatever its routes name it; a removed image has the URL that somebody wrote, whatever that was.
 */
const FREE_FORMS = [
  'AuditLogResponse.request_id',
  'ErrorResponse.request_id',
  'AuditLogResponse.resource_id',
  'UniUpgradeCenterStore.id',
  'AdminSearchItemResponse.id',
  'AdminRemovedImageResponse.url',
];

const document = committedDocument();

interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly description?: string;
  readonly example?: unknown;
}

interface Field {
  /** With its schema: `AdminAppResponse.id`. */
  readonly path: string;
  readonly name: string;
  readonly schema: Schema;
}

describe('The decorators of fields', () => {
  const sources = readSources().filter(({ path }) => path.startsWith('apps/api/src/'));

  it('are ours: nothing else uses those of Swagger', () => {
    const raw = sources.filter(({ text }) => /\bApiProperty(?:Optional)?\b/.test(text)).map(({ path }) => path);
    expect(raw).toEqual(DECORATORS);
  });

  it('make no class both a request and an answer', () => {
    const classes = sources.flatMap(({ path, text }) =>
      text
        .split(/^(?=(?:export )?(?:abstract )?class )/m)
        .slice(1)
        .map((body) => ({
          name: `${path} ${/class (\w+)/.exec(body)?.[1]}`,
          answers: /\bextends (?:answer|pageOf)\(/.test(body),
          // Before a field: handlers, which have decorators too, go on with a parenthesis.
          asks: /\bextends (?:new|change|write)Request\(|^ {2}@[^;]*?\)\n {2}(?:readonly )?\w+[?!]?:/m.test(body),
        })),
    );
    expect(classes.filter(({ answers }) => answers).length).toBeGreaterThan(100);
    expect(classes.filter(({ asks }) => asks).length).toBeGreaterThan(60);
    expect(classes.filter(({ answers, asks }) => answers && asks)).toEqual([]);
    const misnamed = classes.filter(({ name, answers }) => answers && /(?:Request|Query)$/.test(name));
    expect(misnamed).toEqual([]);
  });
});

describe('A field of an answer', () => {
  let fields: Field[];

  beforeAll(() => {
    fields = fieldsOfAnswers();
    expect(fields.length).toBeGreaterThan(500);
  });

  it('has an example, unless it has fields of its own', () => {
    const bare = fields.filter(({ schema }) => schema.example === undefined && !hasFields(schema));
    expect(paths(bare)).toEqual([]);
  });

  it.each([
    { what: 'a moment', name: /_at$|^until$/, formats: ['date-time'] },
    { what: 'an id', name: /^id$|_id$/, formats: ['uuid'] },
    { what: 'a URL', name: /(?:^|(?<!data)_)url$/, formats: ['uri', 'iri', 'uri-reference'] },
    { what: 'an address', name: /^email$/, formats: ['email'] },
  ])('that is $what by its name has the format of one', ({ name, formats }) => {
    const named = fields.filter((field) => name.test(field.name) && isText(field.schema));
    expect(named.length).toBeGreaterThan(1);
    const formless = named.filter(
      ({ path, schema }) => !formats.includes(schema.format ?? '') && !FREE_FORMS.includes(path),
    );
    expect(paths(formless)).toEqual([]);
  });

  it('that is a hash by its name has the pattern of SHA-256', () => {
    const hashes = fields.filter(({ name }) => /(?:^|_)hash$|^sha256$/.test(name));
    expect(hashes.length).toBeGreaterThan(5);
    expect(paths(hashes.filter(({ schema }) => schema.pattern !== '^[0-9a-f]{64}$'))).toEqual([]);
  });

  it('that is an integer says from where on', () => {
    const integers = fields.filter(({ schema }) => [schema.type].flat().includes('integer') && !schema.enum);
    expect(integers.length).toBeGreaterThan(50);
    expect(paths(integers.filter(({ schema }) => schema.minimum === undefined))).toEqual([]);
  });

  it('keeps its description to itself where others have the same enum', () => {
    const described = Object.entries((document.components?.schemas ?? {}) as Record<string, Schema>)
      .filter(([, schema]) => schema.enum && schema.description !== undefined)
      .map(([name]) => name);
    expect(described).toEqual([]);
    const locale = fields.find(({ path }) => path === 'AppPublicConfigLocale.current');
    expect(locale?.schema.description).toBe('The locale of this answer');
  });

  /** Of all schemas that an answer is made of, errors included. */
  function fieldsOfAnswers(): Field[] {
    const found = new Set<string>();
    const follow = (value: unknown): void => {
      for (const $ref of referencesIn(value)) {
        if (found.has($ref)) continue;
        found.add($ref);
        follow(resolved(document, { $ref }));
      }
    };
    for (const item of Object.values(document.paths)) {
      for (const operation of [item.get, item.post, item.put, item.patch, item.delete])
        follow(operation?.responses ?? {});
    }
    return [...found]
      .filter(($ref) => $ref.startsWith('#/components/schemas/'))
      .flatMap(($ref) => {
        const { properties = {} } = resolved<Schema>(document, { $ref });
        return Object.entries(properties).map(([name, schema]) => ({
          path: `${$ref.split('/').pop()}.${name}`,
          name,
          schema,
        }));
      });
  }

  function hasFields(schema: Schema): boolean {
    const { properties, items, anyOf = [], oneOf } = resolved<Schema>(document, schema);
    return Boolean(properties ?? oneOf) || (items !== undefined && hasFields(items)) || anyOf.some(hasFields);
  }
});

function isText({ type }: Schema): boolean {
  return [type].flat().includes('string');
}

function paths(fields: readonly Field[]): string[] {
  return fields.map(({ path }) => path);
}

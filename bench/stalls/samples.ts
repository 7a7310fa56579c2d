import { randomUUID } from 'node:crypto';

/** A schema of `openapi.json`, as far as bodies are made of it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maximum?: number;
  readonly maxProperties?: number;
  readonly additionalProperties?: Schema | boolean;
}

export type Schemas = Readonly<Record<string, Schema>>;
/** Values of fields, by their names: what a schema alone does not tell. */
export type Known = Readonly<Record<string, unknown>>;

/** Three bytes, and no pattern of code points to compress. */
const LETTERS = '漢字仮名交文章組織設定';
const PLAIN = 'abcdefghijklmnopqrstuvwxyz0123456789';

let made = 0;

/** A body as large as its schema allows, within so many bytes: all texts are shortened alike where it is too large. */
export function largestBody(schemas: Schemas, schema: Schema, known: Known, maxBytes: number): unknown {
  let [low, high] = [0, 1];
  let best: unknown = new Sample(schemas, known, 0).of(schema, '');
  for (let step = 0; step < 9; step++) {
    const fill = step === 0 ? 1 : (low + high) / 2;
    const body = new Sample(schemas, known, fill).of(schema, '');
    if (Buffer.byteLength(JSON.stringify(body)) <= maxBytes) {
      best = body;
      if (fill === 1) break;
      low = fill;
    } else high = fill;
  }
  return best;
}

class Sample {
  constructor(
    private readonly schemas: Schemas,
    private readonly known: Known,
    /** The share of their greatest length that texts have. */
    private readonly fill: number,
  ) {}

  of(given: Schema, name: string): unknown {
    if (name in this.known) {
      const value = this.known[name];
      return typeof value === 'function' ? (value as () => unknown)() : value;
    }
    const schema = this.resolved(given);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return schema.enum.find((value) => value !== null);
    const type = [schema.type ?? 'object'].flat().find((one) => one !== 'null');
    if (type === 'array') return this.list(schema, name);
    if (type === 'string') return this.text(schema);
    if (type === 'integer' || type === 'number') return schema.maximum ?? 1;
    if (type === 'boolean') return true;
    return this.object(schema);
  }

  private resolved(schema: Schema): Schema {
    const [choice] = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== 'null' && type !== 'boolean');
    if (schema.$ref) return this.resolved(this.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
    // With properties beside it, it only says which of them go together.
    return choice && !schema.properties ? this.resolved(choice) : schema;
  }

  private object({ properties = {}, additionalProperties, maxProperties = 0 }: Schema): Record<string, unknown> {
    const fields = Object.entries(properties).map(([name, schema]) => [name, this.of(schema, name)] as const);
    const others = Array.from({ length: maxProperties }, (_, at) => [
      `flag-${at}`,
      this.of((additionalProperties ?? {}) as Schema, ''),
    ]);
    return Object.fromEntries([...fields, ...others].filter(([, value]) => value !== undefined)) as Record<
      string,
      unknown
    >;
  }

  private list({ items = {}, maxItems = 1 }: Schema, name: string): unknown[] {
    const { enum: values } = this.resolved(items);
    if (values) return values.slice(0, maxItems);
    return Array.from({ length: maxItems }, () => this.of(items, `${name}[]`));
  }

  private text({ format, pattern, maxLength = 1_000, minLength = 0 }: Schema): string {
    const number = ++made;
    if (format === 'uuid') return randomUUID();
    if (format === 'email') return `person-${number}-${randomUUID()}@example.com`;
    if (format === 'iri' || pattern === '^https://') return this.filled('https://example.com/', maxLength, PLAIN);
    if (format === 'date-time') return new Date(Date.now() + 86_400_000).toISOString();
    if (format === 'date') return '2000-02-29';
    if (format === 'password') return 'correct horse battery';
    if (pattern === '^[A-Z]{2}$') return 'CN';
    if (pattern === '^[0-9a-f]{64}$') return 'a'.repeat(64);
    if (pattern === '^[0-9]{6}$') return '123456';
    if (pattern && pattern !== '\\S' && !pattern.includes('\\p{')) return this.filled(`a${number}`, maxLength, PLAIN);
    return this.filled('', Math.max(minLength, maxLength), LETTERS);
  }

  private filled(start: string, maxLength: number, letters: string): string {
    const length = Math.max(start.length, 1, Math.floor(maxLength * this.fill));
    return (start + letters.repeat(Math.ceil(length / letters.length))).slice(0, length);
  }
}

/** An object of that many keys, as large as that. */
export function manyKeys(bytes: number, keys: number): Record<string, unknown> {
  const room = Math.floor(bytes / keys) - 16;
  const text = 'k'.repeat(Math.max(1, room));
  return Object.fromEntries(Array.from({ length: keys }, (_, at) => [`k${at}`, text]));
}

/** Bodies that are refused, but only after they were looked at: as large as the route takes them. */
export function hostileBodies(
  fields: readonly string[],
  { bytes, keys, items }: { readonly bytes: number; readonly keys: number; readonly items: number },
): Readonly<Record<string, string>> {
  const room = bytes - 200;
  const [field = 'x'] = fields;
  const wide = Array.from({ length: Math.min(items, 1_000) }, (_, at) => ({ [`k${at}`]: 'x'.repeat(8) }));
  const deep = (inner: unknown, levels: number): unknown =>
    Array.from({ length: levels }).reduce((value) => [value], inner);
  const spread = (value: unknown) =>
    Object.fromEntries((fields.length > 0 ? fields : ['x']).map((name) => [name, value]));
  return {
    'one long text': JSON.stringify({ [field]: '漢'.repeat(Math.floor(room / 3)) }),
    'one text of escapes': `{"${field}":"${'\\u6f22'.repeat(Math.floor(room / 6))}"}`,
    'many keys': JSON.stringify(manyKeys(room, keys - 1)),
    'a list of objects': JSON.stringify({ [field]: wide.slice(0, keys - 2) }),
    'long texts in a list': JSON.stringify({
      [field]: Array.from({ length: 1_000 }, () => 'y'.repeat(Math.max(1, Math.floor(room / 1_000) - 3))),
    }),
    'deep lists': JSON.stringify({
      [field]: deep(
        Array.from({ length: 1_000 }, () => [[[[1, 2], 3]]]),
        24,
      ),
    }),
    'the wrong object everywhere': JSON.stringify(spread(manyKeys(2_000, 20))),
    'broken at its end': `{"${field}":"${'z'.repeat(room)}"`,
  };
}

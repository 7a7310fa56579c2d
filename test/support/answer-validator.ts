import Ajv2020, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { closed, type Json, opened } from './closed-schemas';

/** An answer as a client received it. */
export interface SeenAnswer {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** Whether the request had a body. */
  readonly carriedBody: boolean;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Null if there is none, or it is not JSON. */
  readonly body: string | null;
}

export interface Verdict {
  /** As the document names it; null if the request belongs to none of its operations. */
  readonly operation: string | null;
  readonly faults: readonly string[];
}

interface Operation {
  readonly name: string;
  readonly takesBody: boolean;
  readonly responses: Readonly<Record<string, Json>>;
}

interface Template {
  readonly path: string;
  /** Null for a parameter. */
  readonly segments: readonly (string | null)[];
  readonly item: Json;
}

/** Headers that any answer may have: of the connection, of security, of CORS. The document does not list them. */
const OF_ANY_ANSWER = new Set([
  'allow',
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
  'vary',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'content-security-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]);

type Codes = Readonly<Record<number, readonly string[]>>;

/** Answers to requests that belong to no operation. */
const OF_NO_OPERATION: Codes = {
  400: ['REQUEST.MALFORMED'],
  404: ['ROUTE.NOT_FOUND'],
  405: ['REQUEST.METHOD_NOT_ALLOWED'],
};

/**
 * Refusals of a body that an operation does not have, which the document does not list: a body's form is checked first.
 */
const OF_STRAY_BODIES: Codes = {
  400: ['REQUEST.MALFORMED'],
  413: ['REQUEST.TOO_LARGE'],
  415: ['REQUEST.UNSUPPORTED_MEDIA_TYPE'],
  422: ['REQUEST.VALIDATION_FAILED'],
  429: ['REQUEST.RATE_LIMITED'],
};

const COMMON_HEADERS = [
  'X-Request-ID',
  'Cache-Control',
  'Content-Language',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
];
const PROBLEM = 'application/problem+json';
const DOCUMENT = 'openapi.json';

/** Compares answers with the OpenAPI document, which must name everything in them. */
export class AnswerValidator {
  private readonly templates: ReadonlyMap<number, readonly Template[]>;
  private readonly ajv = addFormats(
    // Each process compiles all schemas anew, which is half the work without optimizing.
    new Ajv2020({ strict: false, validateSchema: false, logger: false, code: { optimize: false } }),
  );
  /** By the schema, or its reference: all errors share one schema, which takes a while to compile. */
  private readonly compiled = new Map<unknown, ValidateFunction>();

  constructor(private readonly document: Json) {
    const templates = Object.entries(document['paths'] as Record<string, Json>).map(([path, item]) => ({
      path,
      segments: segmentsOf(path).map((segment) => (segment.startsWith('{') ? null : segment)),
      item,
    }));
    // Those of `ajv-formats` end with ASCII.
    this.ajv.addFormat('iri', /^[a-z][a-z\d+.-]*:[^\s<>"{}|\\^`]*$/i);
    this.templates = Map.groupBy(templates.sort(bySpecificity), ({ segments }) => segments.length);
    const { schemas } = document['components'] as { schemas: Record<string, Json> };
    const open = Object.entries(schemas).map(([name, schema]) => [name, opened(schema, DOCUMENT)]);
    this.ajv.addSchema({ $id: DOCUMENT, components: { schemas: Object.fromEntries(open) as unknown } });
  }

  judge(answer: SeenAnswer): Verdict {
    const operation = this.operationOf(answer);
    const strayCodes = answer.carriedBody && !operation?.takesBody ? OF_STRAY_BODIES[answer.status] : undefined;
    if (!operation) {
      const codes = [...(OF_NO_OPERATION[answer.status] ?? []), ...(strayCodes ?? [])];
      return { operation: null, faults: this.faultsOfRefusal(answer, codes) };
    }
    // HEAD tells its refusals by their class.
    const response = operation.responses[answer.status] ?? operation.responses[`${Math.floor(answer.status / 100)}XX`];
    if (!response) return { operation: operation.name, faults: this.faultsOfRefusal(answer, strayCodes ?? []) };
    const documented = this.resolve(response);
    const headers = (documented['headers'] ?? {}) as Record<string, Json>;
    return {
      operation: operation.name,
      faults: [...this.faultsOfHeaders(answer, headers), ...this.faultsOfBody(answer, documented)],
    };
  }

  private operationOf({ method, path }: SeenAnswer): Operation | null {
    const segments = segmentsOf(path.replace(/\?.*$/s, ''));
    const template = this.templates.get(segments.length)?.find((candidate) => matches(candidate, segments));
    if (!template) return null;
    const name = method.toLowerCase();
    const operation = template.item[name] ?? (name === 'head' ? template.item['get'] : undefined);
    if (!operation) return null;
    const { responses, requestBody } = operation as { responses: Record<string, Json>; requestBody?: Json };
    return { name: `${method} ${template.path}`, takesBody: requestBody !== undefined, responses };
  }

  /** Without an operation: one of these problems. */
  private faultsOfRefusal(answer: SeenAnswer, codes: readonly string[]): string[] {
    if (codes.length === 0) return [`status ${answer.status} is not documented`];
    const { headers } = this.document['components'] as { headers: Record<string, Json> };
    const common = Object.fromEntries(COMMON_HEADERS.map((name) => [name, headers[name] ?? {}]));
    return [
      ...this.faultsOfHeaders(answer, common),
      ...this.faultsOfBody(answer, {
        content: {
          [PROBLEM]: {
            schema: { $ref: '#/components/schemas/ErrorResponse' },
            examples: Object.fromEntries(codes.map((code) => [code, {}])),
          },
        },
      }),
    ];
  }

  private faultsOfHeaders({ headers }: SeenAnswer, documented: Readonly<Record<string, Json>>): string[] {
    const known = new Map(Object.entries(documented).map(([name, header]) => [name.toLowerCase(), header]));
    return Object.entries(headers).flatMap(([name, value]) => {
      const header = known.get(name);
      if (!header) return OF_ANY_ANSWER.has(name) ? [] : [`header ${name} is not documented`];
      const { schema } = this.resolve(header);
      if (!schema) return [];
      const validate = this.validatorOf(schema as Json);
      return validate(asTyped(value, schema as Json)) ? [] : [`header ${name}: ${told(validate)}`];
    });
  }

  private faultsOfBody(answer: SeenAnswer, response: Json): string[] {
    const content = (response['content'] ?? {}) as Record<string, Json>;
    const types = Object.keys(content);
    const isHead = answer.method === 'HEAD';
    // The answer to HEAD has the type of the body that it lacks.
    if (isHead && types.length === 0) return [];
    const type = mediaTypeOf(answer);
    if (!type) return types.length === 0 || isHead ? [] : [`no body, where the document has ${types.join(', ')}`];
    const media = content[type] ?? content[type.replace(/\/.*/, '/*')] ?? content['*/*'];
    if (!media) return [`content type ${type} is not documented`];
    // A part of a JSON text is not JSON.
    if (isHead || !isJson(answer) || answer.status === 206) return [];
    if (answer.body === null) return ['no body'];
    const body = parsed(answer.body);
    if (body === undefined) return ['the body is not JSON'];
    const validate = this.validatorOf(media['schema'] as Json);
    if (!validate(body)) return [`body${told(validate)}`];
    return type === PROBLEM ? faultsOfCode(body as Json, media) : [];
  }

  private validatorOf(schema: Json): ValidateFunction {
    const key = Object.keys(schema).length === 1 ? (schema['$ref'] ?? schema) : schema;
    const known = this.compiled.get(key);
    if (known) return known;
    const validate = this.ajv.compile(closed(schema, DOCUMENT));
    this.compiled.set(key, validate);
    return validate;
  }

  private resolve(value: Json): Json {
    const reference = value['$ref'];
    if (typeof reference !== 'string') return value;
    const place = reference.slice(2).split('/').map(unescaped);
    const found = place.reduce<unknown>((at, name) => (at as Json | undefined)?.[name], this.document);
    if (!found) throw new Error(`The document has no ${reference}`);
    return this.resolve(found as Json);
  }
}

/** Whether its body is to be read. */
export function isJson({ headers }: Pick<SeenAnswer, 'headers'>): boolean {
  return /^application\/(?:[\w.-]+\+)?json$/.test(mediaTypeOf({ headers }) ?? '');
}

function mediaTypeOf({ headers }: Pick<SeenAnswer, 'headers'>): string | undefined {
  return headers['content-type']?.toString().split(';')[0]?.trim();
}

/** One slash at the end changes nothing. */
function segmentsOf(path: string): string[] {
  return path.replace(/\/$/, '').split('/');
}

function matches({ segments }: Template, given: readonly string[]): boolean {
  return segments.every((expected, at) => (expected === null ? given[at] !== '' : given[at] === expected));
}

/** Names before parameters, from left to right. */
function bySpecificity(a: Template, b: Template): number {
  const rank = ({ segments }: Template) => segments.map((segment) => (segment === null ? '1' : '0')).join('');
  return rank(a) < rank(b) ? -1 : 1;
}

function faultsOfCode({ code }: Json, { examples }: Json): string[] {
  return Object.hasOwn(examples ?? {}, String(code)) ? [] : [`code ${String(code)} is not documented`];
}

/** Headers are text, whatever their type. */
function asTyped(value: unknown, schema: Json): unknown {
  return schema['type'] === 'integer' && /^\d+$/.test(String(value)) ? Number(value) : String(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function told({ errors }: ValidateFunction): string {
  return (errors ?? []).map(tell).join('; ');
}

function tell({ instancePath, message, params }: ErrorObject): string {
  const detail = (params as Json)['unevaluatedProperty'] ?? (params as Json)['allowedValues'];
  return `${instancePath} ${message}${detail === undefined ? '' : ` (${JSON.stringify(detail)})`}`;
}

function unescaped(name: string): string {
  return decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~');
}

import { readFileSync } from 'node:fs';
import { AnswerValidator, type SeenAnswer } from './answer-validator';
import type { Json } from './closed-schemas';

const WHOLE = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
  paths: { '/internal/v1/health/live': { get: { responses: { 200: { headers: Json } } } } };
  components: { schemas: { HealthResponse: { properties: Json } } };
};

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'x-request-id': '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901',
  'cache-control': 'no-store',
};
const PROBLEM_HEADERS = { ...HEADERS, 'content-type': 'application/problem+json', 'content-language': 'en-US' };

const DEVICE = { id: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901', name: 'Phone', size: 3 };

/** A part of an interface, in the forms that occur, or may come to occur, in the document. */
function aDocument(change: (document: ReturnType<typeof outline>) => void = () => undefined) {
  const document = outline();
  change(document);
  return new AnswerValidator(document);
}

function outline() {
  return {
    paths: {
      '/devices/{id}': {
        get: {
          responses: {
            200: {
              headers: { 'X-Request-ID': { schema: { type: 'string' } }, 'Cache-Control': { schema: {} } },
              content: {
                'application/json': {
                  schema: {
                    type: 'object',
                    required: ['data'],
                    properties: { data: { $ref: '#/components/schemas/DeviceResponse' } as Json },
                  },
                },
              },
            },
            404: { $ref: '#/components/responses/RESOURCE.NOT_FOUND' },
          } as Record<string, Json>,
        },
      },
      '/devices/current': {
        get: { responses: { 204: { headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } } } } },
      },
    },
    components: {
      headers: {
        'X-Request-ID': { schema: { type: 'string' } },
        'Cache-Control': { schema: { type: 'string' } },
        'Content-Language': { schema: { type: 'string' } },
        'Retry-After': { schema: { type: 'integer', minimum: 1 } },
      },
      responses: {
        'RESOURCE.NOT_FOUND': {
          headers: Object.fromEntries(
            ['X-Request-ID', 'Cache-Control', 'Content-Language'].map((name) => [
              name,
              { $ref: `#/components/headers/${name}` },
            ]),
          ),
          content: {
            'application/problem+json': {
              schema: { $ref: '#/components/schemas/ErrorResponse' },
              examples: { 'RESOURCE.NOT_FOUND': {} } as Json,
            },
          },
        },
      },
      schemas: {
        ErrorResponse: {
          type: 'object',
          required: ['code', 'status'],
          properties: { code: { type: 'string' }, status: { type: 'integer' } },
        },
        DeviceResponse: {
          type: 'object',
          required: ['id'],
          properties: {
            id: { type: 'string', format: 'uuid' },
            name: { type: 'string' },
            size: { type: 'integer' },
          },
        } as Json,
      },
    },
  };
}

function anAnswer(change: Partial<SeenAnswer> & { data?: unknown } = {}): SeenAnswer {
  const { data = DEVICE, ...others } = change;
  const body = JSON.stringify({ data });
  return {
    method: 'GET',
    path: `/devices/${DEVICE.id}`,
    carriedBody: false,
    status: 200,
    headers: HEADERS,
    body,
    ...others,
  };
}

function aProblem(code: string, change: Partial<SeenAnswer> = {}): SeenAnswer {
  return anAnswer({ status: 404, headers: PROBLEM_HEADERS, body: JSON.stringify({ code, status: 404 }), ...change });
}

describe('An answer', () => {
  it('matches the document', () => {
    expect(aDocument().judge(anAnswer())).toEqual({ operation: 'GET /devices/{id}', faults: [] });
  });

  it('has no undocumented status', () => {
    const { faults } = aDocument(({ paths }) => delete paths['/devices/{id}'].get.responses['200']).judge(anAnswer());
    expect(faults).toEqual(['status 200 is not documented']);
  });

  it('has no undocumented content type', () => {
    const headers = { ...HEADERS, 'content-type': 'application/geo+json' };
    expect(aDocument().judge(anAnswer({ headers })).faults).toEqual([
      'content type application/geo+json is not documented',
    ]);
  });

  it('has a body if the document has one, and JSON if it says JSON', () => {
    const { 'content-type': _type, ...headers } = HEADERS;
    const bodiless = aDocument().judge(anAnswer({ headers, body: null }));
    expect(bodiless.faults).toEqual(['no body, where the document has application/json']);
    expect(aDocument().judge(anAnswer({ body: null })).faults).toEqual(['no body']);
    expect(aDocument().judge(anAnswer({ body: '{"data":' })).faults).toEqual(['the body is not JSON']);
  });

  it('is for HEAD that of GET without its body', () => {
    const head = anAnswer({ method: 'HEAD', body: null });
    expect(aDocument().judge(head)).toEqual({ operation: 'HEAD /devices/{id}', faults: [] });
    expect(aDocument().judge({ ...head, status: 201 }).faults).toEqual(['status 201 is not documented']);
  });

  describe('has no undocumented field', () => {
    const unknown = (place: string) => [`body${place} must NOT have unevaluated properties ("serial")`];
    const withSerial = { ...DEVICE, serial: 'S-1' };

    it('beside data', () => {
      const body = JSON.stringify({ data: DEVICE, serial: 'S-1' });
      expect(aDocument().judge(anAnswer({ body })).faults).toEqual(unknown(''));
    });

    it('in a schema of its own', () => {
      expect(aDocument().judge(anAnswer({ data: withSerial })).faults).toEqual(unknown('/data'));
    });

    it('in a list', () => {
      const validator = aDocument(({ components: { schemas } }) => {
        const device = { ...schemas.DeviceResponse };
        schemas.DeviceResponse = { type: 'array', items: device };
      });
      expect(validator.judge(anAnswer({ data: [DEVICE] })).faults).toEqual([]);
      expect(validator.judge(anAnswer({ data: [DEVICE, withSerial] })).faults).toEqual(unknown('/data/1'));
    });

    it('in a value under any name', () => {
      const validator = aDocument(({ components: { schemas } }) => {
        const device = { ...schemas.DeviceResponse };
        schemas.DeviceResponse = { type: 'object', additionalProperties: device };
      });
      expect(validator.judge(anAnswer({ data: { mine: DEVICE } })).faults).toEqual([]);
      expect(validator.judge(anAnswer({ data: { mine: withSerial } })).faults).toEqual(unknown('/data/mine'));
    });

    it('in one of several schemas, each with some of the fields', () => {
      for (const keyword of ['oneOf', 'anyOf', 'allOf']) {
        const validator = aDocument(({ components: { schemas } }) => {
          const { properties, ...device } = schemas.DeviceResponse;
          const { id, ...others } = properties as Json;
          const parts = [{ $ref: '#/components/schemas/Named' }];
          Object.assign(schemas, { Named: { ...device, required: ['name'], properties: others } });
          schemas.DeviceResponse = { [keyword]: parts, properties: { id } };
        });
        expect(validator.judge(anAnswer()).faults).toEqual([]);
        expect(validator.judge(anAnswer({ data: withSerial })).faults).toEqual(unknown('/data'));
      }
    });
  });

  it('may have unnamed fields if the document describes them', () => {
    const validator = aDocument(({ components: { schemas } }) => {
      Object.assign(schemas.DeviceResponse, { unevaluatedProperties: { type: 'array', items: { type: 'integer' } } });
    });
    const judged = (others: object) => validator.judge(anAnswer({ data: { ...DEVICE, ...others } }));
    expect(judged({ sizes: [1, 2] }).faults).toEqual([]);
    expect(judged({ sizes: ['S'] }).faults).toEqual(['body/data/sizes/0 must be integer']);
  });

  it('is compared with the document unchanged', () => {
    const path = '/internal/v1/health/live';
    const body = JSON.stringify({ data: { status: 'ok', version: '0.1.0', uptime_seconds: 3 } });
    const faultsIn = (document: typeof WHOLE) => new AnswerValidator(document).judge(anAnswer({ path, body })).faults;
    expect(faultsIn(structuredClone(WHOLE))).toEqual([]);

    const withoutField = structuredClone(WHOLE);
    delete withoutField.components.schemas.HealthResponse.properties['version'];
    expect(faultsIn(withoutField)).toEqual(['body/data must NOT have unevaluated properties ("version")']);

    const withoutHeader = structuredClone(WHOLE);
    delete withoutHeader.paths[path].get.responses['200'].headers['Cache-Control'];
    expect(faultsIn(withoutHeader)).toEqual(['header cache-control is not documented']);
  });

  it('has values of the documented type and format', () => {
    const { faults } = aDocument().judge(anAnswer({ data: { ...DEVICE, id: 'D-1' } }));
    expect(faults).toEqual(['body/data/id must match format "uuid"']);
    expect(aDocument().judge(anAnswer({ data: {} })).faults).toEqual(["body/data must have required property 'id'"]);
  });

  it('has no undocumented header of ours', () => {
    const headers = { ...HEADERS, 'x-build': '7', date: 'Sun, 22 Nov 2026 10:00:00 GMT', 'x-frame-options': 'DENY' };
    expect(aDocument().judge(anAnswer({ headers })).faults).toEqual(['header x-build is not documented']);
    const without = aDocument(({ paths }) => {
      delete (paths['/devices/{id}'].get.responses['200']!['headers'] as Json)['Cache-Control'];
    });
    expect(without.judge(anAnswer()).faults).toEqual(['header cache-control is not documented']);
  });

  it('has headers of the documented type', () => {
    const answer = (seconds: string) => ({
      ...anAnswer({ path: '/devices/current', status: 204, body: null }),
      headers: { 'retry-after': seconds },
    });
    expect(aDocument().judge(answer('2'))).toEqual({ operation: 'GET /devices/current', faults: [] });
    expect(aDocument().judge(answer('0')).faults).toEqual(['header retry-after:  must be >= 1']);
    expect(aDocument().judge(answer('soon')).faults).toEqual(['header retry-after:  must be integer']);
  });

  it('has no undocumented error code', () => {
    expect(aDocument().judge(aProblem('RESOURCE.NOT_FOUND')).faults).toEqual([]);
    expect(aDocument().judge(aProblem('FILES.GONE')).faults).toEqual(['code FILES.GONE is not documented']);
  });

  describe('to a request for no operation', () => {
    const stranger = aProblem('ROUTE.NOT_FOUND', { path: '/nowhere' });

    it('is a refusal in the form of all errors', () => {
      expect(aDocument().judge(stranger)).toEqual({ operation: null, faults: [] });
      expect(aDocument().judge({ ...stranger, method: 'PUT', path: '/devices/current' }).operation).toBeNull();
      const odd = { ...stranger, body: '{"code":"ROUTE.NOT_FOUND","status":404,"path":"/nowhere"}' };
      expect(aDocument().judge(odd).faults).toEqual(['body must NOT have unevaluated properties ("path")']);
    });

    it('is nothing else', () => {
      expect(aDocument().judge(aProblem('FILES.GONE', { path: '/nowhere' })).faults).toEqual([
        'code FILES.GONE is not documented',
      ]);
      expect(aDocument().judge(anAnswer({ path: '/nowhere' })).faults).toEqual(['status 200 is not documented']);
    });
  });

  it('may refuse a body where the document has none', () => {
    const refusal = aProblem('REQUEST.TOO_LARGE', { status: 413 });
    expect(aDocument().judge(refusal).faults).toEqual(['status 413 is not documented']);
    expect(aDocument().judge({ ...refusal, carriedBody: true }).faults).toEqual([]);
    const taking = aDocument(({ paths }) => Object.assign(paths['/devices/{id}'].get, { requestBody: {} }));
    expect(taking.judge({ ...refusal, carriedBody: true }).faults).toEqual(['status 413 is not documented']);
  });
});

import type { OpenAPIObject } from '@nestjs/swagger';
import { METHODS } from '../../apps/api/src/surfaces/routes';
import { committedDocument, resolved } from '../support/openapi';

/** A published revision never changes: its time is that of the publication, and its record tells who last changed it. */
const UNCHANGING = ['AdminArticlePublicationResponse'];

const ACTOR_OR_NULL = [{ $ref: '#/components/schemas/ActorResponse' }, { type: 'null' }];

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

/** A schema with `updated_at` in the answer of an operation, and where in it. */
interface Found {
  readonly name: string;
  readonly path: string;
  readonly schema: Schema;
}

describe('What administrators can change, and see when it was changed', () => {
  const document = committedDocument();
  const operations = Object.entries(document.paths)
    .filter(([path]) => path.startsWith('/admin-api/v1/'))
    .flatMap(([path, item]) => METHODS.flatMap((method) => (item[method] ? [{ path, operation: item[method] }] : [])));
  const answers = operations.flatMap(({ operation }) =>
    Object.entries(operation.responses)
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([, response]) => {
        const { content } = resolved(document, response as { content?: Record<string, { schema: Schema }> });
        const schema = content?.['application/json']?.schema;
        return schema ? changedIn(document, schema) : [];
      }),
  );
  const named = new Map(answers.map((found) => [found.name, found]));

  it('tells who changed it, always by the same schema', () => {
    expect(named.size).toBeGreaterThan(20);
    for (const { name, schema } of named.values()) {
      if (UNCHANGING.includes(name)) continue;
      const { updated_by: by } = schema.properties ?? {};
      expect([name, by?.anyOf, schema.required]).toEqual([name, ACTOR_OR_NULL, expect.arrayContaining(['updated_by'])]);
    }
  });

  it('is the answer or one of its items, where names are found', () => {
    const elsewhere = answers.filter(({ path, name }) => !['', 'items'].includes(path) && !UNCHANGING.includes(name));
    expect(elsewhere).toEqual([]);
  });
});

/** All schemas with `updated_at` in one, with the names of the fields that lead there. */
function changedIn(document: OpenAPIObject, schema: Schema, path: readonly string[] = [], name = ''): Found[] {
  const own = schema.$ref?.split('/').pop() ?? name;
  const { properties = {}, items, allOf = [], anyOf = [], required } = resolved(document, schema as object) as Schema;
  const isChanged = 'updated_at' in properties;
  return [
    ...(isChanged ? [{ name: own, path: path.slice(1).join('.'), schema: { properties, required } as Schema }] : []),
    ...Object.entries(properties).flatMap(([field, of]) => changedIn(document, of, [...path, field])),
    ...(items ? changedIn(document, items, path) : []),
    ...[...allOf, ...anyOf].flatMap((part) => changedIn(document, part, path, own)),
  ];
}

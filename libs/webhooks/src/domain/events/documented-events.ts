import { field, type ValuesOf } from '@libs/kernel';
import { EVENT_TYPES } from './catalogue';
import type { EventType } from './event-type';
import { ID } from './schemas';

const EXAMPLE_ID = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90c';
const EXAMPLE_TENANT = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90d';
const EXAMPLE_APP = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901';

/** A type of event as administrators read about it. */
export const documentedEvent = {
  type: field.text().example('member.registered'),
  description: field.text().example('A membership ended.'),
  schema: field
    .json()
    .about('JSON Schema (2020-12) of the request body')
    .example({ type: 'object', properties: { id: { type: 'string', format: 'uuid' } } }),
  example: field.json().about('Example of a request body').example({ id: EXAMPLE_ID, type: 'member.registered' }),
};

export type DocumentedEvent = ValuesOf<typeof documentedEvent>;

const APP_SCHEMAS = {
  always: ID,
  never: { type: 'null' },
  some: { type: ['string', 'null'], format: 'uuid' },
} as const;

/** Fields may be added in later versions, and are not forbidden therefore. */
export const DOCUMENTED_EVENTS: readonly DocumentedEvent[] = EVENT_TYPES.map((event) => ({
  type: event.type,
  description: event.description,
  schema: schemaOf(event),
  example: {
    id: EXAMPLE_ID,
    type: event.type,
    occurred_at: '2026-11-21T09:00:00.000Z',
    tenant_id: EXAMPLE_TENANT,
    app_id: event.app === 'never' ? null : EXAMPLE_APP,
    data: event.example,
  },
}));

function schemaOf({ type, description, fields, app }: EventType): DocumentedEvent['schema'] {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: type,
    description,
    type: 'object',
    properties: {
      id: { ...ID, description: 'The same in every attempt, and in the header `webhook-id`' },
      type: { const: type },
      occurred_at: { type: 'string', format: 'date-time' },
      tenant_id: ID,
      app_id: APP_SCHEMAS[app],
      data: { type: 'object', properties: fields, required: Object.keys(fields) },
    },
    required: ['id', 'type', 'occurred_at', 'tenant_id', 'app_id', 'data'],
  };
}

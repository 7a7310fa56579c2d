import { type ChangesOf, field, fields, type NewOf } from '@libs/kernel';
import { SUBSCRIBABLE } from '../events/catalogue';

/** So few that a process knows those of its tenants. */
export const MAX_ENDPOINTS = 50;

/** Why nothing is sent: an administrator said so, the endpoint said that it is gone (410), or it failed for days. */
export const DISABLED_REASONS = ['administrator', 'gone', 'failing'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** What administrators may change in an endpoint at any time. */
export const endpointSettings = fields({
  url: field
    .url(undefined, 2_048)
    .about(
      'An https URL without credentials, at a public address or one that the operator allows; in development also http',
    )
    .example('https://example.com/hooks/appkernel'),
  /** In the order of the catalogue. */
  eventTypes: field
    .some('WebhookEventType', SUBSCRIBABLE, 1)
    .about('`*` stands for all types, including those of later versions')
    .example(['member.registered', 'member.deleted']),
  description: field.text(500).nullable().initially(null).example('Warehouse'),
  enabled: field.flag().initially(true).about('Whether events are delivered to the endpoint').example(true),
});

export type EndpointChanges = ChangesOf<typeof endpointSettings>;
export type NewEndpoint = NewOf<typeof endpointSettings>;

/** Why a failed attempt may disable the endpoint. */
export interface Closure {
  readonly reason: Exclude<DisabledReason, 'administrator'>;
  /** How long the endpoint has failed by then. */
  readonly afterDays: number;
}

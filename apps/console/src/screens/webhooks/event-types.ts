import type { components } from '../../api/schema';
import { t, textOr } from '../../i18n';
import { ALL } from './endpoint-form';

export type EventType = components['schemas']['AdminWebhookEventTypeResponse'];

export interface EventGroup {
  readonly group: string;
  readonly types: readonly EventType[];
}

/** By what they are about, in the order of the API. */
export function groupsOf(types: readonly EventType[]): EventGroup[] {
  const names = new Set(types.map(({ type }) => groupOf(type)));
  return [...names].map((group) => ({ group, types: types.filter(({ type }) => groupOf(type) === group) }));
}

export function groupOf(type: string): string {
  return type.split('.')[0] ?? '';
}

export function groupName(group: string): string {
  return textOr(`webhooks.groups.${group}`, group);
}

/** What has happened; in the words of the API where the console does not know the type yet. */
export function eventName(type: string, otherwise = type): string {
  return type === ALL ? t('webhooks.all_types') : textOr(`webhooks.events.${type.replaceAll('.', '-')}`, otherwise);
}

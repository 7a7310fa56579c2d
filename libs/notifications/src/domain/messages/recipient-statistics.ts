import { field, type ValuesOf } from '@libs/kernel';

export const channelStatistics = {
  sent: field.count().example(880),
  failed: field.count().example(4),
  ignored: field
    .count()
    .about('Number that the provider accepted, but did not deliver because of a rule of its own')
    .example(6),
  opened: field.count().example(120),
};

export type ChannelStatistics = ValuesOf<typeof channelStatistics>;

export const hourStatistics = {
  at: field.instant().about('The beginning of the hour').example('2026-11-20T08:00:00.000Z'),
  delivered: field.count().example(1204),
  read: field.count().example(310),
};

/** The statistics of a publication so far. */
export const recipientStatistics = {
  total: field
    .count()
    .nullable()
    .about('Number of members in the audience when the delivery begins; null until then')
    .example(1204),
  delivered: field
    .count()
    .about('Number of members to whose inboxes the item was delivered so far, including those who have deleted it')
    .example(1180),
  pending: field
    .count()
    .about(
      'Number of deliveries that are still to come: members to whom the item is not yet delivered, and pushes and emails that are not yet sent. 0 after a recall or the expiry.',
    )
    .example(24),
  failed: field.count().about('Number of pushes and emails that could not be sent').example(4),
  read: field.count().example(310),
  opened: field.count().example(150),
  readRate: field
    .decimal(0, 1)
    .about('`read` divided by `delivered`, 0 to 1; 0 while nothing is delivered')
    .example(0.2575),
};

export interface RecipientStatistics extends ValuesOf<typeof recipientStatistics> {
  readonly byChannel: { readonly push: ChannelStatistics; readonly email: ChannelStatistics };
  readonly timeline: readonly ValuesOf<typeof hourStatistics>[];
}

/** Of those who have it in the inbox. They may read it before it is counted that they have it. */
export function readRateOf(read: number, delivered: number): number {
  return delivered === 0 ? 0 : Math.min(1, Math.round((read / delivered) * 10_000) / 10_000);
}

import { field } from '@libs/kernel';
import { CHANNELS, MAX_HOURS, type RecipientPreview, type RecipientStatistics, SAMPLE_SIZE } from '@libs/notifications';
import { answer } from '../../http/answers/answer';
import { Answer } from '../../http/answers/answer-fields';

const HOUR = '2026-11-20T08:00:00.000Z';

export class AdminNotificationExcludedResponse extends answer({
  byPreference: field
    .count()
    .about('Number of active members who do not receive this message type according to their preferences')
    .example(12),
  byMembership: field.count().about('Number of intended recipients without an active membership in the App').example(3),
}) {}

/** Members, of those who are eligible. */
export class AdminNotificationReachResponse {
  @Answer.Count({ example: 1204 })
  readonly in_app: number;

  @Answer.Count({ description: 'Number of eligible members with a device that receives pushes', example: 890 })
  readonly push: number;

  @Answer.Count({ description: 'Number of eligible members with a verified email address', example: 1100 })
  readonly email: number;

  constructor({ byChannel }: RecipientPreview) {
    const [inApp, push, email] = CHANNELS;
    this.in_app = byChannel[inApp];
    this.push = byChannel[push];
    this.email = byChannel[email];
  }
}

export class AdminNotificationRecipientResponse extends answer({
  userId: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904'),
  displayName: field.text().nullable().example('Lin'),
}) {}

export class AdminNotificationRecipientPreviewResponse extends answer({
  total: field.count().about('Number of intended recipients: `eligible` plus both figures of `excluded`').example(1219),
  eligible: field.count().about('Number of members who would receive the item now').example(1204),
  excluded: field.nested(() => AdminNotificationExcludedResponse),
  byChannel: field.nested(() => AdminNotificationReachResponse),
  byLocale: field
    .map<Readonly<Record<string, number>>>({ type: 'integer', minimum: 0 })
    .about('Number of eligible members by saved locale; members without one count under the App’s default locale')
    .example({ 'zh-CN': 1100, 'en-US': 104 }),
  sample: field
    .madeListOf(() => AdminNotificationRecipientResponse, SAMPLE_SIZE)
    .nullable()
    .about('Some of the eligible members; null if the administrator lacks `members.read`'),
  previewId: field
    .uuid()
    .about('Id of the preview, for `preview_id` of a publication, which is refused if the recipients have changed'),
  audienceHash: field.sha256().about('Hash of the eligible members: equal if they are the same'),
  expiresAt: field.instant().about('Time until which a publication can refer to the preview'),
}) {
  constructor(preview: RecipientPreview) {
    super({
      ...preview,
      excluded: preview,
      byChannel: preview,
      sample: preview.sample?.map((recipient) => new AdminNotificationRecipientResponse(recipient)) ?? null,
      previewId: preview.id,
      audienceHash: preview.hash,
    });
  }
}

export class AdminNotificationChannelStatsResponse extends answer({
  sent: field.count().example(880),
  failed: field.count().example(4),
  ignored: field
    .count()
    .about('Number that the provider accepted, but did not deliver because of a rule of its own')
    .example(6),
  opened: field.count().example(120),
}) {}

export class AdminNotificationOutsideStatsResponse extends answer({
  push: field.nested(() => AdminNotificationChannelStatsResponse),
  email: field.nested(() => AdminNotificationChannelStatsResponse),
}) {}

export class AdminNotificationHourResponse extends answer({
  at: field.instant().about('The beginning of the hour').example(HOUR),
  delivered: field.count().example(1204),
  read: field.count().example(310),
}) {}

/** Kept when a notice or message is recalled, expires, or is deleted by members. */
export class AdminNotificationRecipientStatsResponse {
  @Answer.Count({
    description: 'Number of members to whose inboxes the item was delivered, including those who have deleted it',
    example: 1204,
  })
  readonly total: number;

  @Answer.Count({ description: 'Number of deliveries to inboxes', example: 1204 })
  readonly delivered: number;

  @Answer.Count({ description: 'Number of pushes and emails that are still to be sent', example: 0 })
  readonly pending: number;

  @Answer.Count({ description: 'Number of pushes and emails that could not be sent', example: 4 })
  readonly failed: number;

  @Answer.Count({ example: 310 })
  readonly read: number;

  @Answer.Count({ example: 150 })
  readonly opened: number;

  @Answer.Number({
    min: 0,
    max: 1,
    description: '`read` divided by `delivered`, 0 to 1; 0 while nothing is delivered',
    example: 0.2575,
  })
  readonly read_rate: number;

  @Answer.Nested(() => AdminNotificationOutsideStatsResponse)
  readonly by_channel: AdminNotificationOutsideStatsResponse;

  @Answer.ListOf(() => AdminNotificationHourResponse, {
    max: MAX_HOURS,
    description: 'Hours with activity, the earliest first',
  })
  readonly timeline: readonly AdminNotificationHourResponse[];

  constructor(statistics: RecipientStatistics) {
    const { delivered, read } = statistics;
    this.total = statistics.total;
    this.delivered = delivered;
    this.pending = statistics.pending;
    this.failed = statistics.failed;
    this.read = read;
    this.opened = statistics.opened;
    this.read_rate = delivered === 0 ? 0 : Math.min(1, Math.round((read / delivered) * 10_000) / 10_000);
    this.by_channel = new AdminNotificationOutsideStatsResponse(statistics);
    this.timeline = statistics.timeline.map((hour) => new AdminNotificationHourResponse(hour));
  }
}

import {
  CHANNELS,
  type ChannelStatistics,
  MAX_HOURS,
  type RecipientPreview,
  type RecipientStatistics,
  SAMPLE_SIZE,
} from '@libs/notifications';
import { Answer } from '../../http/answers/answer-fields';

const HOUR = '2026-11-20T08:00:00.000Z';

export class AdminNotificationExcludedResponse {
  @Answer.Count({
    description: 'Number of active members who do not receive this message type according to their preferences',
    example: 12,
  })
  readonly by_preference: number;

  @Answer.Count({ description: 'Number of intended recipients without an active membership in the App', example: 3 })
  readonly by_membership: number;

  constructor({ byPreference, byMembership }: RecipientPreview) {
    this.by_preference = byPreference;
    this.by_membership = byMembership;
  }
}

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

export class AdminNotificationRecipientResponse {
  @Answer.Uuid({ example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904' })
  readonly user_id: string;

  @Answer.Text({ nullable: true, example: 'Lin' })
  readonly display_name: string | null;

  constructor({ userId, displayName }: NonNullable<RecipientPreview['sample']>[number]) {
    this.user_id = userId;
    this.display_name = displayName;
  }
}

export class AdminNotificationRecipientPreviewResponse {
  @Answer.Count({
    description: 'Number of intended recipients: `eligible` plus both figures of `excluded`',
    example: 1219,
  })
  readonly total: number;

  @Answer.Count({ description: 'Number of members who would receive the item now', example: 1204 })
  readonly eligible: number;

  @Answer.Nested(() => AdminNotificationExcludedResponse)
  readonly excluded: AdminNotificationExcludedResponse;

  @Answer.Nested(() => AdminNotificationReachResponse)
  readonly by_channel: AdminNotificationReachResponse;

  @Answer.MapOf(
    { type: 'integer', minimum: 0 },
    {
      description:
        'Number of eligible members by saved locale; members without one count under the App’s default locale',
      example: { 'zh-CN': 1100, 'en-US': 104 },
    },
  )
  readonly by_locale: Readonly<Record<string, number>>;

  @Answer.ListOf(() => AdminNotificationRecipientResponse, {
    max: SAMPLE_SIZE,
    nullable: true,
    description: 'Some of the eligible members; null if the administrator lacks `members.read`',
  })
  readonly sample: readonly AdminNotificationRecipientResponse[] | null;

  @Answer.Uuid({
    description:
      'Id of the preview, for `preview_id` of a publication, which is refused if the recipients have changed',
  })
  readonly preview_id: string;

  @Answer.Sha256({ description: 'Hash of the eligible members: equal if they are the same' })
  readonly audience_hash: string;

  @Answer.Instant({ description: 'Time until which a publication can refer to the preview' })
  readonly expires_at: string;

  constructor(preview: RecipientPreview) {
    this.total = preview.total;
    this.eligible = preview.eligible;
    this.excluded = new AdminNotificationExcludedResponse(preview);
    this.by_channel = new AdminNotificationReachResponse(preview);
    this.by_locale = preview.byLocale;
    this.sample = preview.sample?.map((recipient) => new AdminNotificationRecipientResponse(recipient)) ?? null;
    this.preview_id = preview.id;
    this.audience_hash = preview.hash;
    this.expires_at = preview.expiresAt.toISOString();
  }
}

export class AdminNotificationChannelStatsResponse {
  @Answer.Count({ example: 880 })
  readonly sent: number;

  @Answer.Count({ example: 4 })
  readonly failed: number;

  @Answer.Count({
    description: 'Number that the provider accepted, but did not deliver because of a rule of its own',
    example: 6,
  })
  readonly ignored: number;

  @Answer.Count({ example: 120 })
  readonly opened: number;

  constructor({ sent, failed, ignored, opened }: ChannelStatistics) {
    this.sent = sent;
    this.failed = failed;
    this.ignored = ignored;
    this.opened = opened;
  }
}

export class AdminNotificationOutsideStatsResponse {
  @Answer.Nested(() => AdminNotificationChannelStatsResponse)
  readonly push: AdminNotificationChannelStatsResponse;

  @Answer.Nested(() => AdminNotificationChannelStatsResponse)
  readonly email: AdminNotificationChannelStatsResponse;

  constructor({ push, email }: RecipientStatistics) {
    this.push = new AdminNotificationChannelStatsResponse(push);
    this.email = new AdminNotificationChannelStatsResponse(email);
  }
}

export class AdminNotificationHourResponse {
  @Answer.Instant({ description: 'The beginning of the hour', example: HOUR })
  readonly at: string;

  @Answer.Count({ example: 1204 })
  readonly delivered: number;

  @Answer.Count({ example: 310 })
  readonly read: number;

  constructor({ at, delivered, read }: RecipientStatistics['timeline'][number]) {
    this.at = at.toISOString();
    this.delivered = delivered;
    this.read = read;
  }
}

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

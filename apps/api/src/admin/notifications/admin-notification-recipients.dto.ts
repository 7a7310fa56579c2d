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
  @Answer.Count({ description: 'Active members who do not want it', example: 12 })
  readonly by_preference: number;

  @Answer.Count({ description: 'Whose membership is not active, or of whom there is none any more', example: 3 })
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

  @Answer.Count({ description: 'With a device that takes pushes', example: 890 })
  readonly push: number;

  @Answer.Count({ description: 'With a verified email address', example: 1100 })
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
  @Answer.Count({ description: 'Whom it is meant for: `eligible` and both of `excluded`', example: 1219 })
  readonly total: number;

  @Answer.Count({ description: 'Who would get it now', example: 1204 })
  readonly eligible: number;

  @Answer.Nested(() => AdminNotificationExcludedResponse)
  readonly excluded: AdminNotificationExcludedResponse;

  @Answer.Nested(() => AdminNotificationReachResponse)
  readonly by_channel: AdminNotificationReachResponse;

  @Answer.MapOf(
    { type: 'integer', minimum: 0 },
    {
      description: 'Eligible members by the locale that they saved; without one, under the App’s default locale',
      example: { 'zh-CN': 1100, 'en-US': 104 },
    },
  )
  readonly by_locale: Readonly<Record<string, number>>;

  @Answer.ListOf(() => AdminNotificationRecipientResponse, {
    max: SAMPLE_SIZE,
    nullable: true,
    description: 'Some of the eligible; null for those who lack `members.read`',
  })
  readonly sample: readonly AdminNotificationRecipientResponse[] | null;

  @Answer.Uuid({ description: 'For the publication, which is refused if the audience has changed' })
  readonly preview_id: string;

  @Answer.Sha256({ description: 'The same for the same eligible members' })
  readonly audience_hash: string;

  @Answer.Instant({ description: 'Until when a publication can refer to it' })
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

  @Answer.Count({ description: 'Accepted, but not delivered by a rule of the provider', example: 6 })
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
  @Answer.Count({ description: 'Who has it in the inbox, or had', example: 1204 })
  readonly total: number;

  @Answer.Count({ description: 'Into inboxes', example: 1204 })
  readonly delivered: number;

  @Answer.Count({ description: 'Pushes and mails that are still to be sent', example: 0 })
  readonly pending: number;

  @Answer.Count({ description: 'Pushes and mails that could not be sent', example: 4 })
  readonly failed: number;

  @Answer.Count({ example: 310 })
  readonly read: number;

  @Answer.Count({ example: 150 })
  readonly opened: number;

  @Answer.Number({ min: 0, max: 1, description: '`read` by `delivered`, 0 as long as nothing is', example: 0.2575 })
  readonly read_rate: number;

  @Answer.Nested(() => AdminNotificationOutsideStatsResponse)
  readonly by_channel: AdminNotificationOutsideStatsResponse;

  @Answer.ListOf(() => AdminNotificationHourResponse, {
    max: MAX_HOURS,
    description: 'The hours in which something happened, from the first on',
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

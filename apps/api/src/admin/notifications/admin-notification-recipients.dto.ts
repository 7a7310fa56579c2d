import { field } from '@libs/kernel';
import {
  channelStatistics,
  hourStatistics,
  MAX_HOURS,
  type RecipientPreview,
  recipientStatistics,
  SAMPLE_SIZE,
} from '@libs/notifications';
import { answer } from '../../http/answers/answer';

export class AdminNotificationExcludedResponse extends answer({
  byPreference: field
    .count()
    .about('Number of active members who do not receive this message type according to their preferences')
    .example(12),
  byMembership: field.count().about('Number of intended recipients without an active membership in the App').example(3),
}) {}

/** Members, of those who are eligible. */
export class AdminNotificationReachResponse extends answer({
  in_app: field.count().example(1204),
  push: field.count().about('Number of eligible members with a device that receives pushes').example(890),
  email: field.count().about('Number of eligible members with a verified email address').example(1100),
}) {}

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
    .listOf(() => AdminNotificationRecipientResponse, SAMPLE_SIZE)
    .nullable()
    .about('Some of the eligible members; null if the administrator lacks `members.read`'),
  previewId: field
    .uuid()
    .about('Id of the preview, for `preview_id` of a publication, which is refused if the recipients have changed'),
  audienceHash: field.sha256().about('Hash of the eligible members: equal if they are the same'),
  expiresAt: field.instant().about('Time until which a publication can refer to the preview'),
}) {
  constructor(preview: RecipientPreview) {
    super({ ...preview, excluded: preview, previewId: preview.id, audienceHash: preview.hash });
  }
}

export class AdminNotificationChannelStatsResponse extends answer(channelStatistics) {}

export class AdminNotificationOutsideStatsResponse extends answer({
  push: field.nested(() => AdminNotificationChannelStatsResponse),
  email: field.nested(() => AdminNotificationChannelStatsResponse),
}) {}

export class AdminNotificationHourResponse extends answer(hourStatistics) {}

export const toldStatistics = {
  ...recipientStatistics,
  byChannel: field.nested(() => AdminNotificationOutsideStatsResponse),
  timeline: field
    .listOf(() => AdminNotificationHourResponse, MAX_HOURS)
    .about('Hours with activity, the earliest first'),
};

/** Kept when a notice or message is recalled, expires, or is deleted by members. */
export class AdminNotificationRecipientStatsResponse extends answer(toldStatistics) {}

import { type Messages, text } from './field-text';

/** The messages for fields of notices and messages. */
export const NOTIFICATION_FIELD_MESSAGES: Readonly<Record<string, Messages>> = {
  unknown_placeholder: text(
    '只能使用占位符 {allowed}。',
    '只能使用預留位置 {allowed}。',
    'The only placeholders are {allowed}.',
    '使用できるプレースホルダーは {allowed} だけです。',
  ),
  not_future: text(
    '必须是将来的时间。',
    '必須是未來的時間。',
    'Must be in the future.',
    '未来の日時を指定してください。',
  ),
  before_schedule: text(
    '必须晚于 scheduled_at。',
    '必須晚於 scheduled_at。',
    'Must be after scheduled_at.',
    'scheduled_at より後でなければなりません。',
  ),
  other_mode: text(
    '不适用于此受众模式。',
    '不適用於此受眾模式。',
    'Does not belong to this mode of audience.',
    'この対象者モードでは指定できません。',
  ),
  unknown_member: text(
    '不是该 App 的有效成员。',
    '不是該 App 的有效成員。',
    'Is not an active member of the App.',
    'この App の有効なメンバーではありません。',
  ),
  unknown_preview: text(
    '没有此消息的该预览，或预览已过期。',
    '沒有此訊息的該預覽，或預覽已過期。',
    'There is no such preview of this message, or it has expired.',
    'このメッセージのプレビューは存在しないか、期限切れです。',
  ),
};

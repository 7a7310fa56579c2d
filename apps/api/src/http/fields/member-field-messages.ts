import { type Messages, text } from './field-text';

/** The messages for fields of profiles and preferences. */
export const MEMBER_FIELD_MESSAGES: Readonly<Record<string, Messages>> = {
  unknown_user: text('没有这个用户。', '沒有這個使用者。', 'There is no such user.', 'このユーザーはありません。'),
  not_date: text(
    '必须是 YYYY-MM-DD 格式的日期。',
    '必須是 YYYY-MM-DD 格式的日期。',
    'Must be a date such as 1994-05-17.',
    '1994-05-17 のような日付でなければなりません。',
  ),
  not_time_of_day: text(
    '必须是 HH:MM 格式的时间。',
    '必須是 HH:MM 格式的時間。',
    'Must be a time of day such as 22:00.',
    '22:00 のような時刻でなければなりません。',
  ),
  same_time: text(
    '不能与开始时间相同。',
    '不能與開始時間相同。',
    'Must differ from the start.',
    '開始時刻と異なる必要があります。',
  ),
  not_switchable: text('不能关闭。', '不能關閉。', 'Cannot be switched off.', 'オフにできません。'),
  unknown_region: text(
    '没有这个地区，或已停用。',
    '沒有這個地區，或已停用。',
    'There is no such region, or it has been retired.',
    'この地域は存在しないか、廃止されています。',
  ),
};

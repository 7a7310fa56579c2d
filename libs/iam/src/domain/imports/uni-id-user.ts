import type { Gender } from '../accounts/user-profile';

/** What is not taken of a record that is imported. */
export type LeftOut =
  | 'avatar'
  | 'email_invalid'
  | 'email_unconfirmed'
  | 'mobile_invalid'
  | 'mobile_unconfirmed'
  | 'nickname_cut'
  | 'password_unusable'
  | 'real_name'
  | 'role'
  | 'third_party'
  | 'username';

/** Why there is nobody to import. */
export type Unreadable = 'not_an_object' | 'id_invalid' | 'account_closed' | 'unreadable';

/** A user as `uni-id-users` has one. */
export interface UniIdUser {
  readonly sourceId: string;
  /** Those in review, and those whom the review refused, wait for an administrator. */
  readonly status: 'active' | 'banned' | 'in_review';
  /** The Apps at which the user may sign in, by their ids at DCloud; null for all. */
  readonly appids: readonly string[] | null;
  /** Confirmed, and as it was typed. */
  readonly mobile: string | null;
  /** Confirmed, and as it was typed. */
  readonly email: string | null;
  readonly displayName: string | null;
  readonly gender: Gender;
  readonly registeredAt: Date | null;
  readonly password: { readonly stored: string; readonly version: number | null } | null;
  readonly leftOut: readonly LeftOut[];
}

type Fields = Readonly<Record<string, unknown>>;

/** Of users without a status, too. */
const NORMAL = 0;
const STATUSES = new Map<unknown, UniIdUser['status']>([
  [NORMAL, 'active'],
  [1, 'banned'],
  [2, 'in_review'],
  [3, 'in_review'],
]);
const CLOSED = 4;
const GENDERS: readonly Gender[] = ['unspecified', 'male', 'female'];
const MAX_NAME_LENGTH = 64;
const MAX_APPIDS = 100;
/** uniCloud did not exist before. */
const EARLIEST = Date.UTC(2018, 0, 1);
const CONFIRMED = 1;
const EVERYWHERE = '*';
/** A megabyte has room for more levels than the stack. */
const MAX_DEPTH = 100;

/** Fields of what the product has no place for, by what they are. */
const WITHOUT_PLACE: Readonly<Partial<Record<LeftOut, readonly string[]>>> = {
  avatar: ['avatar', 'avatar_file'],
  real_name: ['realname_auth'],
  role: ['role'],
  third_party: [
    'ali_openid',
    'apple_openid',
    'identities',
    'qq_openid',
    'qq_unionid',
    'third_party',
    'wx_openid',
    'wx_unionid',
  ],
  username: ['username'],
};

/** Reads an exported record. Unknown fields are passed over: every installation adds its own. */
export function readUniIdUser(value: unknown, now: Date): UniIdUser | Unreadable {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'not_an_object';
  const fields = value as Fields;
  const sourceId = textOf(fields['_id']);
  if (sourceId === null || sourceId.length > 64) return 'id_invalid';
  const status = plain(fields['status'] ?? NORMAL);
  if (status === CLOSED) return 'account_closed';
  const [mobile, email, name] = [textOf(fields['mobile']), textOf(fields['email']), textOf(fields['nickname'])];
  const hasMobile = mobile !== null && plain(fields['mobile_confirmed']) === CONFIRMED;
  const hasEmail = email !== null && plain(fields['email_confirmed']) === CONFIRMED;
  const displayName = name && [...name].slice(0, MAX_NAME_LENGTH).join('').trim();
  const stored = textOf(fields['password']);
  const version = plain(fields['password_secret_version']);
  const gender = plain(fields['gender']);
  return {
    sourceId,
    // What a later uni-id may add is not known to be able to sign in.
    status: STATUSES.get(status) ?? 'in_review',
    appids: appidsOf(fields['dcloud_appid']),
    mobile: hasMobile ? mobile : null,
    email: hasEmail ? email : null,
    displayName,
    gender: (typeof gender === 'number' && GENDERS[gender]) || 'unspecified',
    registeredAt: timeOf(fields['register_date'], now),
    password: stored === null ? null : { stored, version: typeof version === 'number' ? version : null },
    leftOut: [
      ...(mobile !== null && !hasMobile ? (['mobile_unconfirmed'] as const) : []),
      ...(email !== null && !hasEmail ? (['email_unconfirmed'] as const) : []),
      ...(name !== displayName ? (['nickname_cut'] as const) : []),
      ...withoutPlace(fields),
    ],
  };
}

function withoutPlace(fields: Fields): LeftOut[] {
  const kinds = Object.entries(WITHOUT_PLACE) as [LeftOut, readonly string[]][];
  return kinds.filter(([, names]) => names.some((name) => !isEmpty(fields[name]))).map(([kind]) => kind);
}

function isEmpty(value: unknown, depth = 0): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (typeof value !== 'object' || depth === MAX_DEPTH) return false;
  return Object.values(value).every((inner) => isEmpty(inner, depth + 1));
}

/** An absent list permits every App, an empty one none. */
function appidsOf(value: unknown): readonly string[] | null {
  if (value === undefined || value === null) return null;
  if (!Array.isArray(value)) return [];
  const appids = (value as unknown[]).slice(0, MAX_APPIDS).flatMap((each) => textOf(each) ?? []);
  return appids.includes(EVERYWHERE) ? null : [...new Set(appids)];
}

/** Null for a time that cannot be one of a registration. */
function timeOf(value: unknown, now: Date): Date | null {
  const found = plain(value);
  const time = typeof found === 'string' ? Date.parse(found) : found;
  return typeof time === 'number' && time >= EARLIEST && time <= now.getTime() ? new Date(time) : null;
}

/** A text that PostgreSQL can store, without the blanks around it; null if there is none. */
function textOf(value: unknown): string | null {
  const text = plain(value);
  if (typeof text !== 'string' || !text.isWellFormed() || text.includes('\u0000')) return null;
  return text.trim() || null;
}

/** Numbers, times and ids may be written as MongoDB's tools do: `{ "$oid": "…" }`. What is too deep stays as it is. */
function plain(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth === MAX_DEPTH) return value;
  const { $oid, $date, $numberInt, $numberLong, $numberDouble } = value as Fields;
  const number = $numberInt ?? $numberLong ?? $numberDouble;
  if (number !== undefined) return typeof number === 'string' ? Number(number) : undefined;
  return typeof $date === 'object' ? plain($date, depth + 1) : ($oid ?? $date);
}

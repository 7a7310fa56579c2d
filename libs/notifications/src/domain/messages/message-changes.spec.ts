import { newId, ValidationFailedError } from '@libs/kernel';
import { changedSettings, newSettings } from './message-changes';
import type { MessageAction, MessageChanges, MessageKind, NewMessage } from './message-settings';
import type { Audience } from '../audience/audience';

const NOW = new Date('2026-11-21T09:00:00.000Z');
const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const TEXTS = { title: { 'zh-CN': '标题' }, body: { 'zh-CN': '正文' } };
const MESSAGE: NewMessage = { ...TEXTS, messageType: 'system' };
const about = (kind: MessageKind = 'message') => ({ kind, defaultLocale: 'zh-CN', now: NOW }) as const;

/** The field errors, as `field code`. */
function problemsOf(work: () => unknown): string[] {
  try {
    work();
    return [];
  } catch (error) {
    if (!(error instanceof ValidationFailedError)) throw error;
    return error.fields.map(({ field, code }) => `${field} ${code}`);
  }
}
const problems = (changes: MessageChanges) => problemsOf(() => newSettings(about(), { ...MESSAGE, ...changes }));
const audienceProblems = (audience: Partial<Audience>) =>
  problems({ audience: { mode: 'all_members', userIds: [], filter: {}, ...audience } });
const actionProblems = (type: MessageAction['type'], target: string | null) => problems({ action: { type, target } });

describe('The settings of a notice or message', () => {
  it('are for all members and the inbox alone where nothing else is said', () => {
    expect(newSettings(about('notice'), TEXTS)).toEqual({
      ...TEXTS,
      messageType: null,
      audience: { mode: 'all_members', userIds: [], filter: {} },
      channels: ['in_app'],
      action: null,
      scheduledAt: null,
      expiresAt: null,
    });
  });

  it('have a type in messages and none in notices', () => {
    expect(problemsOf(() => newSettings(about(), TEXTS))).toEqual(['message_type required']);
    expect(problemsOf(() => newSettings(about('notice'), MESSAGE))).toEqual(['message_type unknown_field']);
    const notice = newSettings(about('notice'), TEXTS);
    const change = () => changedSettings(about('notice'), notice, { messageType: 'system' });
    expect(problemsOf(change)).toEqual(['message_type unknown_field']);
  });

  it('have texts in the default locale, of limited length in each, in lines and letters', () => {
    expect(problems({ title: { 'en-US': 'Title' }, body: { 'en-US': 'Body' } })).toEqual([
      'title.zh-CN required',
      'body.zh-CN required',
    ]);
    const long = (length: number) => ({ 'zh-CN': '😀'.repeat(length) });
    expect(problems({ title: long(120), body: long(10_000) })).toEqual([]);
    expect(problems({ title: long(121), body: long(10_001) })).toEqual(['title.zh-CN too_long', 'body.zh-CN too_long']);
    expect(problems({ title: { 'zh-CN': 'a\nb' }, body: { 'zh-CN': 'a\nb\tc\r\n' } })).toEqual([
      'title.zh-CN invalid_text',
    ]);
    expect(problems({ title: { 'zh-CN': ' \u200b' }, body: { 'zh-CN': 'a\u0007', 'en-US': '\n' } })).toEqual([
      'title.zh-CN required',
      'body.zh-CN invalid_text',
      'body.en-US required',
    ]);
  });

  it('name no placeholders but those that are filled in', () => {
    const text = { 'zh-CN': '{{display_name}} {{display_name|朋友}} {{display_name|}} {{app_name}} {single} {{' };
    expect(problems({ title: text, body: text })).toEqual([]);
    const other = { 'zh-CN': 'a', 'en-US': '{{display_name}} {{password}}' };
    expect(problems({ title: other, body: { 'zh-CN': '{{app_name|x}}' } })).toEqual([
      'title.en-US unknown_placeholder',
      'body.zh-CN unknown_placeholder',
    ]);
  });

  it('have the inbox first among their channels, each once', () => {
    const channels = (given: MessageChanges['channels']) =>
      newSettings(about(), { ...MESSAGE, channels: given }).channels;
    expect(channels(['email', 'push', 'email'])).toEqual(['in_app', 'push', 'email']);
    expect(channels([])).toEqual(['in_app']);
    expect(channels(null)).toEqual(['in_app']);
  });

  it.each([
    ['none', null, []],
    ['none', 'x', ['action.target unknown_field']],
    ['url', 'https://shop.example.com/a?b=c#d', []],
    ['url', 'http://商店.example/秋', []],
    ['url', null, ['action.target required']],
    ...[
      'javascript:alert(1)',
      'ftp://example.com',
      'https://user@example.com',
      'https://user:pass@example.com',
      'https://',
      'https:/example.com/x y',
      'https://example.com/\u0000',
      'https:\\\\example.com',
      '//example.com',
      ' https://example.com',
    ].map((target) => ['url', target, ['action.target not_web_address']] as const),
    ['page', 'about-us', []],
    ['article', 'autumn-menu-2', []],
    ['page', 'About', ['action.target not_slug']],
    ['article', '../x', ['action.target not_slug']],
    ['article', null, ['action.target required']],
  ] as const)('have the action %s with %j: %j', (type, target, errors) => {
    expect(actionProblems(type, target)).toEqual(errors);
  });

  it('have an audience with the keys of its mode alone', () => {
    const userIds = [newId(), newId()];
    expect(audienceProblems({ mode: 'users', userIds })).toEqual([]);
    expect(audienceProblems({ mode: 'filter', filter: { locales: ['ja-JP'] } })).toEqual([]);
    expect(audienceProblems({ userIds, filter: { roles: ['a'] } })).toEqual([
      'audience.user_ids other_mode',
      'audience.filter other_mode',
    ]);
    expect(audienceProblems({ mode: 'users' })).toEqual(['audience.user_ids required']);
    expect(audienceProblems({ mode: 'filter' })).toEqual(['audience.filter required']);
    const many = Array.from({ length: 10_001 }, () => userIds[0]!);
    expect(audienceProblems({ mode: 'users', userIds: many })).toEqual(['audience.user_ids too_many_items']);
    const named = { mode: 'users', userIds, identifiers: ['a@example.com'] } as const;
    expect(audienceProblems(named)).toEqual([]);
    expect(audienceProblems({ ...named, userIds: [] })).toEqual([]);
    expect(audienceProblems({ ...named, userIds: many.slice(1) })).toEqual(['audience.identifiers too_many_items']);
    expect(audienceProblems({ identifiers: ['a@example.com'] })).toEqual(['audience.identifiers other_mode']);
    const { audience } = newSettings(about(), {
      ...MESSAGE,
      audience: { mode: 'users', userIds: [...userIds, ...userIds], filter: {} },
    });
    expect(audience.userIds).toEqual(userIds);
  });

  it('have a filter with known values', () => {
    const filter = {
      locales: ['fr-FR' as 'en-US', 'zh-CN' as const],
      platforms: ['ios', 'windows'],
      roles: [],
      joined_before: '0000-01-01T00:00:00.000Z',
      joined_after: '+010000-01-01T00:00:00.000Z',
      last_active_after: '2026-11-21T09:00:00.000Z',
      app_versions: {},
      region_codes: [],
      unit_ids: Array.from({ length: 51 }, newId),
    };
    expect(audienceProblems({ mode: 'filter', filter })).toEqual([
      'audience.filter.roles too_few_items',
      'audience.filter.region_codes too_few_items',
      'audience.filter.unit_ids too_many_items',
      'audience.filter.locales.0 not_supported_locale',
      'audience.filter.platforms.1 not_allowed',
      'audience.filter.joined_before not_instant',
      'audience.filter.joined_after not_instant',
      'audience.filter.app_versions required',
    ]);
    const open = { app_versions: { lt: '2.0' }, has_push: false, unit_ids: [newId()], region_codes: ['CN'] };
    expect(audienceProblems({ mode: 'filter', filter: open })).toEqual([]);
  });

  it('have times in the future, the end after the beginning', () => {
    expect(problems({ scheduledAt: at(1), expiresAt: at(2) })).toEqual([]);
    expect(problems({ scheduledAt: NOW, expiresAt: at(-1) })).toEqual([
      'scheduled_at not_future',
      'expires_at not_future',
    ]);
    expect(problems({ scheduledAt: at(2), expiresAt: at(2) })).toEqual(['expires_at before_schedule']);
    expect(problems({ expiresAt: new Date('+010000-01-01T00:00:00.000Z') })).toEqual(['expires_at not_instant']);
  });

  it('keep what is not named, and lose what is null', () => {
    const present = newSettings(about(), {
      ...MESSAGE,
      audience: { mode: 'filter', userIds: [], filter: { locales: ['ja-JP'] } },
      channels: ['push'],
      action: { type: 'page', target: 'about-us' },
      scheduledAt: at(5),
      expiresAt: at(10),
    });
    expect(changedSettings(about(), present, {})).toEqual(present);
    const title = { 'zh-CN': '新' };
    expect(changedSettings(about(), present, { title, messageType: 'marketing' })).toEqual({
      ...present,
      title,
      messageType: 'marketing',
    });
    const nothing = { audience: null, channels: null, action: null, scheduledAt: null, expiresAt: null };
    expect(changedSettings(about(), present, nothing)).toEqual(newSettings(about(), MESSAGE));
  });

  it('may keep a time that has passed, also if it is sent again, but take no other', () => {
    const present = { ...newSettings(about(), MESSAGE), scheduledAt: at(-5), expiresAt: at(-1) };
    const { title } = TEXTS;
    expect(changedSettings(about(), present, { title, scheduledAt: at(-5) }).scheduledAt).toEqual(at(-5));
    expect(problemsOf(() => changedSettings(about(), present, { scheduledAt: at(-4) }))).toEqual([
      'scheduled_at not_future',
    ]);
    expect(problemsOf(() => changedSettings(about(), present, { scheduledAt: at(4) }))).toEqual([
      'expires_at before_schedule',
    ]);
  });
});

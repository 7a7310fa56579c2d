import { stepsOf, nextLook, type Notification } from './kinds';
import { bodyOf, emptyNotification, isPast, valuesOf } from './notification-form';

describe('A notice or message in a form', () => {
  it('has the fields that are written, and no others', () => {
    const read = { ...emptyNotification('message'), action: null, id: 'a', lock_version: 3 } as unknown as Notification;
    expect(valuesOf(read)).toEqual(emptyNotification('message'));
  });

  it('is sent without a type where it has none, and without an action that opens nothing', () => {
    expect(bodyOf(emptyNotification('notice'))).toMatchObject({ action: null, channels: ['in_app'] });
    expect(bodyOf(emptyNotification('notice'))).not.toHaveProperty('message_type');
    expect(bodyOf({ message_type: 'private', action: { type: 'page', target: ' about ' } })).toEqual({
      message_type: 'private',
      action: { type: 'page', target: 'about' },
    });
    expect(bodyOf({ title: { 'en-US': 'A' } })).toEqual({ title: { 'en-US': 'A' } });
  });

  it('knows which times have passed', () => {
    expect([isPast(null), isPast('2026-01-01T00:00:00Z'), isPast('2100-01-01T00:00:00Z')]).toEqual([
      false,
      true,
      false,
    ]);
  });
});

describe('What can be done with one', () => {
  const possible = (status: Notification['status'], recalled_at: string | null = null) =>
    Object.entries(stepsOf({ status, recalled_at })).flatMap(([step, isPossible]) => (isPossible ? [step] : []));

  it('depends on its status, and on whether it was recalled', () => {
    expect(possible('draft')).toEqual(['write', 'publish', 'test', 'cancel', 'delete']);
    expect(possible('scheduled')).toEqual(['unschedule', 'cancel']);
    expect(possible('published')).toEqual(['recall']);
    expect(possible('published', '2026-11-21T09:00:00.000Z')).toEqual([]);
    expect(possible('cancelled')).toEqual(['delete']);
  });

  it('is looked at often while it is delivered, and seldom afterwards', () => {
    const published = { status: 'published', recalled_at: null } as const;
    const looks = [undefined, { total: null, pending: 0 }, { total: 9, pending: 1 }, { total: 9, pending: 0 }];
    expect(looks.map((figures) => nextLook(published, figures))).toEqual([2_000, 2_000, 2_000, 15_000]);
    expect(nextLook({ status: 'draft', recalled_at: null }, undefined)).toBe(false);
    expect(nextLook({ ...published, recalled_at: '2026-11-21T09:00:00.000Z' }, { total: 9, pending: 1 })).toBe(false);
  });
});

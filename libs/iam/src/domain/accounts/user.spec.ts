import { wireOf } from '@libs/kernel';
import { profile, User } from './user';

const NOW = new Date('2026-11-21T09:00:00Z');
const LATER = new Date('2026-11-22T09:00:00Z');

const aUser = () => new User('tenant', NOW, { displayName: 'Mei', locale: 'zh-CN' });

describe('The profile of a user', () => {
  it('keeps what a change says nothing of, clears what it names as null, and raises lock_version by one', () => {
    const user = aUser();
    user.changeProfile({ displayName: undefined, locale: null, timeZone: 'Asia/Tokyo' }, LATER);
    expect(user).toMatchObject({ displayName: 'Mei', locale: null, timeZone: 'Asia/Tokyo', lockVersion: 2 });
    expect(user.updatedAt).toEqual(LATER);
  });

  it('lets nothing else through', () => {
    const user = aUser();
    user.changeProfile({ displayName: 'Mei', status: 'deleted', passwordHash: 'x' } as object, LATER);
    expect(user).toMatchObject({ displayName: 'Mei', status: 'active', passwordHash: null });
  });

  it('is gone from an erased user', () => {
    const user = aUser();
    user.changeProfile({ timeZone: 'Asia/Tokyo' }, LATER);
    user.setPassword('x', LATER);
    user.erase(LATER);
    expect(wireOf(profile, user)).toEqual({ display_name: null, locale: null, time_zone: null });
    expect(user).toMatchObject({ status: 'deleted', passwordHash: null, passwordChangedAt: null });
  });

  // The order is that of the changes in the audit log, over which hashes are made.
  it('is recorded with the keys of the wire', () => {
    expect(JSON.stringify(wireOf(profile, aUser()))).toBe('{"display_name":"Mei","locale":"zh-CN","time_zone":null}');
  });
});

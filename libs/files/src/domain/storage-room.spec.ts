import { StorageQuotaExceededError } from './files.errors';
import { quotaOf, StorageRoom } from './storage-room';

describe('The storage quota', () => {
  it('is what the setting says', () => {
    expect(quotaOf(0)).toBe(0);
    expect(quotaOf(1_000)).toBe(1_000);
  });

  it.each([null, undefined, -1, 1.5, '1000', 2 ** 60, true, {}])('is 50 GiB if the setting is %p', (setting) => {
    expect(quotaOf(setting)).toBe(53_687_091_200);
  });

  it('has room for an exact fit', () => {
    const room = new StorageRoom(600, 1_000);
    expect(room.leftBytes).toBe(400);
    expect(() => room.expectFor(400)).not.toThrow();
    expect(() => room.expectFor(401)).toThrow(StorageQuotaExceededError);
  });

  it('that was lowered below what is stored has no room left', () => {
    const room = new StorageRoom(1_000, 600);
    expect(room.leftBytes).toBe(0);
    expect(() => room.expectFor(1)).toThrow(StorageQuotaExceededError);
  });
});

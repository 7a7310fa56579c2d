import { UniIdPasswords } from '../../domain/imports/uni-id-passwords';
import { candidateOf, claimsOf } from './uni-id-import';

describe('A record of uni-id that no reader has thought of', () => {
  const now = new Date();
  const rules = { tenantId: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903', passwords: UniIdPasswords.UNKNOWN };
  const record = {
    _id: '64f0c0ffee0000000000000a',
    get mobile(): string {
      throw new RangeError('Maximum call stack size exceeded');
    },
  };

  it('is skipped by itself, and claims nothing', () => {
    const read = candidateOf(record, { ...rules, withoutPasswords: true }, now);
    expect(read).toMatchObject({ outcome: 'skipped', reason: 'unreadable' });
    expect(claimsOf(record, now)).toEqual([]);
  });
});

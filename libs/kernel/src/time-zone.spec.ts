import { isTimeZone } from './time-zone';

describe('isTimeZone', () => {
  it.each(['UTC', 'Asia/Shanghai', 'Asia/Calcutta', 'America/Argentina/Buenos_Aires', 'Etc/GMT+8'])(
    'knows %s',
    (name) => {
      expect([isTimeZone(name), isTimeZone(name)]).toEqual([true, true]);
    },
  );

  it.each(['', 'asia/shanghai', '+08:00', 'Mars/Base', 'Asia/', 'A'.repeat(1_000), '__proto__', 'Asia/Shanghai\0'])(
    'knows no %s',
    (name) => expect(isTimeZone(name)).toBe(false),
  );
});

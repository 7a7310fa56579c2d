import { setTimeout as delay } from 'node:timers/promises';
import { DependencyUnavailableError } from '@libs/kernel';
import type { Logger } from '../logging/logger';
import { DatabaseWait } from './database-wait';

const NOWHERE = 'postgres://nobody@127.0.0.1:1/nothing';
const away = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

function setup(limitSeconds: number) {
  const told: string[] = [];
  const tell = ({ reason }: { reason?: string }, message: string) =>
    told.push(reason ? `${message}: ${reason}` : message);
  const stop = new AbortController();
  const logger = { warn: tell, info: tell } as unknown as Logger;
  return { wait: new DatabaseWait(NOWHERE, limitSeconds, logger, stop.signal), told, stop };
}

describe('DatabaseWait', () => {
  it('repeats a step until it is done, and logs each reason once', async () => {
    const { wait, told } = setup(60);
    const failures = [away(), new DependencyUnavailableError({ cause: new Error('timeout expired') }), away()];
    const result = await wait.during('seeding', () => {
      const failure = failures.shift();
      return failure ? Promise.reject(failure) : Promise.resolve('seeded');
    });
    expect(result).toBe('seeded');
    expect(told).toEqual([
      'waiting for the database: Error: connect ECONNREFUSED',
      expect.stringMatching(
        /^waiting for the database: DependencyUnavailableError: .*; cause: Error: timeout expired$/,
      ),
      'the database answers',
    ]);
  });

  it('does not count the time that a step was at work before it lost the database', async () => {
    const { wait } = setup(1);
    let tries = 0;
    const migrate = async () => {
      tries += 1;
      if (tries > 1) return 'migrated';
      await delay(1_200);
      throw away();
    };
    expect(await wait.during('migrating', migrate)).toBe('migrated');
  });

  it('gives up on a step that hangs while the database does not answer, and when the process is told to end', async () => {
    const forever = () => new Promise<never>(() => undefined);
    await expect(setup(1).wait.during('seeding', forever)).rejects.toThrow('the database was away for 1 s (seeding)');
    const { wait, stop } = setup(60);
    const given = wait.during('seeding', forever);
    stop.abort(new Error('told to end'));
    await expect(given).rejects.toThrow('told to end');
  });

  it('passes on at once an error that waiting would not cure', async () => {
    const wrong = Object.assign(new Error('password authentication failed'), { code: '28P01' });
    await expect(setup(60).wait.during('connecting', () => Promise.reject(wrong))).rejects.toBe(wrong);
  });
});

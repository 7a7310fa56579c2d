import type { FileStorage } from '@libs/files';
import type { Database, Logger, RedisConnections, RedisStatus } from '@libs/foundation';
import { DependencyUnavailableError } from '@libs/kernel';
import { MIGRATIONS } from '../../../../migrations';
import { HealthController } from './health.controller';
import { Readiness } from './readiness';

const APPLIED = MIGRATIONS.map(({ name }) => ({ name }));

describe('GET /internal/v1/health/live', () => {
  it('touches nothing but the process', () => {
    const touch = () => {
      throw new Error('touched');
    };
    const untouchable = new Proxy({} as Readiness, { get: touch, has: touch });
    expect(new HealthController(untouchable).getLiveness()).toMatchObject({ status: 'ok' });
  });
});

describe('GET /internal/v1/health/ready', () => {
  let ask: jest.Mock<Promise<{ name: string }[]>, []>;
  let storageCheck: jest.Mock<Promise<void>, []>;
  let redis: RedisStatus['status'];
  let redisCheck: jest.Mock<Promise<RedisStatus>, []>;
  let warn: jest.Mock;
  let info: jest.Mock;
  let readiness: Readiness;
  let controller: HealthController;

  beforeEach(() => {
    ask = jest.fn(() => Promise.resolve(APPLIED));
    storageCheck = jest.fn(() => Promise.resolve());
    redis = 'up';
    redisCheck = jest.fn(() => Promise.resolve({ status: redis, latencyMs: null }));
    warn = jest.fn();
    info = jest.fn();
    readiness = new Readiness(
      { readAsSystem: ask } as unknown as Database,
      { check: storageCheck } as unknown as FileStorage,
      { check: redisCheck } as unknown as RedisConnections,
      { warn, info } as unknown as Logger,
    );
    controller = new HealthController(readiness);
  });

  afterEach(() => jest.useRealTimers());

  const failing = async () => {
    const error: unknown = await controller.getReadiness().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DependencyUnavailableError);
    return (error as DependencyUnavailableError).extra['failing_checks'];
  };

  it('asks the database each time', async () => {
    for (let time = 1; time <= 3; time++) {
      expect(await controller.getReadiness()).toMatchObject({ status: 'ok' });
      expect(ask).toHaveBeenCalledTimes(time);
    }
  });

  it('fails when the database refuses, and recovers by itself', async () => {
    await controller.getReadiness();
    ask.mockRejectedValueOnce(new Error('gone'));
    expect(await failing()).toEqual(['database']);
    expect(await controller.getReadiness()).toMatchObject({ status: 'ok' });
  });

  it('fails when the database does not answer within a second', async () => {
    jest.useFakeTimers();
    ask.mockReturnValueOnce(new Promise(() => undefined));
    const answer = failing();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await answer).toEqual(['database']);
  });

  it('fails while files cannot be kept, and says all that is wrong', async () => {
    storageCheck.mockRejectedValueOnce(new Error('no bucket'));
    expect(await failing()).toEqual(['storage']);
    ask.mockRejectedValueOnce(new Error('gone'));
    storageCheck.mockRejectedValueOnce(new Error('no bucket'));
    expect(await failing()).toEqual(['database', 'storage']);
    expect(await controller.getReadiness()).toMatchObject({ status: 'ok' });
  });

  it('says in the log why, once for each reason, and nothing of it in the answer', async () => {
    const denied = () => Promise.reject(new Error("EACCES: permission denied, mkdir '/data/files'"));
    for (let time = 0; time < 3; time++) {
      storageCheck.mockImplementationOnce(denied);
      const error: unknown = await controller.getReadiness().catch((thrown: unknown) => thrown);
      expect(JSON.stringify((error as DependencyUnavailableError).extra)).toBe('{"failing_checks":["storage"]}');
    }
    expect(warn.mock.calls).toEqual([
      [{ check: 'storage', reason: "EACCES: permission denied, mkdir '/data/files'" }, 'a readiness check fails'],
    ]);
    ask.mockRejectedValueOnce(new Error('refused', { cause: new Error('connect ECONNREFUSED') }));
    await failing();
    expect(warn).toHaveBeenLastCalledWith(
      { check: 'database', reason: 'connect ECONNREFUSED' },
      'a readiness check fails',
    );
    await controller.getReadiness();
    await controller.getReadiness();
    expect(info.mock.calls.map(([{ check }]) => check)).toEqual(['storage', 'database']);
  });

  it('fails until every migration is applied', async () => {
    ask.mockResolvedValueOnce(APPLIED.slice(1));
    expect(await failing()).toEqual(['migrations']);
    expect(await controller.getReadiness()).toMatchObject({ status: 'ok' });
  });

  it('fails from the moment that the shutdown starts, without asking', async () => {
    readiness.startShutdown();
    expect(await failing()).toEqual(['shutting_down']);
    expect(ask).not.toHaveBeenCalled();
  });

  it('does not wait for Redis to say that it fails', async () => {
    redisCheck.mockReturnValue(new Promise(() => undefined));
    readiness.startShutdown();
    expect(await failing()).toEqual(['shutting_down']);
  });

  it('is degraded, not unready, without Redis', async () => {
    redis = 'down';
    expect(await controller.getReadiness()).toMatchObject({ status: 'ok', degraded: ['redis'] });
    for (redis of ['up', 'disabled'] as const) {
      expect(await controller.getReadiness()).not.toHaveProperty('degraded');
    }
  });
});

import { setImmediate as turn } from 'node:timers/promises';
import type { Database, Logger } from '@libs/foundation';
import { DependencyUnavailableError } from '@libs/kernel';
import { ReleaseDownloads } from './release-downloads';

describe('A download that cannot be counted', () => {
  it('is told in the log with all that led to it', async () => {
    const warn = jest.fn();
    const error = new DependencyUnavailableError({ cause: new Error('connect ECONNREFUSED') });
    const database = { write: () => Promise.reject(error) };
    const downloads = new ReleaseDownloads(database as unknown as Database, { warn } as unknown as Logger);
    downloads.count('tenant', 'release');
    await turn();
    expect(warn).toHaveBeenCalledWith(
      { release: 'release', reason: expect.stringContaining('connect ECONNREFUSED') },
      'a download was not counted',
    );
  });
});

import type { Logger } from '@libs/foundation';
import { DependencyUnavailableError, type Transactions } from '@libs/kernel';
import { StoredContents } from './stored-contents';

describe('What an upload has left and cannot be taken away', () => {
  it('is told in the log with all that led to it', async () => {
    const warn = jest.fn();
    const error = new DependencyUnavailableError({ cause: new Error('connect ECONNREFUSED') });
    const transactions = { run: () => Promise.reject(error) } as unknown as Transactions;
    const unused = {} as never;
    const contents = new StoredContents(transactions, unused, unused, unused, { warn } as unknown as Logger);
    await contents.abandon('tenant', 'upload');
    expect(warn).toHaveBeenCalledWith(
      { upload: 'upload', reason: expect.stringContaining('connect ECONNREFUSED') },
      'an upload left remains in the storage',
    );
  });
});

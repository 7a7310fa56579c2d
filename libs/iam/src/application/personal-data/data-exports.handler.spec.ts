import type { Logger, OutboxMessage } from '@libs/foundation';
import { DependencyUnavailableError } from '@libs/kernel';
import { DataExportHandler } from './data-exports.handler';

describe('A data export that is given up', () => {
  it('is told in the log with all that led to it, and has failed', async () => {
    const logged = jest.fn();
    const fail = jest.fn();
    const error = new DependencyUnavailableError({ cause: new Error('connect ECONNREFUSED') });
    type Parts = ConstructorParameters<typeof DataExportHandler>;
    const [exports, transactions, logger] = [
      { find: () => Promise.resolve({ tenantId: 'tenant', id: 'export', status: 'pending' }), fail },
      { run: () => Promise.reject(error) },
      { error: logged },
    ] as unknown as [Parts[2], Parts[0], Logger];
    const unused = {} as never;
    const handler = new DataExportHandler(transactions, unused, exports, unused, unused, logger);
    await handler.handle({ tenantId: 'tenant', data: { export_id: 'export' }, attempt: 8 } as unknown as OutboxMessage);
    expect(logged).toHaveBeenCalledWith(
      { export_id: 'export', reason: expect.stringContaining('connect ECONNREFUSED') },
      'a data export was given up',
    );
    expect(fail).toHaveBeenCalledWith('tenant', 'export');
  });
});

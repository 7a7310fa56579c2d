import { type CallHandler, type ExecutionContext, Get, Post } from '@nestjs/common';
import type { RequestAudit } from '@libs/audit';
import { ValidationFailedError } from '@libs/kernel';
import type { IdempotentRequest, IdempotentRequests, StoredAnswer } from '@libs/operations';
import { lastValueFrom, of } from 'rxjs';
import { IdempotencyInterceptor, IgnoresIdempotencyKey, RequiresIdempotencyKey } from './idempotency.interceptor';

class Things {
  @Get()
  read(): void {}

  @Post()
  create(): void {}

  @Post('sure')
  @RequiresIdempotencyKey()
  createSurely(): void {}

  @Post('test')
  @IgnoresIdempotencyKey()
  test(): void {}
}

@IgnoresIdempotencyKey()
class Account {
  @Post()
  change(): void {}
}

const CLIENT = { id: 'the client', tenantId: 'its tenant' };

describe('IdempotencyInterceptor', () => {
  let asked: IdempotentRequest[];

  beforeEach(() => (asked = []));

  const requests = {
    run: async (request: IdempotentRequest, perform: () => Promise<StoredAnswer>) => {
      asked.push(request);
      await perform();
      return null;
    },
  } as unknown as IdempotentRequests;
  const intercept = (handler: object, headers: object, controller: object = Things) => {
    const request = { headers, apiClient: CLIENT, method: 'POST', route: { path: '/things' }, body: { a: 1 } };
    const response = { statusCode: 201, getHeaders: () => ({}) };
    const context = {
      getClass: () => controller,
      getHandler: () => handler,
      switchToHttp: () => ({ getRequest: () => request, getResponse: () => response }),
    } as unknown as ExecutionContext;
    const next: CallHandler = { handle: () => of('done') };
    return lastValueFrom(new IdempotencyInterceptor(requests, {} as RequestAudit).intercept(context, next));
  };

  it('performs a request with a key for its caller', async () => {
    expect(await intercept(Things.prototype.create, { 'idempotency-key': 'k' })).toBe('done');
    expect(asked).toMatchObject([{ tenantId: CLIENT.tenantId, callerId: CLIENT.id, key: 'k', body: { a: 1 } }]);
  });

  it('asks for a key where it is required', () => {
    const refused = () => intercept(Things.prototype.createSurely, {});
    expect(refused).toThrow(ValidationFailedError.of('Idempotency-Key', 'required'));
  });

  it.each([
    ['without a key', Things.prototype.create, {}, Things],
    ['that only reads', Things.prototype.read, { 'idempotency-key': 'k' }, Things],
    ['of a handler that ignores it', Things.prototype.test, { 'idempotency-key': 'k' }, Things],
    ['of a controller that ignores it', Account.prototype.change, { 'idempotency-key': 'k' }, Account],
  ])('lets a request pass %s', async (_which, handler, headers, controller) => {
    expect(await intercept(handler, headers, controller)).toBe('done');
    expect(asked).toEqual([]);
  });
});

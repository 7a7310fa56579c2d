import { METHODS } from '../../apps/api/src/surfaces/routes';
import { committedDocument } from './openapi';
import { undeclaredResources } from './recorded-resources';

interface Operation {
  readonly operationId: string;
  readonly security?: readonly object[];
  readonly 'x-resource-type'?: string;
}

const document = committedDocument();
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  METHODS.flatMap((method) => {
    const operation = item[method] as Operation | undefined;
    return operation && /^\/(?:admin-api|api\/v1\/service)\//.test(path) ? [{ ...operation, method, path }] : [];
  }),
);

/** Asked by POST for the sake of its body, and recorded as reads are. */
const READ = 'previewAdminContent';

describe('The resource type of an operation', () => {
  it('is declared by every write of a signed-in administrator or an API client, and by nothing else', () => {
    const writes = operations.filter(
      ({ method, operationId, security = [] }) => method !== 'get' && operationId !== READ && security.length > 0,
    );
    expect(writes.length).toBeGreaterThan(100);
    expect(
      writes.filter((one) => !/^[a-z_]+$/.test(one['x-resource-type'] ?? '')).map((one) => one.operationId),
    ).toEqual([]);
    const others = operations.filter((one) => !writes.includes(one) && 'x-resource-type' in one);
    expect(others.map((one) => one.operationId)).toEqual([]);
  });

  it('is found wanting where another one was recorded', () => {
    const record = { method: 'DELETE', route: '/admin-api/v1/roles/{code}' };
    expect(undeclaredResources(document, [{ ...record, resource_type: 'role' }])).toEqual([]);
    expect(undeclaredResources(document, [{ ...record, resource_type: 'user' }])).toEqual([
      'DELETE /admin-api/v1/roles/{code} declares role and recorded user',
    ]);
    const ofJob = { method: 'JOB', route: 'releases.publish', resource_type: 'release' };
    expect(undeclaredResources(document, [ofJob])).toEqual([]);
  });
});

import type { Method } from '../../apps/api/src/surfaces/routes';
import { queryAs } from './database';
import { committedDocument } from './openapi';

export interface RecordedWrite {
  readonly method: string;
  readonly route: string;
  readonly resource_type: string;
}

/** The operations of these records whose `x-resource-type` is another one. Records of jobs belong to no operation. */
export function undeclaredResources(
  { paths }: Pick<ReturnType<typeof committedDocument>, 'paths'>,
  records: readonly RecordedWrite[],
): string[] {
  return records.flatMap(({ method, route, resource_type: recorded }) => {
    const operation = paths[route]?.[method.toLowerCase() as Method] as { 'x-resource-type'?: string } | undefined;
    const declared = operation?.['x-resource-type'];
    return !operation || method === 'GET' || declared === recorded
      ? []
      : [`${method} ${route} declares ${String(declared)} and recorded ${recorded}`];
  });
}

let document: ReturnType<typeof committedDocument> | undefined;

/** Expects that whatever was changed is recorded as what the document says of its operation. */
export async function expectDeclaredResources(superuserUrl: string): Promise<void> {
  const records = await queryAs<RecordedWrite & Record<string, unknown>>(
    superuserUrl,
    `SELECT DISTINCT method, route, resource_type FROM audit_logs
      WHERE outcome = 'success' AND resource_type IS NOT NULL AND method NOT IN ('GET', 'JOB')`,
  );
  document ??= committedDocument();
  expect(undeclaredResources(document, records)).toEqual([]);
}

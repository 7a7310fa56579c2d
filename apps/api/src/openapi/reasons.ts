import type { INestApplication } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { REASON_HEADER, REASON_IN_HEADER } from '../http/fields/reason';
import { routesOf } from '../surfaces/routes';

const DESCRIPTION =
  'The reason for the deletion, for the audit log alone: at most 500 characters, as percent-encoded UTF-8';

/** Adds the header that says why something is deleted. Bodies have a field for it. */
export function addReasons(document: OpenAPIObject, app: INestApplication): void {
  for (const { method, path, takesReasonHeader } of routesOf(app)) {
    const operation = document.paths[path]?.[method];
    if (!operation || !takesReasonHeader) continue;
    operation.parameters = [
      ...(operation.parameters ?? []),
      { name: REASON_HEADER, in: 'header', required: false, description: DESCRIPTION, schema: REASON_IN_HEADER },
    ];
  }
}

import type { INestApplication } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { routesOf } from '../surfaces/routes';

const RESOURCE_TYPE = 'x-resource-type';

/** Says of each operation that writes which resources its audit records are about: `resource_type` of the audit log. */
export function addResourceTypes(document: OpenAPIObject, app: INestApplication): void {
  for (const { method, path, recordedResource } of routesOf(app)) {
    const operation = document.paths[path]?.[method];
    if (operation && recordedResource !== null) Object.assign(operation, { [RESOURCE_TYPE]: recordedResource });
  }
}

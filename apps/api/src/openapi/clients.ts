import type { OpenAPIObject } from '@nestjs/swagger';
import { isScope } from '@libs/iam';
import { SERVICE_SCHEME } from '../auth/service-access';
import { ADMIN_SCHEME } from '../surfaces/surfaces';
import { operationsOf } from './operations';

/** Where an administrator's permission is a scope, the token of an API client that has it is as good as theirs. */
export function addClients(document: OpenAPIObject): void {
  for (const operation of operationsOf(document)) {
    const permission = (operation as { readonly 'x-permission'?: string })['x-permission'];
    if (permission === undefined || !isScope(permission)) continue;
    const ofClients = (operation.security ?? []).flatMap(({ [ADMIN_SCHEME]: admin, ...others }) =>
      admin ? [{ ...others, [SERVICE_SCHEME]: [permission] }] : [],
    );
    operation.security = [...(operation.security ?? []), ...ofClients];
  }
}

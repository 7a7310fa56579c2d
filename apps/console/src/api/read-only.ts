import { t } from '../i18n';
import { OPERATIONS, type OperationId } from './operations';
import { Problem } from './problem';
import { roleView } from './role-view';

/**
 * Nothing is written while the console is looked at as a role has it: the record would be of somebody who may do more.
 *
 * @throws Problem
 */
export function expectWritable(operationId: OperationId): void {
  const role = roleView.value;
  // What writes says of which kind its audit records are; some requests that only read are POST.
  if (role === null || OPERATIONS[operationId].resourceType === null) return;
  throw Problem.onlyLooking(t('problems.only_looking', { role: role.name }));
}

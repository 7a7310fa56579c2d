import { me } from './me';
import { OPERATIONS, type OperationId } from './operations';

/** Whether the administrator has the permission that the operation wants. */
export function can(operationId: OperationId): boolean {
  const { permission } = OPERATIONS[operationId];
  return permission === null || me.permissions.value.has(permission);
}

/** The permission that is missing, or null where nothing is. */
export function whyNot(operationId: OperationId): string | null {
  return can(operationId) ? null : OPERATIONS[operationId].permission;
}

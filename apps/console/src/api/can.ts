import { me } from './me';
import { OPERATIONS, type OperationId } from './operations';
import { roleView } from './role-view';

/** Whether the administrator has the permission that the operation wants. */
export function can(operationId: OperationId): boolean {
  const { permission } = OPERATIONS[operationId];
  return permission === null || holds(permission);
}

/** The permission that is missing, or null where nothing is. */
export function whyNot(operationId: OperationId): string | null {
  return can(operationId) ? null : OPERATIONS[operationId].permission;
}

/** The same for a permission by its name. A role that is looked at only takes away, whatever it holds. */
export function holds(permission: string): boolean {
  return me.permissions.value.has(permission) && (roleView.value?.permissions.has(permission) ?? true);
}

import { readonly, shallowRef } from 'vue';

interface SeenRole {
  readonly code: string;
  readonly name: string;
  readonly permissions: ReadonlySet<string>;
}

const current = shallowRef<SeenRole | null>(null);

/**
 * The role as which the administrator looks at the console: what it may not do is refused to them as well, and nothing is
 * written. In memory alone, so that it ends with the page.
 */
export const roleView = readonly(current);

export function beginRoleView(role: SeenRole): void {
  current.value = role;
}

export function endRoleView(): void {
  current.value = null;
}

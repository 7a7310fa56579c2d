import { inject, onScopeDispose, provide, shallowReactive, type InjectionKey, type Ref } from 'vue';
import { Problem } from '../api/problem';

interface FieldError {
  readonly field: string;
  readonly message: string;
}

interface Form {
  readonly problem: Ref<unknown>;
  /** Names of the fields on the page, by the id of their input. */
  readonly fields: Map<string, string>;
}

const FORM: InjectionKey<Form> = Symbol('form');

/** Lets the fields of a form show what the API says of them. */
export function provideForm(problem: Ref<unknown>): Form {
  const form = { problem, fields: shallowReactive(new Map<string, string>()) };
  provide(FORM, form);
  return form;
}

/**
 * The errors of a field, and of what is in it as far as that has no field of its own: `name` has those of `name.zh-CN`,
 * and `items` those of `items.3.label` while the fields of the item are closed.
 */
export function useErrors(): (name: string | undefined) => readonly string[] {
  const form = inject(FORM, null);
  return (name) => {
    if (name === undefined || !form) return [];
    const names = [...form.fields.values()];
    return errorsOf(form.problem.value).flatMap(({ field, message }) => (isOf(field, name, names) ? [message] : []));
  };
}

/** Says that a field is on the page, where its errors are shown. */
export function useField(id: string, name: string | undefined): void {
  const form = inject(FORM, null);
  if (name !== undefined) form?.fields.set(id, name);
  onScopeDispose(() => form?.fields.delete(id));
}

export function errorsOf(problem: unknown): readonly FieldError[] {
  return problem instanceof Problem ? problem.errors : [];
}

/** Whether an error is told at this field, and at none within it. */
export function isOf(path: string, name: string, names: readonly string[]): boolean {
  return isWithin(path, name) && !names.some((each) => each.length > name.length && isWithin(path, each));
}

export function isWithin(path: string, name: string): boolean {
  return path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`);
}

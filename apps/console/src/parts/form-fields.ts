import { inject, onScopeDispose, provide, shallowReactive, type InjectionKey, type Ref } from 'vue';
import { Problem } from '../api/problem';

interface FieldError {
  readonly field: string;
  readonly message: string;
}

interface Form {
  readonly problem: Ref<unknown>;
  /** Names of the fields on the page, by the id of their input. */
  readonly fields: Map<string, { readonly name: string; readonly label: string }>;
}

const FORM: InjectionKey<Form> = Symbol('form');

/** Lets the fields of a form show what the API says of them. */
export function provideForm(problem: Ref<unknown>): Form {
  const form = { problem, fields: shallowReactive(new Map<string, { name: string; label: string }>()) };
  provide(FORM, form);
  return form;
}

/** The errors of one field, or of what is in it: `name` has those of `name.zh-CN`, `items` those of `items[3].label`. */
export function useField(id: string, field: () => { readonly name: string | undefined; readonly label: string }) {
  const form = inject(FORM, null);
  const { name, label } = field();
  if (name !== undefined) form?.fields.set(id, { name, label });
  onScopeDispose(() => form?.fields.delete(id));
  return {
    errors: (): readonly string[] => {
      const { name: now } = field();
      if (now === undefined || !form) return [];
      return errorsOf(form.problem.value).flatMap(({ field: path, message }) => (isWithin(path, now) ? [message] : []));
    },
  };
}

export function errorsOf(problem: unknown): readonly FieldError[] {
  return problem instanceof Problem ? problem.errors : [];
}

export function isWithin(path: string, name: string): boolean {
  return path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`);
}

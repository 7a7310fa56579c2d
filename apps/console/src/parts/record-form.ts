import { useQuery, useQueryClient } from '@tanstack/vue-query';
import { computed, nextTick, onBeforeUnmount, onMounted, ref, shallowRef, watch, type Ref, type ShallowRef } from 'vue';
import { can } from '../api/can';
import { call } from '../api/client';
import type { OperationId } from '../api/operations';
import { Problem } from '../api/problem';
import type { AnswerOf } from '../api/types';
import { useUnsaved } from '../api/unsaved';
import { t } from '../i18n';
import { LANGUAGE_NAMES } from '../locale';
import { say } from '../toast';
import { uncorrected } from './corrected';
import { changesOf, copyOf, isEqual } from './equality';
import { useDraft } from './form-draft';
import { useMerge, type Changed, type Merging } from './form-merge';
import { LOCK_VERSION, type FormOptions } from './form-options';
import { isLocale } from './localized';
import type { Path } from './merge';

/** Somebody else has saved since the form was filled. */
const STALE = ['RESOURCE.VERSION_CONFLICT', 'APPS.ONBOARDING.STALE'];

/** A record in a form: what was read, what was typed, and what becomes of the two. Never emptied by a failure. */
export function useRecordForm<Values extends object, Read extends OperationId>(options: FormOptions<Values, Read>) {
  type Answer = AnswerOf<Read>;
  const queries = useQueryClient();
  const isNew = computed(() => options.path() === null);
  const input = computed(() => ({ path: options.path() }));
  const read = useQuery<Answer, Problem>({
    queryKey: [options.read, input],
    queryFn: ({ signal }) => load(signal),
    enabled: () => !isNew.value && can(options.read),
  });

  const record: ShallowRef<Answer | null> = shallowRef(null);
  const base: ShallowRef<Values> = shallowRef(options.empty?.() ?? ({} as Values));
  const values = ref(copyOf(base.value)) as Ref<Values>;
  const isReady = ref(false);
  const problem = shallowRef<unknown>(null);
  const isSaving = ref(false);
  const isRight = computed(() => !isReady.value || (options.isRight?.(values.value) ?? true));
  const isDirty = computed(() => isReady.value && !isEqual(base.value, values.value));
  const operation = computed(() => (isNew.value ? (options.create ?? options.update) : options.update));
  const mayWrite = computed(() => can(operation.value));
  const version = options.version === undefined ? LOCK_VERSION : options.version;
  const lockVersion = computed(() => (record.value === null ? null : versionOf(record.value)));

  function versionOf(answer: Answer): number | null {
    return version?.of(answer) ?? null;
  }

  function load(signal?: AbortSignal): Promise<Answer> {
    const path = options.path();
    if (options.load && path !== null) return options.load(path, signal);
    return send<Answer>(options.read, { path, ...(signal ? { signal } : {}) });
  }

  /** The record as it is now, without what was typed. */
  function show(fresh: Answer | null): void {
    record.value = fresh;
    base.value = fresh === null ? (options.empty?.() ?? ({} as Values)) : options.toValues(fresh);
    values.value = copyOf(base.value);
  }

  /** What was typed goes on, upon a newer record. */
  function rebase(fresh: Answer, merged: Values): void {
    show(fresh);
    values.value = copyOf(merged);
  }

  const merging = useMerge<Values, Answer>({ rowKeys: options.rowKeys ?? {}, toValues: options.toValues, rebase });
  const draft = useDraft<Values>({
    ...{ operation, isDirty },
    path: (): object => ({
      ...(options.path() ?? options.parent?.()),
      ...(options.part ? { part: options.part } : {}),
    }),
  });
  useUnsaved(() => isDirty.value || !isRight.value || merging.isOpen.value);

  watch(
    [() => read.data.value, isNew],
    ([fresh, creating]) => {
      if (creating ? isReady.value : fresh === undefined) return;
      const answer = creating ? null : (fresh as Answer);
      // Somebody types: a newer record waits until it is saved upon, or asked for; unless nothing of this form is newer.
      if (answer !== null && isDirty.value && isEqual(options.toValues(answer), base.value)) record.value = answer;
      if ((isDirty.value && !creating) || merging.isOpen.value) return;
      show(answer);
      isReady.value = true;
      const kept = draft.restore(base.value);
      if (!kept) return;
      if (answer === null || kept.lock_version === lockVersion.value) values.value = kept.values;
      else merging.begin({ ...rekeyed(kept.base, kept.values, answer), theirs: answer }, changedOf(answer, null));
    },
    { immediate: true },
  );
  // Another record in the same form, as after one has been created.
  watch(
    () => JSON.stringify(options.path()),
    () => {
      isReady.value = false;
      problem.value = null;
      merging.end();
    },
    { flush: 'sync' },
  );
  watch(
    [values, isDirty, merging.isOpen],
    () => {
      if (isReady.value && !merging.isOpen.value) draft.keep(base.value, values.value, lockVersion.value);
    },
    { deep: true },
  );

  /** Whether somebody else has saved since this form was filled, as the page has noticed by itself. */
  const isOutdated = computed(() => {
    const latest = read.data.value === undefined ? null : versionOf(read.data.value);
    return (
      isDirty.value &&
      !merging.isOpen.value &&
      latest !== null &&
      lockVersion.value !== null &&
      latest > lockVersion.value
    );
  });

  async function save(): Promise<boolean> {
    if (isSaving.value || !isDirty.value || !isRight.value || merging.isOpen.value || !mayWrite.value) return false;
    isSaving.value = true;
    problem.value = null;
    try {
      const asked = options.ask ? await options.ask(copyOf(values.value), base.value) : {};
      if (asked === null) return false;
      return await sendOrCatchUp(asked);
    } catch (error) {
      await fail(error);
      return false;
    } finally {
      isSaving.value = false;
    }
  }

  async function sendOrCatchUp(asked: object): Promise<boolean> {
    try {
      await sendOnce(asked);
      return true;
    } catch (error) {
      if (!(error instanceof Problem) || !STALE.includes(error.code)) throw error;
      await catchUp(error);
      const isTouched = problem.value !== null || merging.isOpen.value || merging.taken.value.length > 0;
      // What somebody else has saved may be nothing that this form shows.
      if (isTouched || !isDirty.value) return false;
      await sendOnce(asked);
      return true;
    }
  }

  async function sendOnce(asked: object): Promise<void> {
    const creating = isNew.value;
    const answer = await send<Answer>(operation.value, request(creating, asked));
    draft.drop();
    merging.end();
    show(answer);
    if (!creating) queries.setQueryData([options.read, input.value], answer);
    void queries.invalidateQueries();
    say(options.said?.(answer, creating) ?? t('parts.form.saved'));
    options.saved?.(answer, creating);
  }

  function request(creating: boolean, asked: object): object {
    const typed = copyOf(values.value);
    const fields: Partial<Values> = creating ? typed : changesOf(base.value, typed);
    const body = { ...(options.toBody?.(fields, creating) ?? fields), ...asked };
    if (creating) return { path: options.parent?.() ?? {}, body };
    const lock = version === null || lockVersion.value === null ? {} : { [version.field]: lockVersion.value };
    return { path: options.path(), body: { ...body, ...lock } };
  }

  /** What was sent, and refused. */
  const refused: ShallowRef<Values | null> = shallowRef(null);
  watch(
    values,
    (now) => {
      if (refused.value !== null) problem.value = uncorrected(problem.value, refused.value, now);
    },
    { deep: true },
  );

  async function fail(error: unknown): Promise<void> {
    refused.value = copyOf(values.value);
    problem.value = error;
    if (error instanceof Problem && error.status === 422) await focusFirstError();
  }

  /** What somebody else has saved is put under what was typed here. */
  async function catchUp(stale: Problem | null): Promise<void> {
    try {
      const theirs = await load();
      problem.value = null;
      const own = rekeyed(base.value, copyOf(values.value), theirs);
      base.value = own.base;
      values.value = copyOf(own.mine);
      merging.begin({ ...own, theirs }, changedOf(theirs, stale));
    } catch (error) {
      problem.value = error;
    }
  }

  function rekeyed(before: Values, mine: Values, theirs: Answer) {
    const own = { base: before, mine };
    return options.rekeyed?.({ ...own, theirs: options.toValues(theirs) }) ?? own;
  }

  function changedOf(fresh: Answer, stale: Problem | null): Changed {
    if (options.changedOf) return options.changedOf(fresh);
    const known = (stale?.extras ?? {}) as Partial<Changed>;
    const { updated_at, updated_by } = fresh as Partial<Changed>;
    return { updated_at: known.updated_at ?? updated_at ?? null, updated_by: known.updated_by ?? updated_by ?? null };
  }

  const element = shallowRef<HTMLElement | null>(null);

  async function focusFirstError(): Promise<void> {
    await nextTick();
    const find = (selector: string) => element.value?.querySelector<HTMLElement>(selector);
    const input = find('[aria-invalid="true"], [data-invalid] :is(input, select, textarea)');
    (input ?? find('[data-invalid] button') ?? find('[data-form-problem]'))?.focus();
  }

  function saveByKey(event: KeyboardEvent): void {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 's') return;
    const dialog = document.querySelector('dialog[open]');
    if (dialog && !dialog.contains(element.value)) return;
    event.preventDefault();
    if (element.value?.checkVisibility()) void save();
  }
  onMounted(() => document.addEventListener('keydown', saveByKey));
  onBeforeUnmount(() => document.removeEventListener('keydown', saveByKey));

  return {
    ...{
      read,
      record,
      base,
      values,
      isNew,
      mayWrite,
      isReady,
      isDirty,
      isSaving,
      isRight,
      isOutdated,
      problem,
      operation,
      merging,
      draft,
      element,
    },
    save,
    catchUp: () => catchUp(null),
    /** Throws away what was typed. */
    reset: () => {
      draft.drop();
      problem.value = null;
      merging.end();
      show(read.data.value ?? record.value);
    },
    labelOf: (path: Path) =>
      (options.labelOf ?? joined)(path.map((each) => (isLocale(each) ? LANGUAGE_NAMES[each] : each))),
  };
}

/** What `RecordForm.vue` shows of it. */
export type RecordFormOf<Values extends object> = Omit<
  ReturnType<typeof useRecordForm<Values, 'getAdminApp'>>,
  'read' | 'record' | 'merging'
> & {
  readonly read: {
    readonly isError: Readonly<Ref<boolean>>;
    readonly error: Readonly<Ref<unknown>>;
    readonly refetch: () => unknown;
  };
  readonly merging: Merging;
};

function joined(path: Path): string {
  return path.join(' › ');
}

/** `call` for an operation that only the screen knows. */
function send<Answer>(operation: OperationId, input: object): Promise<Answer> {
  return (call as (id: OperationId, given: never) => Promise<unknown>)(operation, input as never) as Promise<Answer>;
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/vue-query';
import { computed, toValue, type MaybeRefOrGetter } from 'vue';
import { can } from './can';
import { call } from './client';
import { OPERATIONS, type OperationId } from './operations';
import { Problem } from './problem';
import type { AnswerOf, InputOf } from './types';

interface ReadOptions {
  /** Nothing is asked while it is false. */
  readonly enabled?: MaybeRefOrGetter<boolean>;
  /** Asked again after so many milliseconds, while the page is visible. */
  readonly every?: MaybeRefOrGetter<number | false>;
}

/** Reads what an operation answers, again whenever its input changes or something was written. */
export function useRead<Id extends OperationId>(
  operationId: Id,
  input: MaybeRefOrGetter<InputOf<Id>>,
  options: ReadOptions = {},
) {
  return useQuery<AnswerOf<Id>, Problem>({
    queryKey: [operationId, computed(() => toValue(input))],
    queryFn: ({ signal }) => send(operationId, { ...toValue(input), signal }),
    // What is known to be refused is not asked: each refusal stands in the audit log.
    enabled: () => can(operationId) && (toValue(options.enabled) ?? true),
    refetchInterval: () => toValue(options.every) ?? false,
  });
}

/** Sends a change. After it, everything on the page is read again, but for a record that it has deleted. */
export function useWrite<Id extends OperationId>(operationId: Id) {
  const queries = useQueryClient();
  return useMutation<AnswerOf<Id>, Problem, InputOf<Id>>({
    mutationFn: (input) => send(operationId, input),
    onSuccess: (_, input) => {
      const gone = deletedBy(operationId, input);
      void queries.invalidateQueries({
        predicate: ({ queryKey: [read, of] }) =>
          gone === null || !(isOperation(read) && `${placeOf(read, of)}/`.startsWith(`${gone}/`)),
      });
    },
  });
}

/** The page still shows the record that it deletes, and would ask for it in vain. Null where nothing is deleted. */
function deletedBy(operationId: OperationId, input: object): string | null {
  const { method, path } = OPERATIONS[operationId];
  return method === 'DELETE' && path.endsWith('}') ? placeOf(operationId, input) : null;
}

/** Some of what is read comes from elsewhere, such as the outbox of development. */
function isOperation(name: unknown): name is OperationId {
  return typeof name === 'string' && Object.hasOwn(OPERATIONS, name);
}

function placeOf(operationId: OperationId, input: unknown): string {
  const values = (input as { path?: Readonly<Record<string, string>> | null } | undefined)?.path ?? {};
  return OPERATIONS[operationId].path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

/** `call` for an operation that only the caller of the caller knows. */
const send = call as <Id extends OperationId>(operationId: Id, input: InputOf<Id>) => Promise<AnswerOf<Id>>;

/** Whether a read that failed is tried again by itself. */
export function retries(failures: number, error: Error): boolean {
  return failures < 2 && error instanceof Problem && error.isPassing;
}

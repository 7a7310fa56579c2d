import type { OperationId } from '../api/operations';
import type { AnswerOf, InputOf } from '../api/types';
import type { Changed } from './form-merge';
import type { Path, RowKeys } from './merge';

interface FormVersion<Answer> {
  /** As it is called in the request. */
  readonly field: string;
  readonly of: (record: Answer) => number;
}

/** What most records are written with. */
export const LOCK_VERSION: FormVersion<unknown> = {
  field: 'lock_version',
  of: (record) => (record as { readonly lock_version: number }).lock_version,
};

export interface FormOptions<Values extends object, Read extends OperationId> {
  readonly read: Read;
  /** Reads the record where one request does not tell all of it; `read` is sent if absent. */
  readonly load?: (path: InputOf<Read>['path'], signal?: AbortSignal) => Promise<AnswerOf<Read>>;
  /** PATCH, or PUT of a draft; without it the form only shows. */
  readonly update: OperationId;
  /** Makes a record of what was typed; absent where there is always one. */
  readonly create?: OperationId;
  /** Of the record; null while there is none yet. */
  readonly path: () => InputOf<Read>['path'] | null;
  /** Of the operation that creates, such as the App. */
  readonly parent?: () => Readonly<Record<string, string>>;
  readonly toValues: (record: AnswerOf<Read>) => Values;
  /** What a form begins with that creates. */
  readonly empty?: () => Values;
  /** What is sent of the fields that changed, or of all for a new record; as they are if absent. */
  readonly toBody?: (fields: Partial<Values>, isNew: boolean) => object;
  /** By which lists are merged row by row. */
  readonly rowKeys?: RowKeys;
  /** Where rows have no names but what is in them: `base` and `mine` with the keys by which `theirs` has the same rows. */
  readonly rekeyed?: (versions: Record<'base' | 'mine' | 'theirs', Values>) => Record<'base' | 'mine', Values>;
  /** Who saved last, and when; what the record itself says if absent. */
  readonly changedOf?: (record: AnswerOf<Read>) => Changed;
  /** What a field is called in front of people. */
  readonly labelOf?: (path: Path) => string;
  /** After saving, with what the API answers. */
  readonly saved?: (record: AnswerOf<Read>, isNew: boolean) => void;
  /** What is said after it; `Saved` if absent. */
  readonly said?: (record: AnswerOf<Read>, isNew: boolean) => string;
  /** Which part of the record this is, where several forms write one: each keeps a draft of its own. */
  readonly part?: string;
  /** By which version the API knows what was read; the `lock_version` if absent, null where it takes none. */
  readonly version?: FormVersion<AnswerOf<Read>> | null;
  /** False while a field holds what is no value yet: nothing is saved then. */
  readonly isRight?: (values: Values) => boolean;
  /** Asks before it is sent. What it resolves to is sent too, such as a reason; null stops it. */
  readonly ask?: (values: Values, base: Values) => Promise<object | null>;
}

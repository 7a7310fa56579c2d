import type { OperationId } from '../api/operations';
import type { AnswerOf, InputOf } from '../api/types';
import type { Filter } from './list-query';

/** Operations that answer `items`. */
export type ListOperation = {
  [Id in OperationId]: AnswerOf<Id> extends { items: readonly object[] } ? Id : never;
}[OperationId];

export type RowOf<Id extends OperationId> =
  AnswerOf<Id> extends { items: readonly (infer Row extends object)[] } ? Row : never;

export type PathInput<Id extends OperationId> = InputOf<Id>['path'];

export interface Column<Row> {
  /** Also the name of its slot, `cell-<key>`. */
  readonly key: string;
  readonly label: string;
  /** The name by which the API sorts, where it does. */
  readonly sort?: string;
  /** What stands in the cell where there is no slot; the member of that name if absent. */
  readonly text?: (row: Row) => string | number | null;
  /** Shown only to those who choose it. */
  readonly hidden?: boolean;
  readonly align?: 'end';
}

interface Option {
  readonly value: string;
  readonly label: string;
}

export type FilterField = Filter & {
  readonly label: string;
  /** Of a `select` or an `id`. */
  readonly options?: readonly Option[];
  /** Of an `id`: looks for options, where there are more than these. */
  readonly search?: ((text: string) => void) | undefined;
};

/** What an action on many rows is about, taken before it is asked: nothing that changes meanwhile changes it. */
export interface Batch<Row = unknown, Path = unknown> {
  /** By their ids, as the list showed them: with the `lock_version` that somebody has seen. */
  readonly rows: ReadonlyMap<string, Row>;
  /** Of the list, such as the App that it is of. */
  readonly path: Path;
  readonly reason: string | null;
  /** Aborted once the list or the tenant is left: no further row is begun then. */
  readonly signal: AbortSignal;
}

export interface BulkAction<Row = unknown, Path = unknown> {
  readonly operation: OperationId;
  readonly label: string;
  readonly danger?: boolean;
  /** Asked before; `{n}` rows are selected. */
  readonly question?: (count: number) => string;
  /** What it means for them, below the question. */
  readonly text?: string;
  /** How many they are has to be typed first: for what cannot be undone, or shuts people out. */
  readonly typed?: boolean;
  /** What rows that stop the batch have in common: told instead of what the API says of any conflict. */
  readonly refused?: string;
  /** Whether a reason is asked for and sent in the body. */
  readonly takesReason?: boolean;
  /** Sends it some other way than `{ ids }` in the body. */
  readonly run?: (batch: Batch<Row, Path>) => Promise<unknown>;
}

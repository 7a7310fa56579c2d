import type { OperationId } from './operations';
import type { operations } from './schema';

type Of<Id extends OperationId> = operations[Id];

type PathOf<Id extends OperationId> = NonNullable<Of<Id>['parameters']['path']>;
type QueryOf<Id extends OperationId> = NonNullable<Of<Id>['parameters']['query']>;

/** The body of a request as JSON; forms with files go through `upload`. */
export type BodyOf<Id extends OperationId> =
  Of<Id> extends { requestBody?: { content: { 'application/json': infer Body } } } ? Body : never;

type Part<Name extends string, Value> = [Value] extends [never]
  ? { readonly [N in Name]?: undefined }
  : Partial<Value> extends Value
    ? { readonly [N in Name]?: Value }
    : { readonly [N in Name]: Value };

export type InputOf<Id extends OperationId> = Part<'path', PathOf<Id>> &
  Part<'query', QueryOf<Id>> &
  Part<'body', BodyOf<Id>> & {
    readonly headers?: Readonly<Record<string, string>>;
    /** Of what creates or publishes; made and kept for repetitions where none is given. */
    readonly idempotencyKey?: string;
    readonly signal?: AbortSignal;
  };

/** What stands in `data` of the answer. */
export type AnswerOf<Id extends OperationId> = {
  [Status in keyof Of<Id>['responses']]: Of<Id>['responses'][Status] extends {
    content: { 'application/json': { data: infer Data } };
  }
    ? Data
    : never;
}[keyof Of<Id>['responses']];

import {
  applyDecorators,
  HttpCode,
  Injectable,
  SetMetadata,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  type Type,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiExtraModels, ApiResponse, type ApiResponseOptions, getSchemaPath } from '@nestjs/swagger';
import { map, type Observable } from 'rxjs';
import type { ErrorDefinition } from '@libs/kernel';
import { CachedAnswer } from './cached-answer';

const ENVELOPED = 'appkernel:enveloped';
const RAISES = 'appkernel:raises';

/** An error class made by `errorsOf`, whatever its constructor takes. */
export interface ErrorClass {
  readonly definition: ErrorDefinition;
}

interface AnswerOptions {
  readonly status?: 200 | 201 | 202;
  readonly description?: string;
  readonly headers?: ApiResponseOptions['headers'];
  /** Whether `data` may be null instead. */
  readonly orNull?: true;
}

type Answered<Told> = Told | CachedAnswer | void;

/** Of a handler whose answer is the declared one, as the compiler checks, or its bytes, or that sends it by itself. */
type HandlerDecorator<Told> = <Handler extends (...given: never[]) => Answered<Told> | Promise<Answered<Told>>>(
  controller: object,
  name: string,
  handler: TypedPropertyDescriptor<Handler>,
) => void;

/** The success of a route. Its schema, or one of several, is wrapped in `data`, in the document as on the wire. */
export function Answers<
  const Types extends Type | readonly Type[],
  const Options extends AnswerOptions = Readonly<Record<never, never>>,
>(
  type: Types,
  options?: Options,
): HandlerDecorator<
  | (Types extends Type<infer Told> | readonly Type<infer Told>[] ? Told : never)
  | (Options extends { readonly orNull: true } ? null : never)
> {
  const { status = 200, description = 'Success', headers, orNull }: AnswerOptions = options ?? {};
  const types = [type].flat() as Type[];
  const references = [...types.map((one) => ({ $ref: getSchemaPath(one) })), ...(orNull ? [{ type: 'null' }] : [])];
  const [only] = references;
  const data = only && references.length === 1 ? only : { oneOf: references };
  return applyDecorators(
    HttpCode(status),
    SetMetadata(ENVELOPED, true),
    ApiExtraModels(...types),
    ApiResponse({
      status,
      description,
      headers,
      schema: { type: 'object', required: ['data'], properties: { data } },
    }),
  );
}

/** The success of a route whose body has no envelope, because a standard defines it. */
export function AnswersBare<Told>(
  type: Type<Told>,
  { description = 'Success', headers }: Omit<AnswerOptions, 'status'> = {},
): HandlerDecorator<Told> {
  return applyDecorators(HttpCode(200), ApiExtraModels(type), ApiResponse({ status: 200, description, headers, type }));
}

/** Declares the errors of a route, or of all routes of a controller, for the OpenAPI document. */
export function Raises(...errors: ErrorClass[]): ClassDecorator & MethodDecorator {
  return (target: object, _key?: string | symbol, descriptor?: PropertyDescriptor) => {
    const place = (descriptor?.value as object | undefined) ?? target;
    Reflect.defineMetadata(RAISES, [...raisedBy(place), ...errors], place);
  };
}

/** The errors that a controller or a handler declares. */
export function raisedBy(place: object): ErrorClass[] {
  return (Reflect.getOwnMetadata(RAISES, place) ?? []) as ErrorClass[];
}

/** Wraps the result of every handler in `{ "data": … }`, which cached bytes have already. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (!this.reflector.get<boolean>(ENVELOPED, context.getHandler())) return next.handle();
    return next.handle().pipe(map((data: unknown) => (data instanceof CachedAnswer ? data : { data })));
  }
}

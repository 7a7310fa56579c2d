import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  SetMetadata,
  type Type,
} from '@nestjs/common';
import { PARAMTYPES_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import { type FieldError, ValidationFailedError } from '@libs/kernel';
import type { Observable } from 'rxjs';
import { type ApiRequest, isReading } from '../request/request';
import { documentedFields, ValidationPipe } from './validation.pipe';

const NONE: ReadonlySet<string> = new Set();
const TAKES_QUERY = 'appkernel:takes-query';

/** A write whose query says as much as that of a read: the interceptor below looks at it, too. */
export function TakesQuery(): MethodDecorator {
  return SetMetadata(TAKES_QUERY, true);
}

/**
 * Refuses query parameters that a read does not have (422): a filter whose name is misspelt would otherwise list
 * everything. For surfaces of programs and consoles, whose URLs pass nothing that adds parameters of its own.
 */
@Injectable()
export class KnownParametersInterceptor implements NestInterceptor {
  private readonly pipe = new ValidationPipe();

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    const isChecked = isReading(request) || Reflect.hasMetadata(TAKES_QUERY, context.getHandler());
    if (isChecked && request.originalUrl.includes('?')) await this.check(request.query, queryOf(context));
    return next.handle();
  }

  /** Tells what else is wrong with the query at the same time. */
  private async check(query: ApiRequest['query'], type: Type | null): Promise<void> {
    const known = type ? documentedFields(type) : NONE;
    const unknown = Object.keys(query).filter((name) => !known.has(name));
    if (unknown.length === 0) return;
    const others = type ? await this.problemsOf(query, type) : [];
    throw new ValidationFailedError([
      ...unknown.map((field) => ({ field, code: 'unknown_parameter' })),
      ...others.filter(({ field }) => !unknown.includes(field)),
    ]);
  }

  private async problemsOf(query: ApiRequest['query'], metatype: Type): Promise<readonly FieldError[]> {
    try {
      await this.pipe.transform(query, { type: 'query', metatype });
      return [];
    } catch (error) {
      if (error instanceof ValidationFailedError) return error.fields;
      throw error;
    }
  }
}

/** The class of the handler's query; null if it takes none. */
function queryOf(context: ExecutionContext): Type | null {
  const controller = context.getClass();
  const { name } = context.getHandler();
  const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {}) as Record<
    string,
    { readonly index: number }
  >;
  const query = Object.entries(parameters).find(([key]) => key.startsWith(`${RouteParamtypes.QUERY}:`));
  if (!query) return null;
  const types = Reflect.getMetadata(PARAMTYPES_METADATA, controller.prototype as object, name) as readonly Type[];
  return types[query[1].index] ?? null;
}

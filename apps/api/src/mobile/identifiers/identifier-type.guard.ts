import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { LoginIdentifierType } from '@libs/iam';
import { ResourceNotFoundError } from '@libs/kernel';
import type { ApiRequest } from '../../http/request/request';

/** The types of identifiers, as the path names them. */
export const IDENTIFIER_TYPES = ['email', 'mobile'] as const satisfies LoginIdentifierType[];

const KNOWN: readonly unknown[] = IDENTIFIER_TYPES;

/** Checks the path before the body is validated. */
@Injectable()
export class IdentifierTypeGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { type } = context.switchToHttp().getRequest<ApiRequest>().params;
    if (!KNOWN.includes(type)) throw new ResourceNotFoundError();
    return true;
  }
}

import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { LOGIN_IDENTIFIER_TYPES } from '@libs/iam';
import { ResourceNotFoundError } from '@libs/kernel';
import type { ApiRequest } from '../../http/request/request';

const KNOWN: readonly unknown[] = LOGIN_IDENTIFIER_TYPES;

/** Checks the path before the body is validated. */
@Injectable()
export class IdentifierTypeGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { type } = context.switchToHttp().getRequest<ApiRequest>().params;
    if (!KNOWN.includes(type)) throw new ResourceNotFoundError();
    return true;
  }
}

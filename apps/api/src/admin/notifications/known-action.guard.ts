import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { ResourceNotFoundError } from '@libs/kernel';
import type { ApiRequest } from '../../http/request/request';

/** What a path may end in. */
export const MESSAGE_ACTIONS = ['publish', 'unschedule', 'cancel'] as const;
export type MessageActionName = (typeof MESSAGE_ACTIONS)[number];

/** Finds nothing where the path names an unknown action, before the body is looked at. */
@Injectable()
export class KnownActionGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { action } = context.switchToHttp().getRequest<ApiRequest>().params;
    if (!MESSAGE_ACTIONS.some((known) => known === action)) throw new ResourceNotFoundError();
    return true;
  }
}

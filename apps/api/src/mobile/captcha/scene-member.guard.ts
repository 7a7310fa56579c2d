import { createParamDecorator, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { CaptchaScene } from '@libs/apps';
import type { MemberSession } from '@libs/iam';
import { MemberGuard } from '../../auth/member.guard';
import type { ApiRequest } from '../../http/request/request';

const SCENES_OF_MEMBERS: ReadonlySet<unknown> = new Set<CaptchaScene>(['identifier_verify', 'step_up']);

/**
 * Requires the bearer in the scenes that need one, and ignores it in the others. Reads the body before it is validated,
 * since a missing bearer is reported before invalid fields.
 */
@Injectable()
export class SceneMemberGuard implements CanActivate {
  constructor(private readonly members: MemberGuard) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { body } = context.switchToHttp().getRequest<{ body?: { scene?: unknown } | null }>();
    return SCENES_OF_MEMBERS.has(body?.scene) ? this.members.canActivate(context) : true;
  }
}

/** The member in the scenes that need one; null in the others. */
export const SceneMember = createParamDecorator(
  (_: unknown, context: ExecutionContext): MemberSession | null =>
    context.switchToHttp().getRequest<ApiRequest>().member ?? null,
);

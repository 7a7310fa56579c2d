import type { ExecutionContext } from '@nestjs/common';
import { InvalidTokenError } from '@libs/iam';
import { DependencyUnavailableError } from '@libs/kernel';
import { MemberGuard } from './member.guard';

describe('MemberGuard', () => {
  const context = {} as ExecutionContext;

  it('takes a token without a live session for invalid', () => {
    expect(() => new MemberGuard().handleRequest(null, false, undefined, context)).toThrow(InvalidTokenError);
  });

  it.each([new DependencyUnavailableError(), new TypeError('a mistake of ours')])(
    'does not take a failure of its own for an invalid token: %s',
    (failure) => {
      expect(() => new MemberGuard().handleRequest(failure, false, undefined, context)).toThrow(failure);
    },
  );
});

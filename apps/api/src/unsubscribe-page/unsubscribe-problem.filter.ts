import { Catch } from '@nestjs/common';
import type { DomainError } from '@libs/kernel';
import { UnsubscribeLinkInvalidError } from '@libs/notifications';
import { type ProblemAnswer, problemAnswer, ProblemFilter } from '../http/answers/problem.filter';
import type { ApiRequest } from '../http/request/request';
import { PAGE_HEADERS } from '../password-pages/layout';
import { refusalPage } from './unsubscribe-pages';

/** Answers errors with pages, under the status that the api has for them. */
@Catch()
export class UnsubscribeProblemFilter extends ProblemFilter {
  protected override answerTo(error: DomainError, request: ApiRequest): ProblemAnswer {
    const { status, headers } = problemAnswer(error, request);
    const isDead = error instanceof UnsubscribeLinkInvalidError;
    // Opening a dead link finds nothing; sending its form is a refused request.
    const isLooking = request.method === 'GET' || request.method === 'HEAD';
    return {
      status: isDead && isLooking ? 404 : status,
      headers: new Map([...headers, ...PAGE_HEADERS]),
      body: refusalPage(request.locale, error, request.id, isDead),
    };
  }
}

import { Injectable } from '@nestjs/common';
import { Transactions } from '@libs/kernel';
import { checkAnswer } from '../domain/answer';
import { COOLDOWN } from '../domain/captcha-limits';
import type { CaptchaProof } from '../domain/captcha-proof';
import type { CaptchaScope } from '../domain/captcha-scope';
import { CaptchaCooldownError, CaptchaInvalidError, CaptchaRequiredError } from '../domain/captcha.errors';
import { SpentProof } from '../domain/spent-proof';
import { CaptchaCounters } from '../infrastructure/captcha-counters';
import { ChallengeStore } from '../infrastructure/challenge-store';
import { ScopeKeys } from '../infrastructure/scope-keys';
import { orUnavailable } from './unavailable';

type ProofVerdict = 'right' | 'wrong' | 'cooling';

/** Judges the proofs of requests for SMS. */
@Injectable()
export class CaptchaProofsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly counters: CaptchaCounters,
    private readonly store: ChallengeStore,
    private readonly keys: ScopeKeys,
  ) {}

  /**
   * Uses a proof up, before anything else is done for its request. To be called outside a transaction: the challenge
   * stays used and the failure counted whatever becomes of the request. Of several concurrent calls one passes.
   *
   * @param scope of the request as it is now, made by the same rules as that of the challenge.
   * @param proof in the documented form; null if the request has none.
   * @returns the permission to send the message.
   * @throws CaptchaRequiredError, CaptchaCooldownError, CaptchaInvalidError for anything wrong,
   * CaptchaUnavailableError.
   */
  async consume(scope: CaptchaScope, proof: CaptchaProof | null): Promise<SpentProof> {
    if (proof === null) throw new CaptchaRequiredError();
    const verdict = await orUnavailable(() => this.judge(scope, proof));
    if (verdict === 'cooling') throw new CaptchaCooldownError({ retryAfterSeconds: COOLDOWN.seconds });
    if (verdict === 'wrong') throw new CaptchaInvalidError();
    return SpentProof.of(scope);
  }

  /**
   * One transaction, in which the proofs of an installation are judged one after the other, so that none escapes the
   * count.
   */
  private judge(scope: CaptchaScope, proof: CaptchaProof): Promise<ProofVerdict> {
    return this.transactions.run(scope.tenantId, async () => {
      if (await this.counters.lockForProof(scope)) return 'cooling';
      const taken = await this.store.take(scope, proof);
      if (taken && this.keys.isSame(scope, taken.scope) && checkAnswer(taken.answer, proof.response)) return 'right';
      await this.counters.recordFailure(scope);
      return 'wrong';
    });
  }
}

import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { newId, RateLimitedError, type SupportedLocale, Transactions } from '@libs/kernel';
import { type CaptchaChoice, chooseKind } from '../domain/captcha';
import { CHALLENGE_SECONDS } from '../domain/captcha-limits';
import type { CaptchaScope } from '../domain/captcha-scope';
import { type CaptchaPuzzle, ChallengeRenderer } from '../domain/challenge-renderer';
import { Random } from '../domain/random';
import { CaptchaCounters } from '../infrastructure/captcha-counters';
import { ChallengeStore } from '../infrastructure/challenge-store';
import { TEXTS } from '../locales/texts';
import { orUnavailable } from './unavailable';

const TOKEN_BYTES = 32;

/** A challenge as its client receives it. Neither the token nor the pictures are stored or logged. */
export interface IssuedChallenge {
  readonly id: string;
  readonly token: string;
  readonly expiresInSeconds: number;
  readonly puzzle: CaptchaPuzzle;
  readonly instruction: string;
}

@Injectable()
export class CaptchaChallengesService {
  private readonly random = new Random();

  constructor(
    private readonly transactions: Transactions,
    private readonly counters: CaptchaCounters,
    private readonly renderer: ChallengeRenderer,
    private readonly store: ChallengeStore,
  ) {}

  /**
   * Draws a challenge for one SMS request.
   *
   * @throws RateLimitedError, CaptchaUnavailableError.
   */
  async issue(scope: CaptchaScope, choice: CaptchaChoice, locale: SupportedLocale): Promise<IssuedChallenge> {
    const claim = await orUnavailable(() => this.counters.claimIssue(scope));
    if (!claim.granted) throw new RateLimitedError({ retryAfterSeconds: claim.retryAfterSeconds });
    const kind = chooseKind(choice, locale, claim.recentFailures, this.random);
    return orUnavailable(async () => {
      const { puzzle, answer } = await this.renderer.render(kind);
      const challenge = { id: newId(), token: randomBytes(TOKEN_BYTES).toString('base64url') };
      await this.transactions.run(scope.tenantId, async () => {
        await this.counters.lockInstallation(scope);
        await this.store.add({ ...challenge, scope, kind, answer });
      });
      const instruction = TEXTS[locale].instructions[puzzle.type];
      return { ...challenge, expiresInSeconds: CHALLENGE_SECONDS, puzzle, instruction };
    });
  }
}

import type { PushFailure } from '../../../domain/push/push-provider';
import type { AccessToken, TokenSource } from '../push-access-tokens';
import type { PushAccount } from '../push-account';
import { configuration, unanswered } from './push-answers';

/** An account's access to a provider that gives tokens for it. */
export class ProviderAccess {
  /** @param staleReason why nothing is accepted where a new token is no better. */
  constructor(
    private readonly account: PushAccount,
    private readonly source: Pick<TokenSource, 'kind' | 'obtain'>,
    private readonly staleReason: string,
  ) {}

  /** @param refused the version of a token that is stale. */
  token(refused: number | null = null): Promise<AccessToken | PushFailure> {
    const { scope, provider, credentialsHash, means } = this.account;
    return means.tokens.current({ ...this.source, scope, provider, credentialsHash }, refused);
  }

  /** Asks once more with another token, if this one is stale. To get no answer is a failure, too. */
  async request<T>(token: AccessToken, ask: (token: AccessToken) => Promise<T | 'stale'>): Promise<T | PushFailure> {
    const answer = await ask(token).catch(unanswered);
    if (answer !== 'stale') return answer;
    const renewed = await this.token(token.version);
    if ('kind' in renewed) return renewed;
    const again = await ask(renewed).catch(unanswered);
    return again === 'stale' ? configuration(this.staleReason) : again;
  }
}

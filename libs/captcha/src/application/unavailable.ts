import { DomainError } from '@libs/kernel';
import { CaptchaUnavailableError } from '../domain/captcha.errors';

/**
 * Does what the CAPTCHA depends on. Whatever fails there, nobody gets past: no challenge, no proof, no SMS.
 *
 * @throws CaptchaUnavailableError with the failure as its cause.
 */
export async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // What failed is told by the innermost, and how long it may take by the one around it.
    const { retryAfterSeconds, cause } = error instanceof DomainError ? error : {};
    throw new CaptchaUnavailableError({
      cause: cause ?? error,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    });
  }
}

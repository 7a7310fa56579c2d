import { DomainError } from '@libs/kernel';
import { CaptchaUnavailableError } from '../domain/captcha.errors';

/**
 * Runs a step that the CAPTCHA depends on. If it fails, the CAPTCHA fails closed: no challenge, no proof, no SMS.
 *
 * @throws CaptchaUnavailableError with the failure as its cause.
 */
export async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // The innermost error tells what failed, the one around it how long it may take.
    const { retryAfterSeconds, cause } = error instanceof DomainError ? error : {};
    throw new CaptchaUnavailableError({
      cause: cause ?? error,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    });
  }
}

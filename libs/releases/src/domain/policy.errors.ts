import { domainError } from '@libs/kernel';
import { TEXTS } from '../locales/texts';

export class ReleasePolicyUnavailableError extends domainError(
  'unavailable',
  'RELEASES.POLICY.UNAVAILABLE',
  'No release policy',
  TEXTS,
) {}

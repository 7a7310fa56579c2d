import { error } from '../locales/texts';

export class ReleasePolicyUnavailableError extends error(
  'unavailable',
  'RELEASES.POLICY.UNAVAILABLE',
  'No release policy',
) {}

import type { components } from '../api/schema';

/** How the state of the scan of a file looks; its name is `parts.scan.<state>`. */
export const SCAN_TONES = {
  clean: 'success',
  pending: 'warning',
  failed: 'danger',
  infected: 'danger',
} as const satisfies Record<components['schemas']['FileScanStatus'], string>;

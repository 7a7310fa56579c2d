import type { components } from '../../api/schema';

export const PURPOSES = [
  'app_icon',
  'onboarding_image',
  'content_image',
  'release_package',
  'attachment',
] as const satisfies readonly components['schemas']['FilePurpose'][];

export const SCAN_STATUSES = [
  'pending',
  'clean',
  'infected',
  'failed',
] as const satisfies readonly components['schemas']['FileScanStatus'][];

/** Said in full by the sentence of the code: the words of the scanner would only repeat it. */
export const UNDETAILED: readonly components['schemas']['FileScanCode'][] = ['built_in_checks', 'nothing_found'];

/** What the dialog of the browser offers; what a file is, the server finds out by itself. */
export const ACCEPTED: Readonly<Record<(typeof PURPOSES)[number], string | undefined>> = {
  app_icon: 'image/*',
  onboarding_image: 'image/*',
  content_image: 'image/*',
  release_package: '.apk,.ipa,.wgt,.hap,.zip',
  attachment: undefined,
};

/** While a scanner works. */
export const POLL_MS = 3_000;

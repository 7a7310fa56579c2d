import { acceptLegalDocument, type Answer, getContext, type getPublicConfig } from '@appkernel/sdk';
import { acceptedHashes, keepAccepted } from './accepted';
import { client } from './client';

export type PublicConfig = Answer<typeof getPublicConfig>;

const SEEN = 'example.onboarding';

/** The documents that nobody has accepted on this device in the revision that holds now. */
export function unaccepted({ legal }: PublicConfig): PublicConfig['legal'] {
  const accepted = acceptedHashes();
  return legal.filter(({ revision_hash }) => !accepted.includes(revision_hash));
}

/** Kept on the device: before a sign-in there is nobody to record it for. */
export function accept({ legal }: PublicConfig): void {
  keepAccepted(legal.map(({ revision_hash }) => revision_hash));
}

/** Records with the api what was accepted on this device, for whoever is signed in. */
export async function recordConsents(): Promise<void> {
  const accepted = acceptedHashes();
  const { legal_outstanding: outstanding } = await getContext(client);
  for (const body of outstanding) {
    if (accepted.includes(body.revision_hash)) await acceptLegalDocument(client, { body });
  }
}

/** The same for a registration, which takes them with it. */
export function consentsOf({ legal }: PublicConfig) {
  const accepted = acceptedHashes();
  return legal
    .filter(({ revision_hash }) => accepted.includes(revision_hash))
    .map(({ document_type, revision_hash }) => ({ document_type, revision_hash }));
}

/** Slides are shown once in each version. */
export function hasSeen({ onboarding }: PublicConfig): boolean {
  return (
    !onboarding.enabled || onboarding.slides.length === 0 || Number(uni.getStorageSync(SEEN)) >= onboarding.version
  );
}

export function markSeen({ onboarding }: PublicConfig): void {
  uni.setStorageSync(SEEN, onboarding.version);
}

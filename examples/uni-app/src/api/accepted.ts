const ACCEPTED = 'example.accepted';

/** The hashes of the revisions that were accepted on this device by whoever uses it now. */
export function acceptedHashes(): readonly string[] {
  return (uni.getStorageSync(ACCEPTED) || []) as readonly string[];
}

export function keepAccepted(hashes: readonly string[]): void {
  uni.setStorageSync(ACCEPTED, hashes);
}

export function forgetAccepted(): void {
  uni.removeStorageSync(ACCEPTED);
}

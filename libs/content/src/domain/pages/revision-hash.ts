import type { LocalizedText } from '@libs/kernel';
import { contentHash } from '../texts/content-hash';
import type { BodyFormat } from '../texts/rich-text';

/**
 * The hashed content of a revision. The keys are those of the wire, so that anyone can compute the hash from an answer.
 */
export interface HashedRevision {
  readonly key: string;
  readonly revision: number;
  readonly title: LocalizedText;
  readonly body: LocalizedText;
  readonly body_format: BodyFormat;
  /** ISO 8601 UTC with milliseconds, or null. */
  readonly effective_at: string | null;
}

/** SHA-256, in lower-case hex, of the canonical JSON (RFC 8785). */
export function revisionHash({ key, revision, title, body, body_format, effective_at }: HashedRevision): string {
  return contentHash({ key, revision, title, body, body_format, effective_at });
}

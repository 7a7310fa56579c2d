import type { SpentProof } from '@libs/captcha';

/** Where a code may be sent: to any email address, but to a number only with the CAPTCHA proof that was spent on it. */
export type OtpDestination = { readonly type: 'email'; readonly value: string } | ProvenNumber;

export interface ProvenNumber {
  readonly type: 'mobile';
  /** E.164. */
  readonly value: string;
  readonly proof: SpentProof;
}

/** The number that the proof was solved for, the only one to which it permits a code. */
export function provenNumber(proof: SpentProof): ProvenNumber {
  return { type: 'mobile', value: proof.mobile, proof };
}

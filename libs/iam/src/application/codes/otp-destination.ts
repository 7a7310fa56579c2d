import type { SpentProof } from '@libs/captcha';

/** Where a code may be sent: to an address of email as it is, to a number only with the proof that was used up for it. */
export type OtpDestination = { readonly type: 'email'; readonly value: string } | ProvenNumber;

export interface ProvenNumber {
  readonly type: 'mobile';
  /** E.164. */
  readonly value: string;
  readonly proof: SpentProof;
}

/** The number that the proof was solved for, which is the only one that it permits a code to. */
export function provenNumber(proof: SpentProof): ProvenNumber {
  return { type: 'mobile', value: proof.mobile, proof };
}

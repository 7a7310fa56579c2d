/** The acts that require a fresh proof that the owner of the account is present. */
export const STEP_UP_PURPOSES = [
  'password_set',
  'identifier_add',
  'identifier_remove',
  'account_delete',
  'data_export',
] as const;
export type StepUpPurpose = (typeof STEP_UP_PURPOSES)[number];

/** The one act that a proof permits. */
export interface StepUpAct {
  readonly purpose: StepUpPurpose;
  /** The id of the resource, in lower case; the user's own id if that is the account. */
  readonly resource: string;
}

export const STEP_UP_TOKEN_SECONDS = 300;

/** How long one step-up permits further codes to the identifier that received the first one, in the same session. */
export const ADDITION_SECONDS = 900;

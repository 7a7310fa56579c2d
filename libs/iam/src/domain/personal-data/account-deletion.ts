/** How long the owner can return before the account is erased. */
export const DELETION_GRACE_DAYS = 15;

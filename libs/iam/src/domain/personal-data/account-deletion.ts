/** How long the owner of an account can come back before it is erased. */
export const DELETION_GRACE_DAYS = 15;

/** Sets what a device has that no message is pushed to. */
export const WITHOUT_PUSH = 'push_provider = NULL, push_token = NULL, push_enabled = false, push_registered_at = NULL';

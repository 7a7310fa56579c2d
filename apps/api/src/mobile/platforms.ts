/** The platforms of the clients of Apps. */
export const MOBILE_PLATFORMS = ['android', 'ios', 'harmony'] as const;

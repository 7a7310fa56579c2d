/** The platforms of the clients of Apps. */
export const PLATFORMS = ['android', 'ios', 'harmony'] as const;

/** What the clients of Apps run on. */
export const PLATFORMS = ['android', 'ios', 'harmony'] as const;

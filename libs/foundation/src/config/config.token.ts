/** The injection token of the configuration, which is no class. */
export const CONFIG = Symbol('Config');

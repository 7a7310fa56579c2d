/** The version of the interface description, as /docs/openapi.json carries it. */
export const VERSION = '0.1.0';

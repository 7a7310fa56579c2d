/** The groups of the OpenAPI document, in its order. A controller belongs to one of them. */
export const TAGS = {
  Health: 'Whether the service runs and is ready',
  Configuration: 'What an App reads before anybody signs in',
  Pages: 'Legal documents and single pages',
  Regions: 'Countries and their divisions',
  Registration: 'Registering by email',
  'Sign-in': 'Tokens for a registered member',
  Session: 'The session of a signed-in member',
  Keys: 'The keys that verify access tokens',
} as const;

export type Tag = keyof typeof TAGS;

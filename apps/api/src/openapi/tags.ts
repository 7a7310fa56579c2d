/** The groups of the OpenAPI document, in its order. A controller belongs to one of them. */
export const TAGS = {
  Health: 'Whether the service runs and is ready',
  Configuration: 'What an App reads before anybody signs in',
  Pages: 'Legal documents and single pages',
  Regions: 'Countries and their divisions',
  Registration: 'Registering by email',
  'Sign-in': 'Tokens for a registered member',
  Session: 'The session of a signed-in member',
  'Admin sign-in': 'Tokens for administrators, invitations and forgotten passwords',
  'Admin account': 'What administrators do about themselves',
  Tenants: 'Tenants of the platform',
  Users: 'Users of a tenant and their invitations',
  Roles: 'Roles and the catalogue of permissions',
  Apps: 'Apps and their onboarding',
  Members: 'The members of an App',
  Content: 'Pages and legal documents of an App',
  Releases: 'Versions of an App for its clients to upgrade to',
  Files: 'Uploaded images, packages and attachments',
  Audit: 'The record of what administrators do',
  Keys: 'The keys that verify access tokens',
} as const;

export type Tag = keyof typeof TAGS;

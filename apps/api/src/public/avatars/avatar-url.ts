/** The URL of the picture of a user. Anybody who has been given it can load the picture. */
export function avatarUrl(publicBaseUrl: string, token: string | null): string | null {
  return token === null ? null : `${publicBaseUrl}/api/v1/public/avatars/${token}`;
}

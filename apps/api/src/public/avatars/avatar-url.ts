/** Where anybody who has been given it loads the picture of a user. */
export function avatarUrl(publicBaseUrl: string, token: string | null): string | null {
  return token === null ? null : `${publicBaseUrl}/api/v1/public/avatars/${token}`;
}

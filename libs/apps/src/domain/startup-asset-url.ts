/** Where clients load an App's icon or onboarding image. It names the App, since an image request sends no headers. */
export function startupAssetUrl(publicBaseUrl: string, appId: string, fileId: string): string {
  return `${publicBaseUrl}/api/v1/public/startup-assets/${fileId}?app_id=${appId}`;
}

/** Where readers load a cover or a picture of a text. It names the App, since an image request sends no headers. */
export function contentImageUrl(publicBaseUrl: string, appId: string, fileId: string): string {
  return `${publicBaseUrl}/api/v1/public/content-images/${fileId}?app_id=${appId}`;
}

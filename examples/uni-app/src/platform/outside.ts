/** Leaves the App for an address: a page, a file, a store. */
export function openOutside(url: string): void {
  // #ifdef APP-PLUS
  plus.runtime.openURL(url);
  // #endif
  // #ifdef H5
  window.open(url, '_blank', 'noopener');
  // #endif
}

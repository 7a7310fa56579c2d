/** Lets the browser load a file by a link of the API, which answers with an attachment: the page stays. */
export function downloadBy(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.rel = 'noopener noreferrer';
  link.download = '';
  link.click();
}

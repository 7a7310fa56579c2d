/** Markdown as a banner has it: the words alone, in one line. */
export function plainText(markdown: string): string {
  return markdown
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^\s*(?:#{1,6}|>|[-*+]|\d+\.)\s+/gm, '')
    .replaceAll(/(\*\*|__|~~|`+)(.+?)\1/g, '$2')
    .replaceAll(/(?<!\w)([*_])(?=\S)(.+?)\1(?!\w)/g, '$2')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Markup of a text that is none. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** What a provider shows. */
export interface ShownText {
  readonly title: string;
  readonly body: string;
  /** The App asks for what is left out of it. */
  readonly action: string;
}

const ELLIPSIS = '…';
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A text of at most so many UTF-16 units, cut between what people take for characters. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const places = placesOf(text, max - ELLIPSIS.length);
  return cutAt(text, places[places.length - 1] ?? 0);
}

/**
 * The text as a whole message takes it: of the body as much as fits, else without its action and with as much of the title.
 *
 * @param fits whether a message with such texts is within the limit.
 * @param max of UTF-16 units, more than which never fit. @returns null if there is nothing left to cut.
 */
export function fittedText(text: ShownText, max: number, fits: (text: ShownText) => boolean): ShownText | null {
  if (fits(text)) return text;
  const body = longest(text.body, max, (cut) => fits({ ...text, body: cut }));
  if (body !== null) return { ...text, body };
  const bare = { ...text, body: '', action: '' };
  const title = longest(text.title, max, (cut) => fits({ ...bare, title: cut }));
  return title === null ? null : { ...bare, title };
}

function longest(text: string, max: number, fits: (cut: string) => boolean): string | null {
  if (!fits('')) return null;
  if (fits(text)) return text;
  const places = [0, ...placesOf(text, max)];
  let [low, high] = [0, places.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(cutAt(text, places[middle] ?? 0))) low = middle;
    else high = middle - 1;
  }
  const cut = cutAt(text, places[low] ?? 0);
  return fits(cut) ? cut : '';
}

/** Where the characters end that are within the first units. */
function placesOf(text: string, units: number): number[] {
  const places: number[] = [];
  // One unit more tells whether the last character is whole.
  for (const { index, segment } of segmenter.segment(text.slice(0, units + 1))) {
    const end = index + segment.length;
    if (end <= units) places.push(end);
  }
  return places;
}

function cutAt(text: string, place: number): string {
  return text.slice(0, place).trimEnd() + ELLIPSIS;
}

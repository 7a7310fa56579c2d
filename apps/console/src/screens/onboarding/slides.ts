import type { components } from '../../api/schema';
import { newKey } from '../../api/new-key';
import { LOCALES, type Locale } from '../../locale';
import { isEqual } from '../../parts/equality';
import { markOf, type LocalizedText } from '../../parts/localized';

type Schemas = components['schemas'];
export type App = Schemas['AdminAppResponse'];

export const MOST_SLIDES = 10;

/** One picture with its texts. Its key tells it apart while it is moved, changed and merged. */
export interface Slide {
  readonly key: string;
  readonly image_file_id: string | null;
  readonly title: LocalizedText;
  readonly description: LocalizedText;
}

export interface Onboarding {
  enabled: boolean;
  slides: Slide[];
}

export const NO_ONBOARDING: Onboarding = { enabled: true, slides: [] };

/** The API gives slides no names: they are told apart by their pictures, and by their place where two have the same. */
export function keyed(slides: readonly Schemas['AdminAppOnboardingSlideResponse'][]): Slide[] {
  const seen = new Map<string, number>();
  return slides.map(({ image_file_id, title, description }) => {
    const before = seen.get(image_file_id) ?? 0;
    seen.set(image_file_id, before + 1);
    return { key: before === 0 ? image_file_id : `${image_file_id}#${before}`, image_file_id, title, description };
  });
}

type Versions = Record<'base' | 'mine' | 'theirs', Onboarding>;

/**
 * A slide that got another picture has another key, too: its title tells that it is the same one.
 *
 * @returns the keys of `base` that are others in `theirs`, with those.
 */
export function newKeysOf({ base, mine, theirs }: Versions): ReadonlyMap<string, string> {
  const known = [...base.slides, ...mine.slides];
  const come = theirs.slides.filter(({ key }) => known.every((slide) => slide.key !== key));
  const gone = base.slides.filter(({ key }) => theirs.slides.every((slide) => slide.key !== key));
  const keys = new Map<string, string>();
  for (const { key, title } of gone) {
    const at = come.findIndex((slide) => isEqual(slide.title, title));
    const [same] = at < 0 ? [] : come.splice(at, 1);
    if (same) keys.set(key, same.key);
  }
  return keys;
}

export function withKeys({ enabled, slides }: Onboarding, keys: ReadonlyMap<string, string>): Onboarding {
  return { enabled, slides: slides.map((slide) => ({ ...slide, key: keys.get(slide.key) ?? slide.key })) };
}

/** What is out, or a revision. What was never published begins enabled: nobody publishes for nobody to see it. */
export function onboardingOf(published: {
  readonly published_version?: number;
  readonly enabled: boolean;
  readonly slides: readonly Schemas['AdminAppOnboardingSlideResponse'][];
}): Onboarding {
  const isFirst = published.published_version === 0;
  return { enabled: isFirst || published.enabled, slides: keyed(published.slides) };
}

export function newSlide(image_file_id: string | null): Slide {
  return { key: newKey(), image_file_id, title: {}, description: {} };
}

/** What is published of it. A slide without a picture is sent as it is: the API says what it lacks. */
export function publicationOf({ enabled, slides }: Onboarding): object {
  return {
    enabled,
    slides: slides.map(({ image_file_id, title, description }) => ({ image_file_id, title, description })),
  };
}

export type SlideChange =
  | { readonly kind: 'added' | 'removed'; readonly slide: Slide; readonly place: number }
  | {
      readonly kind: 'changed';
      readonly before: Slide;
      readonly slide: Slide;
      readonly place: number;
      /** Its place before, where it was moved. */
      readonly from: number | null;
      readonly image: boolean;
      readonly texts: readonly { readonly field: 'title' | 'description'; readonly locale: Locale }[];
    };

/** What becomes of each slide, in the order of what comes, with what goes at its end. Slides that stay as they are are left out. */
export function changesOf(before: readonly Slide[], after: readonly Slide[]): SlideChange[] {
  const places = new Map(before.map(({ key }, place) => [key, place]));
  const stayed = new Set(rising(after.flatMap(({ key }) => places.get(key) ?? [])));
  const changes = after.flatMap((slide, place): SlideChange[] => {
    const from = places.get(slide.key);
    const old = from === undefined ? undefined : before[from];
    if (from === undefined || !old) return [{ kind: 'added', slide, place }];
    const isMoved = !stayed.has(from);
    const image = old.image_file_id !== slide.image_file_id;
    const texts = textsOf(old, slide);
    if (!isMoved && !image && texts.length === 0) return [];
    return [{ kind: 'changed', before: old, slide, place, from: isMoved ? from : null, image, texts }];
  });
  const keys = new Set(after.map(({ key }) => key));
  const gone = before.flatMap((slide, place): SlideChange[] =>
    keys.has(slide.key) ? [] : [{ kind: 'removed', slide, place }],
  );
  return [...changes, ...gone];
}

/** The most places that follow each other as they did before: the others were moved. */
function rising(places: readonly number[]): number[] {
  const best: number[][] = [];
  for (const place of places) {
    const shorter = best.filter((run) => (run.at(-1) ?? 0) < place);
    const longest = shorter.reduce<number[]>((one, other) => (other.length > one.length ? other : one), []);
    best.push([...longest, place]);
  }
  return best.reduce<number[]>((one, other) => (other.length > one.length ? other : one), []);
}

function textsOf(before: Slide, after: Slide) {
  return (['title', 'description'] as const).flatMap((field) =>
    LOCALES.filter((locale) => !isEqual(before[field][locale], after[field][locale])).map((locale) => ({
      field,
      locale,
    })),
  );
}

/** Languages of the App in which phones get the texts of another, with how many slides. */
export function fallbacksOf(
  slides: readonly Slide[],
  { supported_locales, default_locale }: Pick<App, 'supported_locales' | 'default_locale'>,
): { readonly locale: Locale; readonly count: number }[] {
  return supported_locales
    .map((locale) => ({
      locale,
      count: slides.filter(({ title, description }) =>
        [title, description].some((text) => markOf(text, locale, default_locale) !== 'own'),
      ).length,
    }))
    .filter(({ count }) => count > 0);
}

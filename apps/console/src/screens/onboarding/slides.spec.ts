import { merge } from '../../parts/merge';
import {
  changesOf,
  fallbacksOf,
  keyed,
  newKeysOf,
  newSlide,
  onboardingOf,
  publicationOf,
  withKeys,
  type Slide,
} from './slides';

const slide = (key: string, title = key): Slide => ({
  key,
  image_file_id: key,
  title: { 'en-US': title },
  description: { 'en-US': 'About' },
});
const [a, b, c] = [slide('a'), slide('b'), slide('c')];

describe('keyed', () => {
  it('tells slides apart that have the same picture', () => {
    const rows = ['x', 'y', 'x', 'x'].map((image_file_id) => ({ image_file_id, title: {}, description: {} }));
    expect(keyed(rows).map(({ key }) => key)).toEqual(['x', 'y', 'x#1', 'x#2']);
  });
});

describe('onboardingOf', () => {
  it('is enabled before the first publication, and as published after it', () => {
    expect(onboardingOf({ published_version: 0, enabled: false, slides: [] })).toEqual({ enabled: true, slides: [] });
    expect(onboardingOf({ published_version: 1, enabled: false, slides: [] }).enabled).toBe(false);
  });
});

describe('Two changes of one onboarding', () => {
  const of = (...slides: Slide[]) => ({ enabled: true, slides });
  /** As it is published, and read again: the key is the picture. */
  const pictured = (one: Slide, image: string): Slide => ({ ...one, key: image, image_file_id: image });
  const merged = (base: Slide[], mine: Slide[], theirs: Slide[]) => {
    const versions = { base: of(...base), mine: of(...mine), theirs: of(...theirs) };
    const keys = newKeysOf(versions);
    const own = { base: withKeys(versions.base, keys), mine: withKeys(versions.mine, keys) };
    return merge({ ...own, theirs: versions.theirs }, { slides: 'key' });
  };

  it('are about the same slide where one of them gave it another picture', () => {
    const mended = { ...a, description: { 'en-US': 'Mine' } };
    const { value, conflicts } = merged([a, b], [mended, b], [pictured(a, 'z'), b]);
    expect(conflicts).toEqual([]);
    expect(value.slides).toEqual([{ ...mended, key: 'z', image_file_id: 'z' }, b]);
  });

  it('are about its picture where both gave it another', () => {
    const { conflicts } = merged([a, b], [{ ...a, image_file_id: 'y' }, b], [pictured(a, 'z'), b]);
    expect(conflicts).toEqual([{ path: ['slides', 'z', 'image_file_id'], base: 'a', mine: 'y', theirs: 'z' }]);
  });

  it('take a slide with another title for another slide', () => {
    expect(merged([a], [a], [slide('z')]).value.slides).toEqual([slide('z')]);
  });

  it('do not mistake a slide for one that is here already', () => {
    const taken = pictured(a, 'z');
    expect(newKeysOf({ base: of(a), mine: of(a, taken), theirs: of(taken) })).toEqual(new Map());
  });
});

describe('publicationOf', () => {
  it('sends no key', () =>
    expect(publicationOf({ enabled: true, slides: [a] })).toEqual({
      enabled: true,
      slides: [{ image_file_id: 'a', title: { 'en-US': 'a' }, description: { 'en-US': 'About' } }],
    }));
});

describe('changesOf', () => {
  it('is nothing where nothing changed', () => expect(changesOf([a, b], [a, b])).toEqual([]));

  it('tells what comes and what goes, and moves nothing for it', () => {
    const made = { ...newSlide('d'), key: 'd' };
    expect(changesOf([a, b, c], [made, b, c])).toEqual([
      { kind: 'added', slide: made, place: 0 },
      { kind: 'removed', slide: a, place: 0 },
    ]);
  });

  it.each([
    ['abc', 'cab', ['c from 2']],
    ['abc', 'bca', ['a from 0']],
    ['abcd', 'acbd', ['b from 1']],
    ['abc', 'cba', ['b from 1', 'a from 0']],
  ])('moves as few slides as may be from %s to %s', (before, after, moved) => {
    const [one, other] = [before, after].map((keys) => [...keys].map((key) => slide(key)));
    const changes = changesOf(one ?? [], other ?? []);
    expect(changes.map((change) => `${change.slide.key} from ${'from' in change ? change.from : '?'}`)).toEqual(moved);
  });

  it('tells by field and language what changed within a slide', () => {
    const mended: Slide = {
      ...a,
      image_file_id: 'z',
      title: { 'en-US': 'New', 'ja-JP': '新' },
      description: {},
    };
    expect(changesOf([a], [mended])).toEqual([
      {
        kind: 'changed',
        ...{ before: a, slide: mended, place: 0, from: null, image: true },
        texts: [
          { field: 'title', locale: 'en-US' },
          { field: 'title', locale: 'ja-JP' },
          { field: 'description', locale: 'en-US' },
        ],
      },
    ]);
  });
});

describe('fallbacksOf', () => {
  it('counts the slides that lack a language of the App', () => {
    const both: Slide = { ...b, title: { 'en-US': 'b', 'zh-CN': '乙' }, description: { 'en-US': 'b', 'zh-CN': '乙' } };
    expect(fallbacksOf([a, both], { default_locale: 'en-US', supported_locales: ['en-US', 'zh-CN'] })).toEqual([
      { locale: 'zh-CN', count: 1 },
    ]);
  });
});

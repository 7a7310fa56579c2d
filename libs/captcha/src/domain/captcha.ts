import type { SupportedLocale } from '@libs/kernel';
import type { Random } from './random';

export const CHALLENGE_TYPES = ['click', 'slide', 'drag', 'rotate'] as const;
export type ChallengeType = (typeof CHALLENGE_TYPES)[number];

/** How hard the pictures are, for programs and people alike. */
export const CAPTCHA_LEVELS = ['easy', 'standard', 'hard'] as const;
export type CaptchaLevel = (typeof CAPTCHA_LEVELS)[number];

/** The characters in the pictures of click; the other types show none. */
export const CHARACTER_SETS = ['hanzi', 'latin'] as const;
export type CharacterSet = (typeof CHARACTER_SETS)[number];

/** An App's choice for one scene. */
export interface CaptchaChoice {
  readonly type: ChallengeType | 'random';
  readonly level: CaptchaLevel;
  readonly characters: CharacterSet | 'auto';
}

/** The parameters by which one challenge is drawn. */
export interface CaptchaKind {
  readonly type: ChallengeType;
  readonly level: CaptchaLevel;
  readonly characters: CharacterSet;
}

/**
 * After this many failures of one installation within `withinSeconds`, it gets the challenge that programs solve least.
 */
export const ESCALATION = { failures: 3, withinSeconds: 600 } as const;

/** Random choice between the two types that programs solve least, in percent. */
const RANDOM_CLICK_PERCENT = 60;

/** @param recentFailures of the installation, within `ESCALATION.withinSeconds`. */
export function chooseKind(
  choice: CaptchaChoice,
  locale: SupportedLocale,
  recentFailures: number,
  random: Random,
): CaptchaKind {
  const characters = choice.characters === 'auto' ? charactersOf(locale) : choice.characters;
  if (recentFailures >= ESCALATION.failures) return { type: 'click', level: 'hard', characters };
  return { type: choice.type === 'random' ? anyType(random) : choice.type, level: choice.level, characters };
}

function anyType(random: Random): ChallengeType {
  return random.integer(0, 99) < RANDOM_CLICK_PERCENT ? 'click' : 'rotate';
}

/** Hanzi that are written alike in China, Taiwan and Japan are used. */
function charactersOf(locale: SupportedLocale): CharacterSet {
  return locale === 'en-US' ? 'latin' : 'hanzi';
}

import type { components } from '../../api/schema';
import type { Locale } from '../../locale';
import type { LocalizedText } from '../../parts/localized';

type App = components['schemas']['AdminAppResponse'];
type Schemas = components['schemas'];

export interface Basics {
  name: string;
  description: string;
  dcloud_appid: string;
  default_locale: Locale;
  supported_locales: Locale[];
}

export function basicsOf(app: App): Basics {
  const { name, description, dcloud_appid, default_locale, supported_locales } = app;
  return {
    ...{ name, default_locale, supported_locales },
    description: description ?? '',
    dcloud_appid: dcloud_appid ?? '',
  };
}

/** A name has to be there, and says so itself when it is empty. */
export function basicsBody({ name, ...others }: Partial<Basics>): object {
  return { ...(name === undefined ? {} : { name }), ...emptied(others) };
}

export interface Captcha {
  captcha: {
    type: Schemas['CaptchaType'];
    level: Schemas['CaptchaLevel'];
    characters: Schemas['CaptchaCharacters'];
    /** Empty where a scene has no type of its own. */
    scenes: Record<string, Schemas['CaptchaType'] | ''>;
  };
}

export function captchaOf({ captcha }: App, scenes: readonly string[]): Captcha {
  const own = captcha.scenes as Partial<Record<string, Schemas['CaptchaType']>>;
  const { type, level, characters } = captcha;
  return {
    captcha: { type, level, characters, scenes: Object.fromEntries(scenes.map((scene) => [scene, own[scene] ?? ''])) },
  };
}

export interface Upgrade {
  upgrade: {
    blocked_versions: string[];
    review_versions: string[];
    maintenance: { active: boolean; message: LocalizedText; until: string | null };
  };
}

export function upgradeOf({ upgrade }: App): Upgrade {
  const { blocked_versions, review_versions, maintenance } = upgrade;
  const { active, message, until } = maintenance;
  return { upgrade: { blocked_versions, review_versions, maintenance: { active, message: message ?? {}, until } } };
}

/** No message is none in any language. */
export function upgradeBody({ upgrade }: Partial<Upgrade>): object {
  if (!upgrade) return {};
  const { maintenance } = upgrade;
  const message = Object.keys(maintenance.message).length > 0 ? maintenance.message : null;
  return { upgrade: { ...upgrade, maintenance: { ...maintenance, message } } };
}

type Texts<T> = { [Name in keyof T]: string };

export interface Support {
  support: Texts<App['support']>;
}

export function supportOf({ support: { email, url, phone } }: App): Support {
  return { support: { email: email ?? '', url: url ?? '', phone: phone ?? '' } };
}

export interface Mail {
  mail: Texts<App['mail']>;
}

export function mailOf({ mail: { from_name, from_address, reply_to } }: App): Mail {
  return { mail: { from_name: from_name ?? '', from_address: from_address ?? '', reply_to: reply_to ?? '' } };
}

/** An emptied field is none. */
export function emptied(fields: object): object {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? emptied(value)
        : value === ''
          ? null
          : value,
    ]),
  );
}

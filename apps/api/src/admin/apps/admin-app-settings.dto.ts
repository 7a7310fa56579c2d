import {
  type AppChanges,
  CAPTCHA_CHARACTERS,
  CAPTCHA_LEVELS,
  CAPTCHA_SCENES,
  CAPTCHA_TYPES,
  type CaptchaScene,
  type CaptchaType,
} from '@libs/apps';
import type { LocalizedText } from '@libs/kernel';
import { EmailAddress, Flag, Instant, Integer, Localized, Nested, OneOf } from '../../http/fields';
import { CountryCode, CountryCodes, PhoneNumber, VersionNames, WebAddress } from './admin-app-fields';

/** The nested settings of an App: what is absent stays as it is. */
type Settings<Name extends 'registration' | 'captcha' | 'upgrade' | 'support'> = NonNullable<AppChanges[Name]>;

export class AdminAppRegistrationRequest {
  @Flag({ optional: true })
  readonly email_enabled?: boolean;

  @Flag({ optional: true })
  readonly mobile_enabled?: boolean;

  @Integer(30, 3600, { optional: true, description: 'Seconds between two mails with a code', example: 60 })
  readonly email_resend_cooldown_seconds?: number;

  @CountryCode({ optional: true, description: 'The country of mobile numbers written without one' })
  readonly default_country?: string;

  @CountryCodes({ optional: true, description: 'Whose mobile numbers are served; at first the default country' })
  readonly allowed_countries?: string[];

  settings(): Settings<'registration'> {
    return {
      emailEnabled: this.email_enabled,
      mobileEnabled: this.mobile_enabled,
      emailResendCooldownSeconds: this.email_resend_cooldown_seconds,
      defaultCountry: this.default_country,
      allowedCountries: this.allowed_countries,
    };
  }
}

const Scene = () =>
  OneOf('CaptchaType', CAPTCHA_TYPES, { optional: true, nullable: true, description: 'Null for none of its own' });

export class AdminAppCaptchaScenesRequest implements Partial<Record<CaptchaScene, CaptchaType | null>> {
  @Scene()
  readonly login?: CaptchaType | null;

  @Scene()
  readonly registration?: CaptchaType | null;

  @Scene()
  readonly password_reset?: CaptchaType | null;

  @Scene()
  readonly identifier_verify?: CaptchaType | null;

  @Scene()
  readonly step_up?: CaptchaType | null;
}

export class AdminAppCaptchaRequest {
  @OneOf('CaptchaType', CAPTCHA_TYPES, { optional: true, example: 'random' })
  readonly type?: CaptchaType;

  @Nested(() => AdminAppCaptchaScenesRequest, {
    optional: true,
    description: `Scenes with a type of their own: ${CAPTCHA_SCENES.join(', ')}`,
  })
  readonly scenes?: AdminAppCaptchaScenesRequest;

  @OneOf('CaptchaLevel', CAPTCHA_LEVELS, { optional: true, example: 'standard' })
  readonly level?: Settings<'captcha'>['level'];

  @OneOf('CaptchaCharacters', CAPTCHA_CHARACTERS, { optional: true, example: 'auto' })
  readonly characters?: Settings<'captcha'>['characters'];

  settings(): Settings<'captcha'> {
    return { type: this.type, scenes: this.scenes, level: this.level, characters: this.characters };
  }
}

export class AdminAppMaintenanceRequest {
  @Flag({ optional: true })
  readonly active?: boolean;

  @Localized(
    { max: 500 },
    { optional: true, nullable: true, description: 'At least in the default locale; replaced whole' },
  )
  readonly message?: LocalizedText | null;

  @Instant({ optional: true, nullable: true, description: 'For display: nothing ends by itself' })
  readonly until?: string | null;
}

export class AdminAppUpgradeRequest {
  @VersionNames({ optional: true, description: 'Versions that may not be used any more' })
  readonly blocked_versions?: string[];

  @VersionNames({ optional: true, description: 'Versions that a store is reviewing' })
  readonly review_versions?: string[];

  @Nested(() => AdminAppMaintenanceRequest, { optional: true })
  readonly maintenance?: AdminAppMaintenanceRequest;

  settings(): Settings<'upgrade'> {
    const { active, message, until } = this.maintenance ?? {};
    return {
      blockedVersions: this.blocked_versions,
      reviewVersions: this.review_versions,
      maintenance: { active, message, until: until ? new Date(until).toISOString() : until },
    };
  }
}

export class AdminAppSupportRequest {
  @EmailAddress({ optional: true, nullable: true, example: 'help@example.com' })
  readonly email?: string | null;

  @WebAddress({ optional: true, nullable: true })
  readonly url?: string | null;

  @PhoneNumber({ optional: true, nullable: true })
  readonly phone?: string | null;

  settings(): Settings<'support'> {
    return { email: this.email, url: this.url, phone: this.phone };
  }
}

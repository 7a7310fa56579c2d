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
import { EmailAddress, Flag, Instant, Integer, Localized, Nested, OneOf } from '../../http/fields/fields';
import { CountryCode, CountryCodes, PhoneNumber, VersionNames, WebAddress } from './admin-app-fields';

const RESETTABLE = { optional: true, nullable: true } as const;

/** The nested settings of an App: an absent field keeps its value, null resets it to that of a new App. */
type Settings<Name extends 'registration' | 'captcha' | 'upgrade' | 'support'> = NonNullable<AppChanges[Name]>;

export class AdminAppRegistrationRequest {
  @Flag(RESETTABLE)
  readonly email_enabled?: boolean | null;

  @Flag(RESETTABLE)
  readonly mobile_enabled?: boolean | null;

  @Integer(30, 3600, { ...RESETTABLE, description: 'Seconds between two emails with a code', example: 60 })
  readonly email_resend_cooldown_seconds?: number | null;

  @CountryCode({ ...RESETTABLE, description: 'The country of mobile numbers written without a country code' })
  readonly default_country?: string | null;

  @CountryCodes({
    ...RESETTABLE,
    description: 'Countries whose mobile numbers are accepted; initially the default country',
  })
  readonly allowed_countries?: string[] | null;

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
  OneOf('CaptchaType', CAPTCHA_TYPES, {
    optional: true,
    nullable: true,
    description: 'The type of CAPTCHA for this scene; null to use `type`',
  });

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
  @OneOf('CaptchaType', CAPTCHA_TYPES, { ...RESETTABLE, example: 'random' })
  readonly type?: CaptchaType | null;

  @Nested(() => AdminAppCaptchaScenesRequest, {
    ...RESETTABLE,
    description: `Scenes with a CAPTCHA type that differs from \`type\`: ${CAPTCHA_SCENES.join(', ')}`,
  })
  readonly scenes?: AdminAppCaptchaScenesRequest | null;

  @OneOf('CaptchaLevel', CAPTCHA_LEVELS, { ...RESETTABLE, example: 'standard' })
  readonly level?: Settings<'captcha'>['level'];

  @OneOf('CaptchaCharacters', CAPTCHA_CHARACTERS, { ...RESETTABLE, example: 'auto' })
  readonly characters?: Settings<'captcha'>['characters'];

  settings(): Settings<'captcha'> {
    return { type: this.type, scenes: this.scenes, level: this.level, characters: this.characters };
  }
}

export class AdminAppMaintenanceRequest {
  @Flag(RESETTABLE)
  readonly active?: boolean | null;

  @Localized(
    { max: 500 },
    {
      optional: true,
      nullable: true,
      description: 'Message shown during maintenance, at least in the default locale; replaced as a whole',
    },
  )
  readonly message?: LocalizedText | null;

  @Instant({
    optional: true,
    nullable: true,
    description: 'Announced end of the maintenance, for display only: maintenance does not end by itself',
  })
  readonly until?: string | null;
}

export class AdminAppUpgradeRequest {
  @VersionNames({ ...RESETTABLE, description: 'Versions that may no longer be used' })
  readonly blocked_versions?: string[] | null;

  @VersionNames({ ...RESETTABLE, description: 'Versions that a store is reviewing' })
  readonly review_versions?: string[] | null;

  @Nested(() => AdminAppMaintenanceRequest, RESETTABLE)
  readonly maintenance?: AdminAppMaintenanceRequest | null;

  settings(): Settings<'upgrade'> {
    const { maintenance } = this;
    const until = maintenance?.until;
    return {
      blockedVersions: this.blocked_versions,
      reviewVersions: this.review_versions,
      maintenance: maintenance && {
        active: maintenance.active,
        message: maintenance.message,
        until: until ? new Date(until).toISOString() : until,
      },
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

// Generated from openapi.json by tools/generate-sdk.mjs. Do not edit.
import type { Upload } from '../upload.js';

export interface components {
    schemas: {
        readonly ActorResponse: {
            /** @example user */
            readonly type: components["schemas"]["ActorType"];
            /**
             * Format: uuid
             * @description Id of the user or API client; null for the service itself
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903
             */
            readonly id: string | null;
            /**
             * @description Name of the user or API client, `system` for the service itself; null for a user without a name
             * @example Lin
             */
            readonly display_name: string | null;
        };
        /** @enum {string} */
        readonly ActorType: "user" | "api_client" | "system";
        readonly AdminApiClientCredentialsResponse: {
            /**
             * Format: uuid
             * @description Id of the API client, also its OAuth `client_id`
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90a
             */
            readonly id: string;
            /** @example Order service */
            readonly name: string;
            /**
             * @description Note for administrators
             * @example Tells members that their order is on its way
             */
            readonly description: string | null;
            /**
             * @example [
             *       "notifications.submit"
             *     ]
             */
            readonly scopes: readonly components["schemas"]["ApiClientScope"][];
            /**
             * @description Apps to which the client is limited; null for all of the tenant and what belongs to none of them
             * @example null
             */
            readonly app_ids: readonly string[] | null;
            /**
             * @description IPv4 and IPv6 networks from which the client may get and use tokens; empty for any
             * @example [
             *       "203.0.113.0/24",
             *       "2001:db8::/32"
             *     ]
             */
            readonly allowed_cidrs: readonly string[];
            /**
             * Format: date-time
             * @description Time at which the client expires; null for never
             * @example 2027-11-21T09:00:00.000Z
             */
            readonly expires_at: string | null;
            /** @example active */
            readonly status: components["schemas"]["ApiClientStatus"];
            /** @description Newest first */
            readonly secrets: readonly components["schemas"]["AdminApiClientSecretResponse"][];
            /**
             * Format: date-time
             * @description Time of the last successful authentication, to the minute; null for none
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly last_used_at: string | null;
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903
             */
            readonly created_by: string | null;
            /** @example 1 */
            readonly lock_version: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly updated_at: string;
            /** @description Who made the change of `updated_at`; null if that is not known, or if the user was erased or the API client deleted */
            readonly updated_by: components["schemas"]["ActorResponse"] | null;
            /**
             * Format: uuid
             * @description The same as `id`
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90a
             */
            readonly client_id: string;
            /**
             * @description The secret, in this answer only; null in a replayed answer (`Idempotent-Replayed`)
             * @example aks_b5Jt0Qw2k7cXnV4sR9dLpF1gYhMzU8eTqAoKiWj3H6E
             */
            readonly client_secret: string | null;
        };
        readonly AdminApiClientListResponse: {
            /** @example 1 */
            readonly page: number;
            /** @example 20 */
            readonly page_size: number;
            /**
             * @description The number of items on all pages
             * @example 1
             */
            readonly total: number;
            readonly items: readonly components["schemas"]["AdminApiClientResponse"][];
        };
        readonly AdminApiClientRequest: {
            /**
             * @description Required on POST
             * @example Order service
             */
            readonly name?: string;
            /**
             * @description Note for administrators
             * @example Tells members that their order is on its way
             */
            readonly description?: string | null;
            /**
             * @description Required on POST. Replaced as a whole. Each requires the permission that it corresponds to.
             * @example [
             *       "releases.read",
             *       "releases.write",
             *       "releases.publish",
             *       "files.read",
             *       "files.write"
             *     ]
             */
            readonly scopes?: readonly ("notifications.submit" | "notifications.read" | "notifications.security" | "apps.read" | "apps.write" | "apps.publish" | "apps.delete" | "members.read" | "members.write" | "members.export" | "pages.read" | "pages.write" | "pages.publish" | "pages.delete" | "legal.read" | "legal.write" | "legal.publish" | "content.preview" | "categories.read" | "categories.write" | "categories.delete" | "articles.read" | "articles.write" | "articles.publish" | "articles.delete" | "dictionaries.read" | "dictionaries.write" | "dictionaries.delete" | "dictionaries.global" | "notices.read" | "notices.write" | "notices.publish" | "messages.read" | "messages.write" | "messages.publish" | "push_providers.read" | "releases.read" | "releases.write" | "releases.publish" | "releases.delete" | "files.read" | "files.write" | "files.delete" | "audit.read" | "audit.export" | "audit.verify" | "security.read" | "sessions.read" | "sessions.revoke" | "dashboard.read" | "organization.read" | "organization.write" | "settings.read" | "settings.global" | "jobs.read" | "jobs.write" | "webhooks.read" | "regions.read" | "regions.write" | "runtime.read")[];
            /**
             * @description Apps of the tenant to which the client is limited, replaced as a whole; null for all of the tenant and what belongs to none of them
             * @example null
             */
            readonly app_ids?: readonly string[] | null;
            /**
             * @description IPv4 and IPv6 networks from which the client may get and use tokens; empty for any
             * @example [
             *       "203.0.113.0/24",
             *       "2001:db8::/32"
             *     ]
             */
            readonly allowed_cidrs?: readonly string[] | null;
            /**
             * Format: date-time
             * @description Time at which the client expires, in the future; null for never
             * @example 2027-11-21T09:00:00.000Z
             */
            readonly expires_at?: string | null;
            /**
             * @description Required on PATCH, refused on POST
             * @example 1
             */
            readonly lock_version?: number;
        };
        readonly AdminApiClientResponse: {
            /**
             * Format: uuid
             * @description Id of the API client, also its OAuth `client_id`
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90a
             */
            readonly id: string;
            /** @example Order service */
            readonly name: string;
            /**
             * @description Note for administrators
             * @example Tells members that their order is on its way
             */
            readonly description: string | null;
            /**
             * @example [
             *       "notifications.submit"
             *     ]
             */
            readonly scopes: readonly components["schemas"]["ApiClientScope"][];
            /**
             * @description Apps to which the client is limited; null for all of the tenant and what belongs to none of them
             * @example null
             */
            readonly app_ids: readonly string[] | null;
            /**
             * @description IPv4 and IPv6 networks from which the client may get and use tokens; empty for any
             * @example [
             *       "203.0.113.0/24",
             *       "2001:db8::/32"
             *     ]
             */
            readonly allowed_cidrs: readonly string[];
            /**
             * Format: date-time
             * @description Time at which the client expires; null for never
             * @example 2027-11-21T09:00:00.000Z
             */
            readonly expires_at: string | null;
            /** @example active */
            readonly status: components["schemas"]["ApiClientStatus"];
            /** @description Newest first */
            readonly secrets: readonly components["schemas"]["AdminApiClientSecretResponse"][];
            /**
             * Format: date-time
             * @description Time of the last successful authentication, to the minute; null for none
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly last_used_at: string | null;
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903
             */
            readonly created_by: string | null;
            /** @example 1 */
            readonly lock_version: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly updated_at: string;
            /** @description Who made the change of `updated_at`; null if that is not known, or if the user was erased or the API client deleted */
            readonly updated_by: components["schemas"]["ActorResponse"] | null;
        };
        readonly AdminApiClientRotationRequest: {
            /**
             * @description Seconds for which the current secret can still be used. With 0 the secret and the tokens issued with it become invalid at once. The default is `0`
             * @example 3600
             */
            readonly overlap_seconds?: number;
            /**
             * @description The version that the client read; not compared if it is absent
             * @example 1
             */
            readonly lock_version?: number;
        };
        readonly AdminApiClientSecretResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90b
             */
            readonly id: string;
            /**
             * @description The first characters of the secret
             * @example aks_b5Jt0Qw2
             */
            readonly prefix: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description Time at which a replaced secret ends; null for the current one
             * @example null
             */
            readonly expires_at: string | null;
            /**
             * Format: date-time
             * @description Time of the last use, to the minute; null for none
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly last_used_at: string | null;
        };
        readonly AdminAppCaptchaRequest: {
            /**
             * @description The default is `random`
             * @example random
             */
            readonly type?: components["schemas"]["CaptchaType"] | null;
            /**
             * @description Scenes with a CAPTCHA type that differs from `type`: login, registration, password_reset, identifier_verify, step_up
             * @example {
             *       "login": "click"
             *     }
             */
            readonly scenes?: components["schemas"]["AdminAppCaptchaScenesRequest"] | null;
            /**
             * @description The default is `standard`
             * @example standard
             */
            readonly level?: components["schemas"]["CaptchaLevel"] | null;
            /**
             * @description The default is `auto`
             * @example auto
             */
            readonly characters?: components["schemas"]["CaptchaCharacters"] | null;
        };
        readonly AdminAppCaptchaResponse: {
            /** @example random */
            readonly type: components["schemas"]["CaptchaType"];
            /**
             * @description Scenes with a CAPTCHA type that differs from `type`
             * @example {
             *       "login": "click"
             *     }
             */
            readonly scenes: {
                readonly [key: string]: "click" | "slide" | "drag" | "rotate" | "random";
            };
            /** @example standard */
            readonly level: components["schemas"]["CaptchaLevel"];
            /** @example auto */
            readonly characters: components["schemas"]["CaptchaCharacters"];
        };
        readonly AdminAppCaptchaScenesRequest: {
            /** @description The type of CAPTCHA for this scene; null to use `type` */
            readonly login?: components["schemas"]["CaptchaType"] | null;
            /** @description The type of CAPTCHA for this scene; null to use `type` */
            readonly registration?: components["schemas"]["CaptchaType"] | null;
            /** @description The type of CAPTCHA for this scene; null to use `type` */
            readonly password_reset?: components["schemas"]["CaptchaType"] | null;
            /** @description The type of CAPTCHA for this scene; null to use `type` */
            readonly identifier_verify?: components["schemas"]["CaptchaType"] | null;
            /** @description The type of CAPTCHA for this scene; null to use `type` */
            readonly step_up?: components["schemas"]["CaptchaType"] | null;
        };
        readonly AdminAppContentRequest: {
            /**
             * @description Whether texts may show images of other sites, over https; otherwise they are removed when a text is saved or published. Texts that are published already stay as they are. The default is `false`
             * @example false
             */
            readonly allow_external_images?: boolean | null;
        };
        readonly AdminAppContentResponse: {
            /**
             * @description Whether texts may show images of other sites, over https; otherwise they are removed when a text is saved or published. Texts that are published already stay as they are.
             * @example false
             */
            readonly allow_external_images: boolean;
        };
        readonly AdminAppListResponse: {
            /** @example 1 */
            readonly page: number;
            /** @example 20 */
            readonly page_size: number;
            /**
             * @description The number of items on all pages
             * @example 1
             */
            readonly total: number;
            readonly items: readonly components["schemas"]["AdminAppResponse"][];
        };
        readonly AdminAppMailRequest: {
            /**
             * @description The name under which members get mail; null for the name of the App
             * @example Corner Shop
             */
            readonly from_name?: string | null;
            /**
             * Format: email
             * @description The address that mail is from, of a domain in `MAIL_FROM_DOMAINS`; null for that of the installation, which is also taken once the domain is no longer listed
             * @example hello@shop.example.com
             */
            readonly from_address?: string | null;
            /**
             * Format: email
             * @description The address for answers to mail; null for the address that the mail is from
             * @example help@example.com
             */
            readonly reply_to?: string | null;
        };
        readonly AdminAppMailResponse: {
            /**
             * @description The name under which members get mail; null for the name of the App
             * @example Corner Shop
             */
            readonly from_name: string | null;
            /**
             * Format: email
             * @description The address that mail is from, of a domain in `MAIL_FROM_DOMAINS`; null for that of the installation, which is also taken once the domain is no longer listed
             * @example hello@shop.example.com
             */
            readonly from_address: string | null;
            /**
             * Format: email
             * @description The address for answers to mail; null for the address that the mail is from
             * @example help@example.com
             */
            readonly reply_to: string | null;
        };
        readonly AdminAppMaintenanceRequest: {
            /**
             * @description The default is `false`
             * @example false
             */
            readonly active?: boolean | null;
            /**
             * @description Message shown during maintenance, at least in the default locale; replaced as a whole
             * @example {
             *       "zh-CN": "你好",
             *       "en-US": "Hello"
             *     }
             */
            readonly message?: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            } | null;
            /**
             * Format: date-time
             * @description Announced end of the maintenance, for display only: maintenance does not end by itself
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly until?: string | null;
        };
        readonly AdminAppMaintenanceResponse: {
            /** @example false */
            readonly active: boolean;
            /**
             * @description Message shown during maintenance, at least in the default locale
             * @example null
             */
            readonly message: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            } | null;
            /**
             * Format: date-time
             * @description Announced end of the maintenance, for display only: maintenance does not end by itself
             * @example null
             */
            readonly until: string | null;
        };
        readonly AdminAppOnboardingPublishRequest: {
            /**
             * @description The published version that the client read, 0 before the first
             * @example 0
             */
            readonly expected_version: number;
            readonly enabled: boolean;
            readonly slides: readonly components["schemas"]["AdminAppOnboardingSlideRequest"][];
            /**
             * @description The reason for the change, for the audit log alone
             * @example Requested by the legal department
             */
            readonly reason?: string | null;
        };
        readonly AdminAppOnboardingResponse: {
            /**
             * @description 0 before the first publication
             * @example 1
             */
            readonly published_version: number;
            /** @example true */
            readonly enabled: boolean;
            readonly slides: readonly components["schemas"]["AdminAppOnboardingSlideResponse"][];
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly published_at: string | null;
            /**
             * Format: uuid
             * @description The user or API client who published the revision
             * @example null
             */
            readonly published_by: string | null;
        };
        readonly AdminAppOnboardingRevisionListResponse: {
            /** @example 1 */
            readonly page: number;
            /** @example 20 */
            readonly page_size: number;
            /**
             * @description The number of items on all pages
             * @example 1
             */
            readonly total: number;
            readonly items: readonly components["schemas"]["AdminAppOnboardingRevisionResponse"][];
        };
        readonly AdminAppOnboardingRevisionResponse: {
            /** @example 1 */
            readonly version: number;
            /** @example true */
            readonly enabled: boolean;
            readonly slides: readonly components["schemas"]["AdminAppOnboardingSlideResponse"][];
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly published_at: string;
            /**
             * Format: uuid
             * @description The user or API client who published the revision
             * @example null
             */
            readonly published_by: string | null;
        };
        readonly AdminAppOnboardingSlideRequest: {
            /**
             * Format: uuid
             * @description A clean file with the purpose `onboarding_image`
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902
             */
            readonly image_file_id: string;
            /**
             * @description At least in the App’s default locale
             * @example {
             *       "zh-CN": "欢迎",
             *       "en-US": "Welcome"
             *     }
             */
            readonly title: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            };
            /**
             * @description At least in the App’s default locale
             * @example {
             *       "zh-CN": "欢迎",
             *       "en-US": "Welcome"
             *     }
             */
            readonly description: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            };
        };
        readonly AdminAppOnboardingSlideResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902
             */
            readonly image_file_id: string;
            /**
             * @example {
             *       "zh-CN": "欢迎",
             *       "en-US": "Welcome"
             *     }
             */
            readonly title: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            };
            /**
             * @example {
             *       "zh-CN": "欢迎",
             *       "en-US": "Welcome"
             *     }
             */
            readonly description: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            };
        };
        readonly AdminAppRegistrationRequest: {
            /** @description The default is `true` */
            readonly email_enabled?: boolean | null;
            /** @description The default is `true` */
            readonly mobile_enabled?: boolean | null;
            /**
             * @description Seconds between two emails with a code. The default is `60`
             * @example 60
             */
            readonly email_resend_cooldown_seconds?: number | null;
            /**
             * @description The country of mobile numbers written without a country code. The default is `CN`
             * @example CN
             */
            readonly default_country?: string | null;
            /**
             * @description Countries whose mobile numbers are accepted; initially the default country
             * @example [
             *       "CN"
             *     ]
             */
            readonly allowed_countries?: readonly string[] | null;
        };
        readonly AdminAppRegistrationResponse: {
            /** @example true */
            readonly email_enabled: boolean;
            /** @example true */
            readonly mobile_enabled: boolean;
            /**
             * @description Seconds between two emails with a code
             * @example 60
             */
            readonly email_resend_cooldown_seconds: number;
            /**
             * @description The country of mobile numbers written without a country code
             * @example CN
             */
            readonly default_country: string;
            /**
             * @description Countries whose mobile numbers are accepted
             * @example [
             *       "CN"
             *     ]
             */
            readonly allowed_countries: readonly string[];
        };
        readonly AdminAppRequest: {
            /**
             * @description Required on POST
             * @example Corner Shop
             */
            readonly name?: string;
            /** @description Required on POST. Never changed afterwards */
            readonly app_type?: components["schemas"]["AppType"];
            /** @example Everything around the corner */
            readonly description?: string | null;
            /**
             * Format: uuid
             * @description A clean file with the purpose `app_icon`; null for none
             * @example null
             */
            readonly icon_file_id?: string | null;
            /**
             * @description Required on POST. One of `supported_locales`
             * @example zh-CN
             */
            readonly default_locale?: components["schemas"]["SupportedLocale"];
            /**
             * @description The locales that the App supports; initially only the default locale
             * @example [
             *       "zh-CN",
             *       "en-US"
             *     ]
             */
            readonly supported_locales?: readonly ("zh-CN" | "zh-TW" | "en-US" | "ja-JP")[];
            readonly registration?: components["schemas"]["AdminAppRegistrationRequest"] | null;
            readonly captcha?: components["schemas"]["AdminAppCaptchaRequest"] | null;
            /**
             * @description Replaced as a whole
             * @example {
             *       "new_checkout": true,
             *       "variant": "b",
             *       "limit": 3
             *     }
             */
            readonly feature_flags?: {
                readonly [key: string]: boolean | string | number;
            } | null;
            /**
             * @description Any JSON object of up to 16 KiB, delivered to clients unchanged; replaced as a whole
             * @example {
             *       "theme": "blue"
             *     }
             */
            readonly client_config?: {
                readonly [key: string]: unknown;
            } | null;
            /**
             * @description Unique among all Apps
             * @example __UNI__1A2B3C4
             */
            readonly dcloud_appid?: string | null;
            readonly upgrade?: components["schemas"]["AdminAppUpgradeRequest"] | null;
            readonly support?: components["schemas"]["AdminAppSupportRequest"] | null;
            readonly mail?: components["schemas"]["AdminAppMailRequest"] | null;
            readonly content?: components["schemas"]["AdminAppContentRequest"] | null;
            /**
             * @description Required on PATCH, refused on POST
             * @example 1
             */
            readonly lock_version?: number;
        };
        readonly AdminAppResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901
             */
            readonly id: string;
            /** @example Corner Shop */
            readonly name: string;
            /** @example uni_app */
            readonly app_type: components["schemas"]["AppType"];
            /** @example Everything around the corner */
            readonly description: string | null;
            /** @example active */
            readonly status: components["schemas"]["AppStatus"];
            /**
             * @description Whether the App is the default App, which was created with the tenant and can be disabled but never deleted
             * @example true
             */
            readonly is_default: boolean;
            /**
             * Format: uuid
             * @description A file with the purpose `app_icon`; null for none
             * @example null
             */
            readonly icon_file_id: string | null;
            /** @example zh-CN */
            readonly default_locale: components["schemas"]["SupportedLocale"];
            /**
             * @example [
             *       "zh-CN"
             *     ]
             */
            readonly supported_locales: readonly components["schemas"]["SupportedLocale"][];
            readonly registration: components["schemas"]["AdminAppRegistrationResponse"];
            readonly captcha: components["schemas"]["AdminAppCaptchaResponse"];
            /**
             * @example {
             *       "new_checkout": true,
             *       "variant": "b",
             *       "limit": 3
             *     }
             */
            readonly feature_flags: {
                readonly [key: string]: boolean | string | number;
            };
            /**
             * @description Any JSON object of up to 16 KiB, delivered to clients unchanged
             * @example {
             *       "theme": "blue"
             *     }
             */
            readonly client_config: {
                readonly [key: string]: unknown;
            };
            /**
             * @description Unique among all Apps
             * @example __UNI__1A2B3C4
             */
            readonly dcloud_appid: string | null;
            readonly upgrade: components["schemas"]["AdminAppUpgradeResponse"];
            readonly support: components["schemas"]["AdminAppSupportResponse"];
            readonly mail: components["schemas"]["AdminAppMailResponse"];
            readonly content: components["schemas"]["AdminAppContentResponse"];
            readonly startup: components["schemas"]["AdminAppStartupResponse"];
            /**
             * @description Number of active members
             * @example 0
             */
            readonly member_count: number;
            /** @example 1 */
            readonly lock_version: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly updated_at: string;
            /** @description Who made the change of `updated_at`; null if that is not known, or if the user was erased or the API client deleted */
            readonly updated_by: components["schemas"]["ActorResponse"] | null;
        };
        readonly AdminAppStartupResponse: {
            readonly onboarding: components["schemas"]["AdminAppOnboardingResponse"];
        };
        readonly AdminAppStatusRequest: {
            /**
             * @description The version that the client read
             * @example 1
             */
            readonly lock_version: number;
            /**
             * @description The reason for the change, for the audit log alone
             * @example Requested by the legal department
             */
            readonly reason?: string | null;
        };
        readonly AdminAppSupportRequest: {
            /**
             * Format: email
             * @example help@example.com
             */
            readonly email?: string | null;
            /**
             * Format: iri
             * @example https://help.example.com
             */
            readonly url?: string | null;
            /**
             * @description Phone number, for display
             * @example +86 400 123 4567
             */
            readonly phone?: string | null;
        };
        readonly AdminAppSupportResponse: {
            /**
             * Format: email
             * @example help@example.com
             */
            readonly email: string | null;
            /**
             * Format: iri
             * @example https://help.example.com
             */
            readonly url: string | null;
            /**
             * @description Phone number, for display
             * @example +86 400 123 4567
             */
            readonly phone: string | null;
        };
        readonly AdminAppUpgradeRequest: {
            /**
             * @description Versions that may no longer be used
             * @example [
             *       "1.2.10"
             *     ]
             */
            readonly blocked_versions?: readonly string[] | null;
            /**
             * @description Versions that a store is reviewing
             * @example [
             *       "1.2.10"
             *     ]
             */
            readonly review_versions?: readonly string[] | null;
            readonly maintenance?: components["schemas"]["AdminAppMaintenanceRequest"] | null;
        };
        readonly AdminAppUpgradeResponse: {
            /**
             * @description Versions that may no longer be used
             * @example [
             *       "1.2.10"
             *     ]
             */
            readonly blocked_versions: readonly string[];
            /**
             * @description Versions that a store is reviewing
             * @example [
             *       "1.2.10"
             *     ]
             */
            readonly review_versions: readonly string[];
            readonly maintenance: components["schemas"]["AdminAppMaintenanceResponse"];
        };
        readonly AdminArticleListResponse: {
            /** @example 1 */
            readonly page: number;
            /** @example 20 */
            readonly page_size: number;
            /**
             * @description The number of items on all pages
             * @example 1
             */
            readonly total: number;
            readonly items: readonly components["schemas"]["AdminArticleSummaryResponse"][];
        };
        readonly AdminArticlePublicationResponse: {
            /** @example 1 */
            readonly revision: number;
            /**
             * @description SHA-256 (hex) of the canonical JSON (RFC 8785) of article_id, revision, category_id, slug, title, summary, body, body_format, cover_file_id, tags, visibility, pinned
             * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            readonly revision_hash: string;
            /**
             * @description Slug under which readers find the article
             * @example autumn-menu
             */
            readonly slug: string;
            /**
             * @description The visibility of the published revision; that of the working copy may differ
             * @example members
             */
            readonly visibility: components["schemas"]["ArticleVisibility"];
            /**
             * Format: date-time
             * @description Time since which the article has been published without interruption
             * @example 2026-11-20T08:30:00.000Z
             */
            readonly published_at: string;
            /**
             * Format: date-time
             * @description Time since which this revision has been published
             * @example 2026-11-20T08:30:00.000Z
             */
            readonly updated_at: string;
        };
        readonly AdminArticlePublishRequest: {
            /**
             * @description The version that the client read
             * @example 1
             */
            readonly lock_version: number;
            /**
             * @description The reason for the change, for the audit log alone
             * @example Requested by the legal department
             */
            readonly reason?: string | null;
            /**
             * Format: date-time
             * @description Time of publication; if absent, null or in the past, the article is published at once
             * @example 2026-12-24T08:00:00.000Z
             */
            readonly publish_at?: string | null;
            /**
             * Format: date-time
             * @description Time at which the article becomes a draft again by itself, later than the publication. If absent, an end that is set already stays; null removes it. With a published article that has no changes, only the end is set.
             * @example 2027-01-06T00:00:00.000Z
             */
            readonly unpublish_at?: string | null;
        };
        readonly AdminArticleRequest: {
            /**
             * Format: uuid
             * @description Required on POST. A category of the App
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be906
             */
            readonly category_id?: string;
            /**
             * @description Required on POST. Unique among the working copies and the published revisions of all articles of the App
             * @example autumn-menu
             */
            readonly slug?: string;
            /**
             * @description Required on POST. At least in the App’s default locale
             * @example {
             *       "zh-CN": "秋季菜单",
             *       "en-US": "Autumn menu"
             *     }
             */
            readonly title?: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            };
            /**
             * @description Initially empty; otherwise at least in the App’s default locale
             * @example {
             *       "zh-CN": "十月起供应",
             *       "en-US": "From October on"
             *     }
             */
            readonly summary?: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            } | null;
            /**
             * @description Required on POST. At least in the App’s default locale; at most 512000 bytes in each language. HTML is sanitised. Pictures are `![alt](file:<id>)` in Markdown and `<img src="file:<id>">` in HTML: clean files with the purpose `content_image`, of the App or of no App, in at most 100 places of a language. Images of other sites are removed unless the App allows them over https.
             * @example {
             *       "zh-CN": "# 秋季菜单",
             *       "en-US": "# Autumn menu"
             *     }
             */
            readonly body?: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            };
            /** @description Format of the body. The default is `markdown` */
            readonly body_format?: components["schemas"]["BodyFormat"] | null;
            /**
             * Format: uuid
             * @description A clean file with the purpose `content_image`, of the App or of no App; null for none. Image requests carry no token: the cover of a published article is served to anyone who knows its URL, also if the article is for members.
             * @example null
             */
            readonly cover_file_id?: string | null;
            /**
             * @description Compared without regard to case: in the App each is kept as it was first written. Surrounding spaces are removed, duplicates count once; initially none
             * @example [
             *       "菜单",
             *       "autumn"
             *     ]
             */
            readonly tags?: readonly string[] | null;
            /** @description `public` articles are shown to everybody, `members` articles only to members. The default is `members` */
            readonly visibility?: components["schemas"]["ArticleVisibility"] | null;
            /**
             * @description Whether the article comes before all others in lists. The default is `false`
             * @example false
             */
            readonly pinned?: boolean | null;
            /**
             * @description Required on PATCH, refused on POST
             * @example 1
             */
            readonly lock_version?: number;
        };
        readonly AdminArticleResponse: {
            /**
             * Format: uuid
             * @description A category of the App
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be906
             */
            readonly category_id: string;
            /**
             * @description Unique among the working copies and the published revisions of all articles of the App
             * @example autumn-menu
             */
            readonly slug: string;
            /**
             * @description At least in the App’s default locale
             * @example {
             *       "zh-CN": "秋季菜单",
             *       "en-US": "Autumn menu"
             *     }
             */
            readonly title: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            };
            /**
             * @description Initially empty; otherwise at least in the App’s default locale
             * @example {
             *       "zh-CN": "十月起供应",
             *       "en-US": "From October on"
             *     }
             */
            readonly summary: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            };
            /**
             * @description Format of the body
             * @example markdown
             */
            readonly body_format: components["schemas"]["BodyFormat"];
            /**
             * Format: uuid
             * @description A file with the purpose `content_image`; null for none
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be905
             */
            readonly cover_file_id: string | null;
            /**
             * @description Compared without regard to case: in the App each is kept as it was first written. Surrounding spaces are removed, duplicates count once; initially none
             * @example [
             *       "菜单",
             *       "autumn"
             *     ]
             */
            readonly tags: readonly string[];
            /**
             * @description `public` articles are shown to everybody, `members` articles only to members
             * @example members
             */
            readonly visibility: components["schemas"]["ArticleVisibility"];
            /**
             * @description Whether the article comes before all others in lists
             * @example false
             */
            readonly pinned: boolean;
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901
             */
            readonly id: string;
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be907
             */
            readonly app_id: string;
            /** @example draft */
            readonly status: components["schemas"]["ArticleStatus"];
            /**
             * Format: date-time
             * @description Scheduled time of publication; null unless the article is scheduled
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly publish_at: string | null;
            /**
             * Format: date-time
             * @description Time at which the article becomes a draft again by itself; null if it is published without an end
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly unpublish_at: string | null;
            /**
             * @description Whether the working copy was changed since the latest revision
             * @example true
             */
            readonly has_changes: boolean;
            /** @description The revision that readers see; null if the article is not published */
            readonly published: components["schemas"]["AdminArticlePublicationResponse"] | null;
            /** @example 1 */
            readonly lock_version: number;
            /**
             * Format: date-time
             * @example 2026-11-20T08:00:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-20T08:30:00.000Z
             */
            readonly updated_at: string;
            /** @description Who made the change of `updated_at`; null if that is not known, or if the user was erased or the API client deleted */
            readonly updated_by: components["schemas"]["ActorResponse"] | null;
            /**
             * @description At least in the App’s default locale; at most 512000 bytes in each language. HTML is sanitised. Pictures are `![alt](file:<id>)` in Markdown and `<img src="file:<id>">` in HTML: clean files with the purpose `content_image`, of the App or of no App, in at most 100 places of a language. Images of other sites are removed unless the App allows them over https.
             * @example {
             *       "zh-CN": "# 秋季菜单",
             *       "en-US": "# Autumn menu"
             *     }
             */
            readonly body: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            };
            /**
             * @description Images of other sites that this request removed from the text, at most 100 in each language: those over http, and those over https unless the App allows them. Only in answers to requests that save a text.
             * @example []
             */
            readonly removed?: readonly components["schemas"]["AdminRemovedImageResponse"][];
        };
        readonly AdminArticleRevisionListResponse: {
            /** @example 1 */
            readonly page: number;
            /** @example 20 */
            readonly page_size: number;
            /**
             * @description The number of items on all pages
             * @example 1
             */
            readonly total: number;
            readonly items: readonly components["schemas"]["AdminArticleRevisionResponse"][];
        };
        readonly AdminArticleRevisionResponse: {
            /**
             * Format: uuid
             * @description A category of the App
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be906
             */
            readonly category_id: string;
            /**
             * @description Unique among the working copies and the published revisions of all articles of the App
             * @example autumn-menu
             */
            readonly slug: string;
            /**
             * @description At least in the App’s default locale
             * @example {
             *       "zh-CN": "秋季菜单",
             *       "en-US": "Autumn menu"
             *     }
             */
            readonly title: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            };
            /**
             * @description Initially empty; otherwise at least in the App’s default locale
             * @example {
             *       "zh-CN": "十月起供应",
             *       "en-US": "From October on"
             *     }
             */
            readonly summary: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            };
            /**
             * @description Format of the body
             * @example markdown
             */
            readonly body_format: components["schemas"]["BodyFormat"];
            /**
             * Format: uuid
             * @description A file with the purpose `content_image`; null for none
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be905
             */
            readonly cover_file_id: string | null;
            /**
             * @description Compared without regard to case: in the App each is kept as it was first written. Surrounding spaces are removed, duplicates count once; initially none
             * @example [
             *       "菜单",
             *       "autumn"
             *     ]
             */
            readonly tags: readonly string[];
            /**
             * @description `public` articles are shown to everybody, `members` articles only to members
             * @example members
             */
            readonly visibility: components["schemas"]["ArticleVisibility"];
            /**
             * @description Whether the article comes before all others in lists
             * @example false
             */
            readonly pinned: boolean;
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901
             */
            readonly article_id: string;
            /** @example 1 */
            readonly revision: number;
            /**
             * @description At least in the App’s default locale; at most 512000 bytes in each language. HTML is sanitised. Pictures are `![alt](file:<id>)` in Markdown and `<img src="file:<id>">` in HTML: clean files with the purpose `content_image`, of the App or of no App, in at most 100 places of a language. Images of other sites are removed unless the App allows them over https.
             * @example {
             *       "zh-CN": "# 秋季菜单",
             *       "en-US": "# Autumn menu"
             *     }
             */
            readonly body: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            };
            /**
             * @description SHA-256 (hex) of the canonical JSON (RFC 8785) of article_id, revision, category_id, slug, title, summary, body, body_format, cover_file_id, tags, visibility, pinned
             * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            readonly revision_hash: string;
            /**
             * Format: date-time
             * @example 2026-11-20T08:30:00.000Z
             */
            readonly published_at: string;
            /**
             * Format: uuid
             * @description The user or API client who published the revision or scheduled its publication
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903
             */
            readonly published_by: string | null;
        };
        readonly AdminArticleStatisticsDayResponse: {
            /**
             * Format: date
             * @description A day in the time zone of the tenant
             * @example 2026-11-20
             */
            readonly date: string;
            /**
             * @description Number of times the article was read
             * @example 420
             */
            readonly reads: number;
            /**
             * @description Number of members who read the article
             * @example 300
             */
            readonly readers: number;
        };
        readonly AdminArticleStatisticsResponse: {
            /**
             * @description Number of times the article was read, by members and anonymous clients
             * @example 4200
             */
            readonly reads: number;
            /**
             * @description Number of members who read the article, each counted once
             * @example 1800
             */
            readonly readers: number;
            /**
             * @description Number of members who have bookmarked the article now
             * @example 75
             */
            readonly bookmarks: number;
            /** @description One entry per day in chronological order, including those without reads */
            readonly by_day: readonly components["schemas"]["AdminArticleStatisticsDayResponse"][];
        };
        readonly AdminArticleSummaryResponse: {
            /**
             * Format: uuid
             * @description A category of the App
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be906
             */
            readonly category_id: string;
            /**
             * @description Unique among the working copies and the published revisions of all articles of the App
             * @example autumn-menu
             */
            readonly slug: string;
            /**
             * @description At least in the App’s default locale
             * @example {
             *       "zh-CN": "秋季菜单",
             *       "en-US": "Autumn menu"
             *     }
             */
            readonly title: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            };
            /**
             * @description Initially empty; otherwise at least in the App’s default locale
             * @example {
             *       "zh-CN": "十月起供应",
             *       "en-US": "From October on"
             *     }
             */
            readonly summary: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            };
            /**
             * @description Format of the body
             * @example markdown
             */
            readonly body_format: components["schemas"]["BodyFormat"];
            /**
             * Format: uuid
             * @description A file with the purpose `content_image`; null for none
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be905
             */
            readonly cover_file_id: string | null;
            /**
             * @description Compared without regard to case: in the App each is kept as it was first written. Surrounding spaces are removed, duplicates count once; initially none
             * @example [
             *       "菜单",
             *       "autumn"
             *     ]
             */
            readonly tags: readonly string[];
            /**
             * @description `public` articles are shown to everybody, `members` articles only to members
             * @example members
             */
            readonly visibility: components["schemas"]["ArticleVisibility"];
            /**
             * @description Whether the article comes before all others in lists
             * @example false
             */
            readonly pinned: boolean;
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901
             */
            readonly id: string;
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be907
             */
            readonly app_id: string;
            /** @example draft */
            readonly status: components["schemas"]["ArticleStatus"];
            /**
             * Format: date-time
             * @description Scheduled time of publication; null unless the article is scheduled
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly publish_at: string | null;
            /**
             * Format: date-time
             * @description Time at which the article becomes a draft again by itself; null if it is published without an end
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly unpublish_at: string | null;
            /**
             * @description Whether the working copy was changed since the latest revision
             * @example true
             */
            readonly has_changes: boolean;
            /** @description The revision that readers see; null if the article is not published */
            readonly published: components["schemas"]["AdminArticlePublicationResponse"] | null;
            /** @example 1 */
            readonly lock_version: number;
            /**
             * Format: date-time
             * @example 2026-11-20T08:00:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-20T08:30:00.000Z
             */
            readonly updated_at: string;
            /** @description Who made the change of `updated_at`; null if that is not known, or if the user was erased or the API client deleted */
            readonly updated_by: components["schemas"]["ActorResponse"] | null;
        };
        readonly AdminArticleTagListResponse: {
            /** @description The tags of the most articles come first; at most 1000 */
            readonly items: readonly components["schemas"]["AdminArticleTagResponse"][];
        };
        readonly AdminArticleTagResponse: {
            /**
             * @description The tag as it was first written in the App
             * @example autumn
             */
            readonly tag: string;
            /**
             * @description Number of articles whose working copy has the tag
             * @example 12
             */
            readonly article_count: number;
        };
        readonly AdminConsideredReleaseResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be910
             */
            readonly id: string;
            /** @example 1.2.10 */
            readonly version_name: string;
            /** @example 10210 */
            readonly version_code: number;
            /** @example recommended */
            readonly upgrade_mode: components["schemas"]["ReleaseUpgradeMode"];
            /** @example 30 */
            readonly rollout_percent: number;
            /** @example false */
            readonly rollout_paused: boolean;
            /**
             * @description Source from which clients get the release at present; null if there is none
             * @example package
             */
            readonly delivery: components["schemas"]["ReleaseDelivery"] | null;
        };
        readonly AdminContentCategoryListResponse: {
            /** @example 1 */
            readonly page: number;
            /** @example 20 */
            readonly page_size: number;
            /**
             * @description The number of items on all pages
             * @example 1
             */
            readonly total: number;
            readonly items: readonly components["schemas"]["AdminContentCategoryResponse"][];
        };
        readonly AdminContentCategoryRequest: {
            /**
             * @description At least in the default locale of the App
             * @example {
             *       "zh-CN": "新闻",
             *       "en-US": "News"
             *     }
             */
            readonly name: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            };
            /**
             * @description Unique within the App
             * @example news
             */
            readonly slug: string;
            /**
             * Format: uuid
             * @description The parent category in the same App; null on the first of at most 5 levels
             * @example null
             */
            readonly parent_id?: string | null;
            /**
             * @description Position among the siblings, the lowest first. The default is `0`
             * @example 10
             */
            readonly sort_order?: number | null;
            /** @description Readers see neither a disabled category nor its descendants, which keep their own status. The default is `active` */
            readonly status?: components["schemas"]["ContentCategoryStatus"] | null;
        };
        readonly AdminContentCategoryResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901
             */
            readonly id: string;
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902
             */
            readonly app_id: string;
            /**
             * Format: uuid
             * @description The parent category in the same App; null on the first of at most 5 levels
             * @example null
             */
            readonly parent_id: string | null;
            /**
             * @description Unique within the App
             * @example news
             */
            readonly slug: string;
            /**
             * @description At least in the default locale of the App
             * @example {
             *       "zh-CN": "新闻",
             *       "en-US": "News"
             *     }
             */
            readonly name: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            };
            /**
             * @description Position among the siblings, the lowest first
             * @example 10
             */
            readonly sort_order: number;
            /**
             * @description Readers see neither a disabled category nor its descendants, which keep their own status
             * @example active
             */
            readonly status: components["schemas"]["ContentCategoryStatus"];
            /**
             * @description Number of articles whose working copy is in the category itself, without those of its descendants
             * @example 3
             */
            readonly article_count: number;
            /** @example 1 */
            readonly lock_version: number;
            /**
             * Format: date-time
             * @example 2026-11-20T08:00:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-20T08:30:00.000Z
             */
            readonly updated_at: string;
            /** @description Who made the change of `updated_at`; null if that is not known, or if the user was erased or the API client deleted */
            readonly updated_by: components["schemas"]["ActorResponse"] | null;
        };
        readonly AdminContentCategoryUpdateRequest: {
            /**
             * @description The version that the client read
             * @example 1
             */
            readonly lock_version: number;
            /**
             * @description At least in the default locale of the App
             * @example {
             *       "zh-CN": "新闻",
             *       "en-US": "News"
             *     }
             */
            readonly name?: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            };
            /**
             * @description Unique within the App
             * @example news
             */
            readonly slug?: string;
            /**
             * Format: uuid
             * @description The parent category in the same App; null on the first of at most 5 levels
             * @example null
             */
            readonly parent_id?: string | null;
            /**
             * @description Position among the siblings, the lowest first. The default is `0`
             * @example 10
             */
            readonly sort_order?: number | null;
            /** @description Readers see neither a disabled category nor its descendants, which keep their own status. The default is `active` */
            readonly status?: components["schemas"]["ContentCategoryStatus"] | null;
        };
        readonly AdminContentPreviewRequest: {
            /**
             * @description In any languages; at most 512000 bytes in each. A text may be empty.
             * @example {
             *       "zh-CN": "# 街角小店",
             *       "en-US": "# Corner Shop"
             *     }
             */
            readonly body: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            };
            readonly body_format: components["schemas"]["BodyFormat"];
        };
        readonly AdminContentPreviewResponse: {
            /**
             * @description Sanitised HTML in the languages of the request; pictures have URLs that are valid for an hour
             * @example {
             *       "zh-CN": "<h1>街角小店</h1>\n",
             *       "en-US": "<h1>Corner Shop</h1>\n"
             *     }
             */
            readonly body_html: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            };
            /**
             * @description Images of other sites that saving would remove from the text, at most 100 in each language
             * @example []
             */
            readonly removed: readonly components["schemas"]["AdminRemovedImageResponse"][];
        };
        readonly AdminContextResponse: {
            readonly user: components["schemas"]["AdminContextUserResponse"];
            /** @description The tenant that the request acts in */
            readonly tenant: components["schemas"]["AdminTenantIdentityResponse"];
            /**
             * @example [
             *       "owner"
             *     ]
             */
            readonly roles: readonly string[];
            /**
             * @example [
             *       "apps.read",
             *       "apps.write"
             *     ]
             */
            readonly permissions: readonly string[];
        };
        readonly AdminContextUserResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903
             */
            readonly id: string;
            /** @example Lin */
            readonly display_name: string | null;
            /**
             * Format: email
             * @example admin@example.com
             */
            readonly email: string | null;
            /** @example zh-CN */
            readonly locale: components["schemas"]["SupportedLocale"] | null;
        };
        readonly AdminDashboardActiveMembersResponse: {
            /**
             * @description Active members in the last 24 hours
             * @example 300
             */
            readonly day: number;
            /**
             * @description Active members in the last 7 days
             * @example 700
             */
            readonly week: number;
            /**
             * @description Active members in the last 30 days
             * @example 900
             */
            readonly month: number;
        };
        readonly AdminDashboardJobsResponse: {
            /**
             * @description Jobs that have not been attempted yet, due now or later
             * @example 2
             */
            readonly ready: number;
            /**
             * @description Jobs that are being processed
             * @example 1
             */
            readonly active: number;
            /**
             * @description Jobs whose last attempt failed and that will be retried
             * @example 0
             */
            readonly failed: number;
            /**
             * @description Jobs that were given up (dead letters)
             * @example 0
             */
            readonly dead: number;
        };
        readonly AdminDashboardNewMembersResponse: {
            /**
             * @description Number of members who joined in the last 30 days
             * @example 120
             */
            readonly value: number;
            /**
             * @description Number of members who joined in the 30 days before that period
             * @example 100
             */
            readonly previous: number;
        };
        readonly AdminDashboardPointResponse: {
            /**
             * Format: date-time
             * @description Beginning of the hour or day
             * @example 2026-11-20T00:00:00.000Z
             */
            readonly at: string;
            /** @example 42 */
            readonly value: number;
        };
        readonly AdminDashboardSummaryResponse: {
            /**
             * @description Number of Apps that are not deleted, or 1 with `app_id`; the other figures refer to these Apps
             * @example 2
             */
            readonly apps: number;
            /**
             * @description Number of active memberships: a member of two Apps counts twice
             * @example 1000
             */
            readonly members: number;
            readonly new_members: components["schemas"]["AdminDashboardNewMembersResponse"];
            /** @description Members who signed in, or whose session was refreshed */
            readonly active_members: components["schemas"]["AdminDashboardActiveMembersResponse"];
            /**
             * @description Number of sessions of members and administrators that have neither ended nor expired; with `app_id` those of its members
             * @example 1200
             */
            readonly live_sessions: number;
            /**
             * @description Number of published notices that were not recalled
             * @example 12
             */
            readonly notices_published: number;
            /**
             * @description Releases that are the current one on some platform
             * @example 4
             */
            readonly releases_online: number;
            readonly jobs: components["schemas"]["AdminDashboardJobsResponse"];
            /**
             * Format: date-time
             * @description Time of the figures, which are cached for some seconds
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly as_of: string;
        };
        readonly AdminDashboardTrendResponse: {
            /** @example registrations */
            readonly metric: components["schemas"]["DashboardMetric"];
            /** @example day */
            readonly interval: components["schemas"]["DashboardInterval"];
            /**
             * @description Time zone of the hours and days: the setting `tenant.time_zone`
             * @example UTC
             */
            readonly time_zone: string;
            /** @description One point per hour or day in chronological order, including those with the value 0 */
            readonly points: readonly components["schemas"]["AdminDashboardPointResponse"][];
        };
        readonly AdminDeleteResponse: {
            /**
             * @example true
             * @enum {boolean}
             */
            readonly deleted: true;
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902
             */
            readonly id: string;
        };
        readonly AdminDictionaryItemRequest: {
            /**
             * @description Unique within the dictionary
             * @example paid
             */
            readonly key: string;
            /**
             * @description At least in the default locale of the App where the scope is app, else in any language
             * @example {
             *       "zh-CN": "已付款",
             *       "en-US": "Paid"
             *     }
             */
            readonly label: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            };
            /**
             * @description Value of the item for programs: any string, number or boolean; null for none
             * @example 20
             */
            readonly value?: string | number | boolean | null;
            /**
             * @description Position among the items, the lowest first, then by key; initially the index in the list, counted from 0
             * @example 1
             */
            readonly sort_order?: number | null;
            /** @description Disabled items are not delivered to clients. The default is `active` */
            readonly status?: components["schemas"]["DictionaryStatus"] | null;
        };
        readonly AdminDictionaryItemResponse: {
            /**
             * @description Unique within the dictionary
             * @example paid
             */
            readonly key: string;
            /**
             * @description At least in the default locale of the App where the scope is app, else in any language
             * @example {
             *       "zh-CN": "已付款",
             *       "en-US": "Paid"
             *     }
             */
            readonly label: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            };
            /**
             * @description Value of the item for programs: any string, number or boolean; null for none
             * @example 20
             */
            readonly value: boolean | string | number | null;
            /**
             * @description Position among the items, the lowest first, then by key
             * @example 1
             */
            readonly sort_order: number;
            /**
             * @description Disabled items are not delivered to clients
             * @example active
             */
            readonly status: components["schemas"]["DictionaryStatus"];
        };
        readonly AdminDictionaryListResponse: {
            /** @example 1 */
            readonly page: number;
            /** @example 20 */
            readonly page_size: number;
            /**
             * @description The number of items on all pages
             * @example 1
             */
            readonly total: number;
            readonly items: readonly components["schemas"]["AdminDictionarySummaryResponse"][];
        };
        readonly AdminDictionaryRequest: {
            /**
             * @description Required on POST. Never changed afterwards; unique within the App, the tenant or the global scope
             * @example order_status
             */
            readonly code?: string;
            /**
             * @description Required on POST. At least in the default locale of the App where the scope is app, else in any language
             * @example {
             *       "zh-CN": "订单状态",
             *       "en-US": "Order status"
             *     }
             */
            readonly name?: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            };
            /**
             * @description Required on POST. Never changed afterwards
             * @example tenant
             */
            readonly scope?: components["schemas"]["DictionaryScope"];
            /**
             * Format: uuid
             * @description The App of a dictionary with the scope `app`, else null; never changed afterwards
             * @example null
             */
            readonly app_id?: string | null;
            /** @description Replaced as a whole */
            readonly items?: readonly components["schemas"]["AdminDictionaryItemRequest"][] | null;
            /**
             * @description Whether clients may read the dictionary. The default is `false`
             * @example true
             */
            readonly is_public?: boolean | null;
            /** @description Disabled dictionaries are not delivered to clients. The default is `active` */
            readonly status?: components["schemas"]["DictionaryStatus"] | null;
            /**
             * @description Required on PATCH, refused on POST
             * @example 1
             */
            readonly lock_version?: number;
        };
        readonly AdminDictionaryResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901
             */
            readonly id: string;
            /**
             * @description Never changed afterwards; unique within the App, the tenant or the global scope
             * @example order_status
             */
            readonly code: string;
            /**
             * @description At least in the default locale of the App where the scope is app, else in any language
             * @example {
             *       "zh-CN": "订单状态",
             *       "en-US": "Order status"
             *     }
             */
            readonly name: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            };
            /**
             * @description Never changed afterwards
             * @example tenant
             */
            readonly scope: components["schemas"]["DictionaryScope"];
            /**
             * Format: uuid
             * @description The App of a dictionary with the scope `app`, else null; never changed afterwards
             * @example null
             */
            readonly app_id: string | null;
            /**
             * @description Whether clients may read the dictionary
             * @example true
             */
            readonly is_public: boolean;
            /**
             * @description Disabled dictionaries are not delivered to clients
             * @example active
             */
            readonly status: components["schemas"]["DictionaryStatus"];
            /** @example 1 */
            readonly lock_version: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly updated_at: string;
            /** @description Who made the change of `updated_at`; null if that is not known, or if the user was erased or the API client deleted */
            readonly updated_by: components["schemas"]["ActorResponse"] | null;
            /** @description The items in the order in which they were written */
            readonly items: readonly components["schemas"]["AdminDictionaryItemResponse"][];
        };
        readonly AdminDictionarySummaryResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901
             */
            readonly id: string;
            /**
             * @description Never changed afterwards; unique within the App, the tenant or the global scope
             * @example order_status
             */
            readonly code: string;
            /**
             * @description At least in the default locale of the App where the scope is app, else in any language
             * @example {
             *       "zh-CN": "订单状态",
             *       "en-US": "Order status"
             *     }
             */
            readonly name: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            };
            /**
             * @description Never changed afterwards
             * @example tenant
             */
            readonly scope: components["schemas"]["DictionaryScope"];
            /**
             * Format: uuid
             * @description The App of a dictionary with the scope `app`, else null; never changed afterwards
             * @example null
             */
            readonly app_id: string | null;
            /**
             * @description Whether clients may read the dictionary
             * @example true
             */
            readonly is_public: boolean;
            /**
             * @description Disabled dictionaries are not delivered to clients
             * @example active
             */
            readonly status: components["schemas"]["DictionaryStatus"];
            /** @example 1 */
            readonly lock_version: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly updated_at: string;
            /** @description Who made the change of `updated_at`; null if that is not known, or if the user was erased or the API client deleted */
            readonly updated_by: components["schemas"]["ActorResponse"] | null;
            /**
             * @description Number of items
             * @example 4
             */
            readonly item_count: number;
        };
        readonly AdminDownloadLinkResponse: {
            /**
             * Format: uri
             * @description Absolute URL, at the address at which this request was sent
             * @example https://api.example.com/admin-api/v1/files/0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904/content?download_token=akd_AZLwwXwqez6dVD8cKnvpAq7Vb2ZkXo0m9wR4tY6uI8pLsDfGq7Vb2ZkXo0m9wR4tYq7Vb2ZkXo0m9wR4tY6uI8pLsDfGq7Vb2ZkXo0m
             */
            readonly url: string;
            /**
             * Format: date-time
             * @description Time at which the link ends, a minute after it was made
             * @example 2026-11-20T08:31:00.000Z
             */
            readonly expires_at: string;
        };
        readonly AdminFileListResponse: {
            /** @example 1 */
            readonly page: number;
            /** @example 20 */
            readonly page_size: number;
            /**
             * @description The number of items on all pages
             * @example 1
             */
            readonly total: number;
            readonly items: readonly components["schemas"]["AdminFileResponse"][];
        };
        readonly AdminFileResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904
             */
            readonly id: string;
            /** @example app_icon */
            readonly purpose: components["schemas"]["FilePurpose"];
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902
             */
            readonly app_id: string | null;
            /**
             * @description File name given by the client, for display
             * @example icon.png
             */
            readonly filename: string;
            /**
             * @description Media type detected from the content, regardless of the declared type
             * @example image/png
             */
            readonly media_type: string;
            /** @example 48213 */
            readonly size_bytes: number;
            /** @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 */
            readonly sha256: string;
            /** @description Dimensions in pixels; null if the file is not an image */
            readonly image: components["schemas"]["FileImageResponse"] | null;
            /** @example clean */
            readonly scan_status: components["schemas"]["FileScanStatus"];
            /**
             * @description Name of the malware found, or the scanner that found none
             * @example ClamAV found nothing
             */
            readonly scan_detail: string | null;
            /**
             * @description Version read from a release package; null if unknown
             * @example 1.4.0
             */
            readonly detected_version: string | null;
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903
             */
            readonly created_by: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly created_at: string;
            /**
             * @description The result of the scan as a code, which clients show in any language; `scan_detail` has the words of the scanner, in English
             * @example nothing_found
             */
            readonly scan_code: components["schemas"]["FileScanCode"];
            /**
             * @description Whether the file is in use and therefore cannot be deleted
             * @example true
             */
            readonly in_use: boolean;
        };
        readonly AdminIdentifierResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be905
             */
            readonly id: string;
            /** @example email */
            readonly type: components["schemas"]["LoginIdentifierType"];
            /** @example lin@example.com */
            readonly value: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly verified_at: string | null;
            /** @example true */
            readonly is_primary: boolean;
        };
        readonly AdminInvitationAcceptRequest: {
            /**
             * @description The token from the mailed link
             * @example akl_…
             */
            readonly token: string;
            /**
             * Format: password
             * @example correct horse battery
             */
            readonly password: string;
            /** @example Lin */
            readonly display_name?: string;
        };
        readonly AdminJobListResponse: {
            /** @example 1 */
            readonly page: number;
            /** @example 20 */
            readonly page_size: number;
            /**
             * @description The number of items on all pages
             * @example 1
             */
            readonly total: number;
            /** @description Newest first; at most 10000 jobs on all pages together */
            readonly items: readonly components["schemas"]["AdminJobResponse"][];
        };
        readonly AdminJobQueueListResponse: {
            /** @description In order of priority, the highest first */
            readonly items: readonly components["schemas"]["AdminJobQueueResponse"][];
        };
        readonly AdminJobQueuePauseResponse: {
            /** @example codes.requests */
            readonly name: components["schemas"]["JobQueue"];
            /** @example true */
            readonly paused: boolean;
        };
        readonly AdminJobQueueResponse: {
            /** @example codes.requests */
            readonly name: components["schemas"]["JobQueue"];
            /**
             * @description Jobs that are due and wait for a worker; at most 100000 per lane are counted
             * @example 3
             */
            readonly ready: number;
            /**
             * @description Jobs that become due later; at most 100000 per lane are counted
             * @example 1
             */
            readonly delayed: number;
            /**
             * @description Jobs that a worker is processing
             * @example 2
             */
            readonly active: number;
            /**
             * @description Jobs that failed and wait for the next attempt; at most 100000 are counted
             * @example 0
             */
            readonly failed: number;
            /**
             * @description Jobs that were given up (dead letters), kept for 90 days; at most 100000 are counted
             * @example 0
             */
            readonly dead: number;
            /**
             * Format: date-time
             * @description Time at which the longest waiting job became due; null if no job waits
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly oldest_ready_at: string | null;
            /**
             * @description Whether the tenant has paused the queue: none of its jobs is started
             * @example false
             */
            readonly paused: boolean;
        };
        readonly AdminJobResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901
             */
            readonly id: string;
            /** @example push */
            readonly queue: string;
            /**
             * @description Name of the lane: the queue, or the part of the queue for one App and provider
             * @example push:0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902.fcm
             */
            readonly lane: string;
            /** @example notifications.pushes_due */
            readonly type: string;
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901
             */
            readonly app_id: string | null;
            /** @example ready */
            readonly state: components["schemas"]["JobState"];
            /**
             * @description Number of attempts started since the last manual retry
             * @example 1
             */
            readonly attempts: number;
            /**
             * @description Number of failures after which the job is given up; null if another limit decides, such as the lifetime of a code
             * @example 8
             */
            readonly max_attempts: number | null;
            /**
             * @description Number of consecutive attempts that ended because their process ended
             * @example 0
             */
            readonly lost: number;
            /**
             * @description Reason why the last attempt failed, with addresses removed; null without a failure
             * @example null
             */
            readonly error: string | null;
            /**
             * @description Data of the job; secrets and addresses are masked
             * @example {
             *       "route": "fcm",
             *       "turn": "0192f0c1-7c2a-7b3e-9d54-3f1c2a7be905"
             *     }
             */
            readonly payload: {
                readonly [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description Time at which the job becomes due. While it is active: time at which its lease ends unless the worker renews it
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly available_at: string;
            /**
             * Format: date-time
             * @description Time at which the current or last attempt started; null before the first
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly begun_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly completed_at: string | null;
            /**
             * Format: date-time
             * @description Time at which the job was given up; null if it was not
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly dead_at: string | null;
        };
        readonly AdminJobScheduleListResponse: {
            readonly items: readonly components["schemas"]["AdminJobScheduleResponse"][];
        };
        readonly AdminJobScheduleResponse: {
            /** @example iam.sessions */
            readonly name: string;
            /** @example 600 */
            readonly interval_seconds: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly last_run_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly next_run_at: string;
            /** @example 12 */
            readonly last_duration_ms: number | null;
            /**
             * @description Outcome of the last run: `running` while it runs, `behind` if its time ran out before its work was done; null before the first run
             * @example ok
             */
            readonly last_outcome: components["schemas"]["JobScheduleOutcome"] | null;
        };
        readonly AdminJobsRetryRequest: {
            readonly queue: components["schemas"]["JobQueue"];
            /**
             * @description Only jobs of this type
             * @example iam.otp_mail
             */
            readonly type?: string;
            /** @description Maximum number of dead letters to retry, the oldest first. The default is `1000` */
            readonly limit?: number;
        };
        readonly AdminJobsRetryResponse: {
            /**
             * @description Number of dead letters that are retried
             * @example 12
             */
            readonly retried: number;
        };
        readonly AdminKnownSettingListResponse: {
            readonly items: readonly components["schemas"]["AdminKnownSettingResponse"][];
        };
        readonly AdminKnownSettingResponse: {
            /** @example sms.daily_budget */
            readonly key: string;
            /** @example number */
            readonly value_type: components["schemas"]["SettingValueType"];
            /**
             * @description Scopes in which the service looks for the setting, the most specific first
             * @example [
             *       "global"
             *     ]
             */
            readonly scopes: readonly components["schemas"]["SettingScope"][];
            /**
             * @description The least permitted integer; null if the value is not a number
             * @example 0
             */
            readonly minimum: number | null;
            /**
             * @description The greatest permitted integer; null if the value is not a number
             * @example 1000000000
             */
            readonly maximum: number | null;
            /**
             * @description Format of the value: `time_zone` for the IANA name of a time zone; null for any
             * @example null
             */
            readonly format: string | null;
            /**
             * @description The value used if the setting does not exist; null if `description` says it
             * @example 1000
             */
            readonly default: boolean | string | number | null;
            /**
             * @description The permission required to set the setting; the scope global always requires `settings.global`
             * @example settings.global
             */
            readonly required_permission: string;
            /** @example How many codes an App sends by SMS in a day; 0 sends none */
            readonly description: string;
        };
        readonly AdminLoginEventListResponse: {
            /** @example 1 */
            readonly page: number;
            /** @example 20 */
            readonly page_size: number;
            /**
             * @description The number of items on all pages
             * @example 1
             */
            readonly total: number;
            readonly items: readonly components["schemas"]["AdminLoginEventResponse"][];
        };
        readonly AdminLoginEventResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be906
             */
            readonly id: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly occurred_at: string;
            /** @description The user; null if the attempt named no account, or was made by an API client */
            readonly user: components["schemas"]["SessionUserResponse"] | null;
            /**
             * Format: uuid
             * @description The App; null for the administration and for events that concern no App
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902
             */
            readonly app_id: string | null;
            /** @example 203.0.113.7 */
            readonly ip: string | null;
            /** @example Example/1.4.0 (Android 16) */
            readonly user_agent: string | null;
            /** @example failure */
            readonly result: components["schemas"]["LoginResult"];
            /** @example password */
            readonly method: components["schemas"]["LoginMethod"];
            /**
             * @description Reason for a failure; null for a success
             * @example bad_credentials
             */
            readonly reason: string | null;
            /**
             * Format: uuid
             * @description Device of a successful sign-in, which may have been removed since; else null
             * @example null
             */
            readonly device_id: string | null;
        };
        readonly AdminLoginRequest: {
            /**
             * Format: email
             * @example admin@example.com
             */
            readonly email: string;
            /**
             * Format: password
             * @example correct horse battery
             */
            readonly password: string;
            /**
             * @description Code of the tenant. The default is `default`
             * @example default
             */
            readonly tenant?: string;
        };
        readonly AdminMemberConsentResponse: {
            /** @example privacy-policy */
            readonly document_type: components["schemas"]["LegalDocumentType"];
            /** @example 5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef */
            readonly revision_hash: string;
            /**
             * Format: date-time
             * @description Time of the first acceptance
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly accepted_at: string;
        };
        readonly AdminMemberDetailResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903
             */
            readonly user_id: string;
            /** @example Lin */
            readonly display_name: string | null;
            readonly identifiers: readonly components["schemas"]["AdminIdentifierResponse"][];
            /** @example active */
            readonly status: components["schemas"]["AppMembershipStatus"];
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly joined_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description Time of the last sign-in at this App; null for none
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly last_login_at: string | null;
            /** @description The devices from which the member signed in to the App, most recently seen first, 100 at most */
            readonly devices: readonly components["schemas"]["AdminMemberDeviceResponse"][];
            /** @description The accepted revisions of the App’s legal documents, newest first, 100 at most */
            readonly consents: readonly components["schemas"]["AdminMemberConsentResponse"][];
            /** @description Of other Apps of the tenant, oldest first, 100 at most */
            readonly memberships: readonly components["schemas"]["AdminUserMembershipResponse"][];
            /** @description The live sessions, the most recently active first, 100 at most; null without `sessions.read` and `security.read` */
            readonly sessions: readonly components["schemas"]["AdminSessionResponse"][] | null;
            /** @description The last 20 sign-ins, failed attempts included, newest first; null without `sessions.read` and `security.read` */
            readonly login_events: readonly components["schemas"]["AdminLoginEventResponse"][] | null;
        };
        readonly AdminMemberDeviceResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be905
             */
            readonly id: string;
            /** @example android */
            readonly platform: components["schemas"]["MobilePlatform"] | null;
            /** @example Pixel 9 */
            readonly model: string | null;
            /** @example 16 */
            readonly os_version: string | null;
            /** @example 1.4.0 */
            readonly app_version: string | null;
            /** @example true */
            readonly push_enabled: boolean;
            /**
             * Format: date-time
             * @description Time of the last sign-in from the device, or of the last refresh of one of its sessions
             * @example 2026-11-21T09:45:00.000Z
             */
            readonly last_seen_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly created_at: string;
        };
        readonly AdminMemberListResponse: {
            /** @example 1 */
            readonly page: number;
            /** @example 20 */
            readonly page_size: number;
            /**
             * @description The number of items on all pages
             * @example 1
             */
            readonly total: number;
            readonly items: readonly components["schemas"]["AdminMemberResponse"][];
        };
        readonly AdminMemberResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903
             */
            readonly user_id: string;
            /** @example Lin */
            readonly display_name: string | null;
            readonly identifiers: readonly components["schemas"]["AdminIdentifierResponse"][];
            /** @example active */
            readonly status: components["schemas"]["AppMembershipStatus"];
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly joined_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description Time of the last sign-in at this App; null for none
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly last_login_at: string | null;
        };
        readonly AdminMfaCodeRequest: {
            /**
             * @description Six digits from the authenticator, or a recovery code
             * @example 408163
             */
            readonly code: string;
        };
        readonly AdminMfaLoginRequest: {
            /**
             * @description The `mfa_token` of the answer to the sign-in with a password
             * @example akm_…
             */
            readonly mfa_token: string;
            /**
             * @description Six digits from the authenticator, or a recovery code
             * @example 408163
             */
            readonly code: string;
        };
        /** @enum {string} */
        readonly AdminMfaMethod: "totp" | "recovery_code";
        readonly AdminMfaRequiredResponse: {
            /**
             * @example true
             * @enum {boolean}
             */
            readonly mfa_required: true;
            /**
             * @description Token for the second factor, valid for 5 minutes and for one successful sign-in
             * @example akm_…
             */
            readonly mfa_token: string;
            /**
             * @example [
             *       "totp",
             *       "recovery_code"
             *     ]
             */
            readonly methods: readonly components["schemas"]["AdminMfaMethod"][];
        };
        readonly AdminMobileReleaseDayStatistics: {
            /** @example 1000 */
            readonly offered: number;
            /** @example 800 */
            readonly download_started: number;
            /** @example 790 */
            readonly downloaded: number;
            /** @example 780 */
            readonly installed: number;
            /** @example 770 */
            readonly first_run_ok: number;
            /** @example 7 */
            readonly failed: number;
            /** @example 1 */
            readonly rolled_back: number;
            /**
             * Format: date
             * @description Day in UTC
             * @example 2026-11-21
             */
            readonly date: string;
            /** @example android */
            readonly platform: components["schemas"]["ReleasePlatform"];
            /**
             * @description Failures divided by failures plus successful first runs, 0 to 1; null if there are none. Counts reports, while health gates count installations.
             * @example 0.009
             */
            readonly failure_rate: number | null;
            /**
             * @description Share of the devices of the App that run this release, 0 to 1; null if no device reported. Counts the devices that reported on releases of this package type on the platform, on the day or in the 30 days before it; a device runs the release if its last report by the end of the day says so (installed or first_run_ok, and neither rolled back nor another release installed since).
             * @example 0.769
             */
            readonly adoption_rate: number | null;
        };
        readonly AdminMobileReleaseErrorStatistics: {
            /**
             * @description The error code; null for failures reported without one
             * @example E_NO_SPACE
             */
            readonly error_code: string | null;
            /** @example 5 */
            readonly count: number;
        };
        readonly AdminMobileReleaseExplainResponse: {
            /** @example android */
            readonly platform: components["schemas"]["ReleasePlatform"];
            /** @example wgt */
            readonly package_type: components["schemas"]["ReleasePackageType"];
            /** @description The published release */
            readonly current: components["schemas"]["AdminConsideredReleaseResponse"] | null;
            /** @description The release for devices outside the rollout, while there is one */
            readonly fallback: components["schemas"]["AdminConsideredReleaseResponse"] | null;
            /** @description The policy that the client gets; null if it gets 503 */
            readonly offered: components["schemas"]["AdminConsideredReleaseResponse"] | null;
            /** @description The decision for the client; null if no version was given */
            readonly decision: components["schemas"]["MobileAppVersionDecision"] | null;
            /** @example true */
            readonly update_available: boolean | null;
            /** @example false */
            readonly update_required: boolean | null;
            /** @example null */
            readonly native_update_required: boolean | null;
            /** @description The rules that were tried; the last one decided */
            readonly rules: readonly components["schemas"]["AdminMobileReleaseRuleResponse"][];
        };
        readonly AdminMobileReleaseFileResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902
             */
            readonly id: string;
            /** @example shop-1.2.10.wgt */
            readonly filename: string;
            /** @example 1048576 */
            readonly size_bytes: number;
            /** @example aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa */
            readonly sha256: string;
        };
        readonly AdminMobileReleaseHealthGateRequest: {
            /**
             * @description Tolerated percentage of installations that fail
             * @example 5
             */
            readonly max_failure_percent?: number;
            /**
             * @description Number of installations that must report on their first run before the gate decides. Each counts once, by its last report within the window, at most three of one network (/24 or /48) and at most 30 of one IPv6 /32. Reports are anonymous, so that anybody with a few networks can reach a small number: `unpublish` therefore also requires failures of at least 1 % of the installations that reported anything about the release.
             * @example 50
             */
            readonly min_reports?: number;
            /** @example 60 */
            readonly window_minutes?: number;
            /** @example pause */
            readonly action?: components["schemas"]["ReleaseHealthAction"];
        };
        readonly AdminMobileReleaseHealthGateResponse: {
            /**
             * @description Tolerated percentage of installations that fail
             * @example 5
             */
            readonly max_failure_percent: number;
            /** @example 50 */
            readonly min_reports: number;
            /** @example 60 */
            readonly window_minutes: number;
            /** @example pause */
            readonly action: components["schemas"]["ReleaseHealthAction"];
        };
        readonly AdminMobileReleaseListResponse: {
            readonly items: readonly components["schemas"]["AdminMobileReleaseResponse"][];
        };
        readonly AdminMobileReleasePageResponse: {
            /** @example 1 */
            readonly page: number;
            /** @example 20 */
            readonly page_size: number;
            /**
             * @description The number of items on all pages
             * @example 1
             */
            readonly total: number;
            readonly items: readonly components["schemas"]["AdminMobileReleaseResponse"][];
        };
        readonly AdminMobileReleasePlatformStatistics: {
            /** @example 1000 */
            readonly offered: number;
            /** @example 800 */
            readonly download_started: number;
            /** @example 790 */
            readonly downloaded: number;
            /** @example 780 */
            readonly installed: number;
            /** @example 770 */
            readonly first_run_ok: number;
            /** @example 7 */
            readonly failed: number;
            /** @example 1 */
            readonly rolled_back: number;
            /** @example android */
            readonly platform: components["schemas"]["ReleasePlatform"];
            /**
             * @description Failures divided by failures plus successful first runs, 0 to 1; null if there are none. Counts reports, while health gates count installations.
             * @example 0.009
             */
            readonly failure_rate: number | null;
            /**
             * @description Number of devices to which adoption_rate refers
             * @example 1000
             */
            readonly device_count: number;
            /**
             * @description Number of devices among device_count that run the release
             * @example 769
             */
            readonly adopted_count: number;
            /**
             * @description Share of the devices of the App that run this release, 0 to 1; null if no device reported. Counts the devices that reported on releases of this package type on the platform, on the day or in the 30 days before it; a device runs the release if its last report by the end of the day says so (installed or first_run_ok, and neither rolled back nor another release installed since). The day is the current one in UTC, regardless of the requested range.
             * @example 0.769
             */
            readonly adoption_rate: number | null;
        };
        readonly AdminMobileReleaseReportCounts: {
            /** @example 1000 */
            readonly offered: number;
            /** @example 800 */
            readonly download_started: number;
            /** @example 790 */
            readonly downloaded: number;
            /** @example 780 */
            readonly installed: number;
            /** @example 770 */
            readonly first_run_ok: number;
            /** @example 7 */
            readonly failed: number;
            /** @example 1 */
            readonly rolled_back: number;
        };
        readonly AdminMobileReleaseRequest: {
            /** @description Required on POST. Never changed afterwards */
            readonly platform?: components["schemas"]["ReleasePlatform"];
            /**
             * @description Required on POST. Never changed afterwards
             * @example wgt
             */
            readonly package_type?: components["schemas"]["ReleasePackageType"];
            /**
             * @description Initially only `platform`, which is always included; several only for wgt
             * @example [
             *       "android"
             *     ]
             */
            readonly target_platforms?: readonly ("android" | "ios" | "harmony")[] | null;
            /**
             * @description Required on POST
             * @example 1.2.10
             */
            readonly version_name?: string;
            /**
             * @description Required on POST. Unique per App, platform and package type
             * @example 120
             */
            readonly version_code?: number;
            /**
             * @description Clients with a lower version_code must upgrade; null for none
             * @example 110
             */
            readonly min_supported_version_code?: number | null;
            /**
             * @description The least version_code of the native app that a wgt needs; null for none
             * @example null
             */
            readonly min_native_version_code?: number | null;
            /**
             * @description Required on POST. `silent` only for wgt
             * @example recommended
             */
            readonly upgrade_mode?: components["schemas"]["ReleaseUpgradeMode"];
            /**
             * @description Percentage of devices that get the release. The default is `100`
             * @example 100
             */
            readonly rollout_percent?: number | null;
            /** @description Pauses or unpublishes the release if too many installations fail. All fields are required at first, later changes are merged; null for none */
            readonly health_gate?: components["schemas"]["AdminMobileReleaseHealthGateRequest"] | null;
            /**
             * @description The uni-app runtime for which a wgt was compiled; null for none
             * @example 4.29
             */
            readonly required_runtime_version?: string | null;
            /**
             * @description How the runtime of the client must match required_runtime_version. The default is `any`
             * @example any
             */
            readonly runtime_match?: components["schemas"]["ReleaseRuntimeMatch"] | null;
            /**
             * @description Required on POST. At least in the App’s default locale
             * @example {
             *       "zh-CN": "更新",
             *       "en-US": "Update"
             *     }
             */
            readonly title?: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            };
            /**
             * @description Required on POST. At least in the App’s default locale
             * @example {
             *       "zh-CN": "修复问题",
             *       "en-US": "Bug fixes"
             *     }
             */
            readonly release_notes?: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            };
            /**
             * Format: uuid
             * @description A clean file of the App with the purpose `release_package`; null for none
             * @example null
             */
            readonly file_id?: string | null;
            /**
             * Format: iri
             * @description Another source of the package, such as a store page; null for none
             * @example https://apps.apple.com/app/id1
             */
            readonly external_url?: string | null;
            /** @description Stores that have the native app; initially none */
            readonly store_links?: readonly components["schemas"]["AdminMobileReleaseStoreLinkRequest"][] | null;
            /**
             * @description Required on PATCH, refused on POST
             * @example 1
             */
            readonly lock_version?: number;
        };
        readonly AdminMobileReleaseResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be910
             */
            readonly id: string;
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be900
             */
            readonly app_id: string;
            /** @example android */
            readonly platform: components["schemas"]["ReleasePlatform"];
            /** @example wgt */
            readonly package_type: components["schemas"]["ReleasePackageType"];
            /**
             * @example [
             *       "android"
             *     ]
             */
            readonly target_platforms: readonly components["schemas"]["ReleasePlatform"][];
            /** @example 1.2.10 */
            readonly version_name: string;
            /** @example 120 */
            readonly version_code: number;
            /**
             * @description Clients with a lower version_code must upgrade; null for none
             * @example 110
             */
            readonly min_supported_version_code: number | null;
            /**
             * @description The least version_code of the native app that a wgt needs; null for none
             * @example null
             */
            readonly min_native_version_code: number | null;
            /** @example recommended */
            readonly upgrade_mode: components["schemas"]["ReleaseUpgradeMode"];
            /**
             * @description Percentage of devices that get the release
             * @example 100
             */
            readonly rollout_percent: number;
            /**
             * @description Whether the rollout is paused: devices that do not have the release yet get the fallback
             * @example false
             */
            readonly rollout_paused: boolean;
            readonly health_gate: components["schemas"]["AdminMobileReleaseHealthGateResponse"] | null;
            /**
             * @description The uni-app runtime for which a wgt was compiled; null for none
             * @example null
             */
            readonly required_runtime_version: string | null;
            /** @example any */
            readonly runtime_match: components["schemas"]["ReleaseRuntimeMatch"];
            /**
             * @example {
             *       "zh-CN": "更新",
             *       "en-US": "Update"
             *     }
             */
            readonly title: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            };
            /**
             * @example {
             *       "zh-CN": "修复问题",
             *       "en-US": "Bug fixes"
             *     }
             */
            readonly release_notes: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            };
            /**
             * Format: uuid
             * @description A file of the App with the purpose `release_package`; null for none
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902
             */
            readonly file_id: string | null;
            readonly file: components["schemas"]["AdminMobileReleaseFileResponse"] | null;
            /**
             * Format: iri
             * @description Another source of the package, such as a store page; null for none
             * @example null
             */
            readonly external_url: string | null;
            readonly store_links: readonly components["schemas"]["AdminMobileReleaseStoreLinkResponse"][];
            /**
             * @description Whether the release was never published, or is current on all, some or none of its target platforms
             * @example online
             */
            readonly publish_status: components["schemas"]["ReleasePublishStatus"];
            /**
             * @description The platforms on which the release is current
             * @example [
             *       "android"
             *     ]
             */
            readonly published_platforms: readonly components["schemas"]["ReleasePlatform"][];
            /**
             * @description The platforms on which devices outside the rollout of the current release get this release
             * @example []
             */
            readonly fallback_platforms: readonly components["schemas"]["ReleasePlatform"][];
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly first_published_at: string | null;
            /**
             * Format: date-time
             * @description Time of the latest publication; null if never published
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly published_at: string | null;
            /**
             * Format: uuid
             * @description The user or API client who created the release; null if none did, as for an imported one
             * @example null
             */
            readonly created_by: string | null;
            /** @example 0 */
            readonly download_count: number;
            /** @example 1 */
            readonly lock_version: number;
            /**
             * Format: date-time
             * @example 2026-11-21T08:00:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly updated_at: string;
            /** @description Who made the change of `updated_at`; null if that is not known, or if the user was erased or the API client deleted */
            readonly updated_by: components["schemas"]["ActorResponse"] | null;
        };
        readonly AdminMobileReleaseRolloutRequest: {
            /**
             * @description The version that the client read
             * @example 1
             */
            readonly lock_version: number;
            /**
             * @description The reason for the change, for the audit log alone
             * @example Requested by the legal department
             */
            readonly reason?: string | null;
            /**
             * @description Percentage of devices that get the release
             * @example 25
             */
            readonly rollout_percent?: number;
            /**
             * @description Whether the rollout is paused: devices that do not have the release yet get the fallback
             * @example false
             */
            readonly paused?: boolean;
        };
        readonly AdminMobileReleaseRuleResponse: {
            /**
             * @description The rules are tried in this order
             * @example rollout
             */
            readonly rule: string;
            /**
             * @description Result of the rule: `passed` if it left the decision to the next rule; `unavailable` if nothing is published
             * @example passed
             */
            readonly verdict: components["schemas"]["AppVersionVerdict"];
            /**
             * @description The facts that the rule considered
             * @example {
             *       "rollout_percent": 30,
             *       "bucket": 2041
             *     }
             */
            readonly facts: {
                readonly [key: string]: unknown;
            };
        };
        readonly AdminMobileReleaseStatisticsResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be910
             */
            readonly release_id: string;
            /**
             * Format: date
             * @example 2026-11-01
             */
            readonly from: string | null;
            /**
             * Format: date
             * @example 2026-11-30
             */
            readonly to: string | null;
            readonly totals: components["schemas"]["AdminMobileReleaseReportCounts"];
            /**
             * @description Failures divided by failures plus successful first runs, 0 to 1; null if there are none. Counts reports, while health gates count installations.
             * @example 0.009
             */
            readonly failure_rate: number | null;
            /**
             * @description Number of devices to which adoption_rate refers
             * @example 1000
             */
            readonly device_count: number;
            /**
             * @description Number of devices among device_count that run the release
             * @example 769
             */
            readonly adopted_count: number;
            /**
             * @description Share of the devices of the App that run this release, 0 to 1; null if no device reported. Counts the devices that reported on releases of this package type on the platform, on the day or in the 30 days before it; a device runs the release if its last report by the end of the day says so (installed or first_run_ok, and neither rolled back nor another release installed since). The day is the current one in UTC, regardless of the requested range.
             * @example 0.769
             */
            readonly adoption_rate: number | null;
            /**
             * @description Completed downloads from this service
             * @example 795
             */
            readonly download_count: number;
            /**
             * Format: date-time
             * @description Time at which the health gate acted; null if it has not. It acts once, and not again until the gate is changed or the release is published again.
             * @example null
             */
            readonly health_tripped_at: string | null;
            /** @description Every platform of the release */
            readonly by_platform: readonly components["schemas"]["AdminMobileReleasePlatformStatistics"][];
            /** @description Days with reports, the oldest first */
            readonly by_day: readonly components["schemas"]["AdminMobileReleaseDayStatistics"][];
            /** @description The ten most frequent among the latest 10,000 failures of the last 90 days */
            readonly errors: readonly components["schemas"]["AdminMobileReleaseErrorStatistics"][];
        };
        readonly AdminMobileReleaseStoreLinkRequest: {
            /** @example Huawei AppGallery */
            readonly name: string;
            /**
             * @description URI that opens the app of the store
             * @example market://details?id=com.example.shop
             */
            readonly scheme: string;
            /**
             * Format: iri
             * @description URL of the page in the store
             * @example https://store.example.com/com.example.shop
             */
            readonly url: string;
            /**
             * @description Priority in the list of links, the highest first. The default is `0`
             * @example 10
             */
            readonly priority?: number | null;
            /**
             * @description Whether clients get the link. The default is `true`
             * @example true
             */
            readonly enabled?: boolean | null;
        };
        readonly AdminMobileReleaseStoreLinkResponse: {
            /** @example Huawei AppGallery */
            readonly name: string;
            /**
             * @description URI that opens the app of the store
             * @example market://details?id=com.example.shop
             */
            readonly scheme: string;
            /**
             * Format: iri
             * @description URL of the page in the store
             * @example https://store.example.com/com.example.shop
             */
            readonly url: string;
            /**
             * @description Priority in the list of links, the highest first
             * @example 10
             */
            readonly priority: number;
            /**
             * @description Whether clients get the link
             * @example true
             */
            readonly enabled: boolean;
        };
        readonly AdminNotificationActionRequest: {
            /** @example url */
            readonly type: components["schemas"]["NotificationActionType"];
            /**
             * @description An http or https URL without credentials, or the slug of a page or article. Required unless the type is `none`, in which case it is absent or null.
             * @example https://shop.example.com/autumn
             */
            readonly target?: string | null;
        };
        readonly AdminNotificationActionResponse: {
            /** @example url */
            readonly type: components["schemas"]["NotificationActionType"];
            /**
             * @description An http or https URL, or the slug of a page or article; null for the type `none`
             * @example https://shop.example.com/autumn
             */
            readonly target: string | null;
        };
        readonly AdminNotificationAudienceFilterRequest: {
            /**
             * @description Members who saved one of these locales
             * @example [
             *       "zh-CN"
             *     ]
             */
            readonly locales?: readonly ("zh-CN" | "zh-TW" | "en-US" | "ja-JP")[];
            /**
             * @description Members who signed in from a device of one of these platforms
             * @example [
             *       "android"
             *     ]
             */
            readonly platforms?: readonly ("android" | "ios" | "harmony")[];
            /**
             * @description Members who have one of these roles of the tenant, by code. Also requires `users.read`.
             * @example [
             *       "content_editor"
             *     ]
             */
            readonly roles?: readonly string[];
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly joined_before?: string;
            /**
             * Format: date-time
             * @example 2026-01-01T00:00:00.000Z
             */
            readonly joined_after?: string;
            /**
             * Format: date-time
             * @example 2026-10-01T00:00:00.000Z
             */
            readonly last_active_after?: string;
            /** @description Members whose last used device has an App version in this range */
            readonly app_versions?: components["schemas"]["AdminNotificationVersionRangeRequest"];
            /**
             * @description Members whose profile names one of these regions, or one below them
             * @example [
             *       "330000"
             *     ]
             */
            readonly region_codes?: readonly string[];
            /**
             * @description Members of one of these organization units, or of one below them. Also requires `users.read`.
             * @example [
             *       "0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90a"
             *     ]
             */
            readonly unit_ids?: readonly string[];
            /**
             * @description `true`: members with a device that receives pushes; `false`: members without one
             * @example true
             */
            readonly has_push?: boolean;
        };
        readonly AdminNotificationAudienceFilterResponse: {
            /**
             * @description Members who saved one of these locales
             * @example [
             *       "zh-CN"
             *     ]
             */
            readonly locales?: readonly components["schemas"]["SupportedLocale"][];
            /**
             * @description Members who signed in from a device of one of these platforms
             * @example [
             *       "android"
             *     ]
             */
            readonly platforms?: readonly components["schemas"]["NotificationAudiencePlatform"][];
            /**
             * @description Members who have one of these roles of the tenant, by code
             * @example [
             *       "content_editor"
             *     ]
             */
            readonly roles?: readonly string[];
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly joined_before?: string;
            /**
             * Format: date-time
             * @example 2026-01-01T00:00:00.000Z
             */
            readonly joined_after?: string;
            /**
             * Format: date-time
             * @example 2026-10-01T00:00:00.000Z
             */
            readonly last_active_after?: string;
            /** @description Members whose last used device has an App version in this range */
            readonly app_versions?: components["schemas"]["AdminNotificationVersionRangeResponse"];
            /**
             * @description Members whose profile names one of these regions, or one below them
             * @example [
             *       "330000"
             *     ]
             */
            readonly region_codes?: readonly string[];
            /**
             * @description Members of one of these organization units, or of one below them
             * @example [
             *       "0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90a"
             *     ]
             */
            readonly unit_ids?: readonly string[];
            /**
             * @description `true`: members with a device that receives pushes; `false`: members without one
             * @example true
             */
            readonly has_push?: boolean;
        };
        readonly AdminNotificationAudienceRequest: {
            readonly mode: components["schemas"]["NotificationAudienceMode"];
            /**
             * @description Active members of the App, with the mode `users`, which requires `user_ids`, `identifiers` or both, at most 10,000 together; refused otherwise. A member is a recipient once, however often named.
             * @example [
             *       "0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904"
             *     ]
             */
            readonly user_ids?: readonly string[];
            /**
             * @description Active members of the App by their verified email addresses and mobile numbers, with the mode `users`. A number without a country code is of the App’s default country. Answers tell the members as `user_ids`. Also requires `members.read`.
             * @example [
             *       "member@example.com",
             *       "+8613800138000"
             *     ]
             */
            readonly identifiers?: readonly string[];
            /** @description Required with the mode `filter`, refused otherwise */
            readonly filter?: components["schemas"]["AdminNotificationAudienceFilterRequest"];
        };
        readonly AdminNotificationAudienceResponse: {
            /** @example all_members */
            readonly mode: components["schemas"]["NotificationAudienceMode"];
            /**
             * @description The chosen members, with the mode `users`
             * @example [
             *       "0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904"
             *     ]
             */
            readonly user_ids?: readonly string[];
            /** @description The conditions, with the mode `filter` */
            readonly filter?: components["schemas"]["AdminNotificationAudienceFilterResponse"];
        };
        readonly AdminNotificationChannelStatsResponse: {
            /** @example 880 */
            readonly sent: number;
            /** @example 4 */
            readonly failed: number;
            /**
             * @description Number that the provider accepted, but did not deliver because of a rule of its own
             * @example 6
             */
            readonly ignored: number;
            /** @example 120 */
            readonly opened: number;
        };
        readonly AdminNotificationExcludedResponse: {
            /**
             * @description Number of active members who do not receive this message type according to their preferences
             * @example 12
             */
            readonly by_preference: number;
            /**
             * @description Number of intended recipients without an active membership in the App
             * @example 3
             */
            readonly by_membership: number;
        };
        readonly AdminNotificationHourResponse: {
            /**
             * Format: date-time
             * @description The beginning of the hour
             * @example 2026-11-20T08:00:00.000Z
             */
            readonly at: string;
            /** @example 1204 */
            readonly delivered: number;
            /** @example 310 */
            readonly read: number;
        };
        readonly AdminNotificationMessageListResponse: {
            /** @example 1 */
            readonly page: number;
            /** @example 20 */
            readonly page_size: number;
            /**
             * @description The number of items on all pages
             * @example 1
             */
            readonly total: number;
            readonly items: readonly components["schemas"]["AdminNotificationMessageSummaryResponse"][];
        };
        readonly AdminNotificationMessageRequest: {
            /** @description Required on POST of messages, refused for notices */
            readonly message_type?: components["schemas"]["MessageType"];
            /**
             * @description Required on POST. At least in the App’s default locale. The placeholders `{{display_name}}` and `{{app_name}}` are replaced for each recipient. A member without a name is called `text` by `{{display_name|text}}`, otherwise 用户, 用戶, there or ユーザー, as the language has it.
             * @example {
             *       "zh-CN": "秋季菜单上线",
             *       "en-US": "The autumn menu is here"
             *     }
             */
            readonly title?: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            };
            /**
             * @description Required on POST. Markdown, in which HTML is escaped. At least in the App’s default locale; the placeholders of `title` are replaced here, too.
             * @example {
             *       "zh-CN": "{{display_name}}，来尝尝吧。",
             *       "en-US": "Come and try it, {{display_name|dear guest}}."
             *     }
             */
            readonly body?: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            };
            /**
             * @description The intended recipients, replaced as a whole; initially all members
             * @example {
             *       "mode": "all_members"
             *     }
             */
            readonly audience?: components["schemas"]["AdminNotificationAudienceRequest"] | null;
            /**
             * @description The channels of delivery; `in_app`, the inbox, is always included. Initially only `in_app`
             * @example [
             *       "in_app",
             *       "push"
             *     ]
             */
            readonly channels?: readonly ("in_app" | "push" | "email")[] | null;
            /** @description What the App opens when the recipient opens the item; null for nothing */
            readonly action?: components["schemas"]["AdminNotificationActionRequest"] | null;
            /**
             * Format: date-time
             * @description Time of publication; null for immediately, otherwise in the future
             * @example 2026-12-24T08:00:00.000Z
             */
            readonly scheduled_at?: string | null;
            /**
             * Format: date-time
             * @description Time at which the item disappears from inboxes; null for never, otherwise in the future and after `scheduled_at`
             * @example 2027-01-07T00:00:00.000Z
             */
            readonly expires_at?: string | null;
            /**
             * @description Required on PATCH, refused on POST
             * @example 1
             */
            readonly lock_version?: number;
        };
        readonly AdminNotificationMessageResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901
             */
            readonly id: string;
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be907
             */
            readonly app_id: string;
            /** @example notice */
            readonly kind: components["schemas"]["NotificationKind"];
            /**
             * @description The type of a message; null for notices
             * @example system
             */
            readonly message_type: components["schemas"]["MessageType"] | null;
            /**
             * @description At least in the App’s default locale. The placeholders `{{display_name}}` and `{{app_name}}` are replaced for each recipient. A member without a name is called `text` by `{{display_name|text}}`, otherwise 用户, 用戶, there or ユーザー, as the language has it.
             * @example {
             *       "zh-CN": "秋季菜单上线",
             *       "en-US": "The autumn menu is here"
             *     }
             */
            readonly title: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            };
            /** @example all_members */
            readonly audience_mode: components["schemas"]["NotificationAudienceMode"];
            /**
             * @description The channels of delivery; `in_app`, the inbox, is always included. Initially only `in_app`
             * @example [
             *       "in_app",
             *       "push"
             *     ]
             */
            readonly channels: readonly components["schemas"]["NotificationChannel"][];
            /** @description What the App opens when the recipient opens the item; null for nothing */
            readonly action: components["schemas"]["AdminNotificationActionResponse"] | null;
            /** @example draft */
            readonly status: components["schemas"]["NotificationStatus"];
            /**
             * Format: date-time
             * @description Time of publication; null for immediately
             * @example 2026-12-24T08:00:00.000Z
             */
            readonly scheduled_at: string | null;
            /**
             * Format: date-time
             * @description Time at which the item disappears from inboxes; null for never
             * @example 2027-01-07T00:00:00.000Z
             */
            readonly expires_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly published_at: string | null;
            /**
             * Format: uuid
             * @description The user or API client who published the item or scheduled its publication
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903
             */
            readonly published_by: string | null;
            /**
             * Format: date-time
             * @example null
             */
            readonly cancelled_at: string | null;
            /**
             * Format: date-time
             * @description Time of the recall, which removed the item from all inboxes; null if not recalled. `status` stays `published`.
             * @example null
             */
            readonly recalled_at: string | null;
            /** @example null */
            readonly recall_reason: string | null;
            /**
             * @description Number of members to whose inboxes the item was delivered, including those who have deleted it. Increases during delivery; null before the publication.
             * @example 1204
             */
            readonly recipient_count: number | null;
            /**
             * @description `admin` if an administrator wrote the item, `service` if an API client sent it
             * @example admin
             */
            readonly origin: components["schemas"]["NotificationOrigin"];
            /**
             * Format: uuid
             * @description The administrator or API client who created the item
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903
             */
            readonly created_by: string | null;
            /** @example 1 */
            readonly lock_version: number;
            /**
             * Format: date-time
             * @example 2026-11-20T08:00:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-20T08:30:00.000Z
             */
            readonly updated_at: string;
            /** @description Who made the change of `updated_at`; null if that is not known, or if the user was erased or the API client deleted */
            readonly updated_by: components["schemas"]["ActorResponse"] | null;
            /**
             * @description Markdown, in which HTML is escaped. At least in the App’s default locale; the placeholders of `title` are replaced here, too.
             * @example {
             *       "zh-CN": "{{display_name}}，来尝尝吧。",
             *       "en-US": "Come and try it, {{display_name|dear guest}}."
             *     }
             */
            readonly body: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            };
            readonly audience: components["schemas"]["AdminNotificationAudienceResponse"];
        };
        readonly AdminNotificationMessageSummaryResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901
             */
            readonly id: string;
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be907
             */
            readonly app_id: string;
            /** @example notice */
            readonly kind: components["schemas"]["NotificationKind"];
            /**
             * @description The type of a message; null for notices
             * @example system
             */
            readonly message_type: components["schemas"]["MessageType"] | null;
            /**
             * @description At least in the App’s default locale. The placeholders `{{display_name}}` and `{{app_name}}` are replaced for each recipient. A member without a name is called `text` by `{{display_name|text}}`, otherwise 用户, 用戶, there or ユーザー, as the language has it.
             * @example {
             *       "zh-CN": "秋季菜单上线",
             *       "en-US": "The autumn menu is here"
             *     }
             */
            readonly title: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            };
            /** @example all_members */
            readonly audience_mode: components["schemas"]["NotificationAudienceMode"];
            /**
             * @description The channels of delivery; `in_app`, the inbox, is always included. Initially only `in_app`
             * @example [
             *       "in_app",
             *       "push"
             *     ]
             */
            readonly channels: readonly components["schemas"]["NotificationChannel"][];
            /** @description What the App opens when the recipient opens the item; null for nothing */
            readonly action: components["schemas"]["AdminNotificationActionResponse"] | null;
            /** @example draft */
            readonly status: components["schemas"]["NotificationStatus"];
            /**
             * Format: date-time
             * @description Time of publication; null for immediately
             * @example 2026-12-24T08:00:00.000Z
             */
            readonly scheduled_at: string | null;
            /**
             * Format: date-time
             * @description Time at which the item disappears from inboxes; null for never
             * @example 2027-01-07T00:00:00.000Z
             */
            readonly expires_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly published_at: string | null;
            /**
             * Format: uuid
             * @description The user or API client who published the item or scheduled its publication
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903
             */
            readonly published_by: string | null;
            /**
             * Format: date-time
             * @example null
             */
            readonly cancelled_at: string | null;
            /**
             * Format: date-time
             * @description Time of the recall, which removed the item from all inboxes; null if not recalled. `status` stays `published`.
             * @example null
             */
            readonly recalled_at: string | null;
            /** @example null */
            readonly recall_reason: string | null;
            /**
             * @description Number of members to whose inboxes the item was delivered, including those who have deleted it. Increases during delivery; null before the publication.
             * @example 1204
             */
            readonly recipient_count: number | null;
            /**
             * @description `admin` if an administrator wrote the item, `service` if an API client sent it
             * @example admin
             */
            readonly origin: components["schemas"]["NotificationOrigin"];
            /**
             * Format: uuid
             * @description The administrator or API client who created the item
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903
             */
            readonly created_by: string | null;
            /** @example 1 */
            readonly lock_version: number;
            /**
             * Format: date-time
             * @example 2026-11-20T08:00:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-20T08:30:00.000Z
             */
            readonly updated_at: string;
            /** @description Who made the change of `updated_at`; null if that is not known, or if the user was erased or the API client deleted */
            readonly updated_by: components["schemas"]["ActorResponse"] | null;
        };
        readonly AdminNotificationMoveRequest: {
            /**
             * @description The version that the client read; not compared if it is absent
             * @example 1
             */
            readonly lock_version?: number;
            /**
             * Format: uuid
             * @description Only for `publish`: the id of a recipient preview of the last 15 minutes. The publication is refused if the recipients have changed since.
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be909
             */
            readonly preview_id?: string;
            /**
             * @description The reason for the change, for the audit log alone
             * @example Requested by the legal department
             */
            readonly reason?: string | null;
        };
        readonly AdminNotificationOutsideStatsResponse: {
            readonly push: components["schemas"]["AdminNotificationChannelStatsResponse"];
            readonly email: components["schemas"]["AdminNotificationChannelStatsResponse"];
        };
        readonly AdminNotificationReachResponse: {
            /** @example 1204 */
            readonly in_app: number;
            /**
             * @description Number of eligible members with a device that receives pushes
             * @example 890
             */
            readonly push: number;
            /**
             * @description Number of eligible members with a verified email address
             * @example 1100
             */
            readonly email: number;
        };
        readonly AdminNotificationRecallRequest: {
            /**
             * @description The version that the client read
             * @example 1
             */
            readonly lock_version: number;
            /**
             * @description The reason for the recall, which the record and the audit log keep; not shown to members
             * @example Wrong date
             */
            readonly reason?: string | null;
        };
        readonly AdminNotificationRecipientPreviewResponse: {
            /**
             * @description Number of intended recipients: `eligible` plus both figures of `excluded`
             * @example 1219
             */
            readonly total: number;
            /**
             * @description Number of members who would receive the item now
             * @example 1204
             */
            readonly eligible: number;
            readonly excluded: components["schemas"]["AdminNotificationExcludedResponse"];
            readonly by_channel: components["schemas"]["AdminNotificationReachResponse"];
            /**
             * @description Number of eligible members by saved locale; members without one count under the App’s default locale
             * @example {
             *       "zh-CN": 1100,
             *       "en-US": 104
             *     }
             */
            readonly by_locale: {
                readonly [key: string]: number;
            };
            /** @description Some of the eligible members; null if the administrator lacks `members.read` */
            readonly sample: readonly components["schemas"]["AdminNotificationRecipientResponse"][] | null;
            /**
             * Format: uuid
             * @description Id of the preview, for `preview_id` of a publication, which is refused if the recipients have changed
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901
             */
            readonly preview_id: string;
            /**
             * @description Hash of the eligible members: equal if they are the same
             * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            readonly audience_hash: string;
            /**
             * Format: date-time
             * @description Time until which a publication can refer to the preview
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly expires_at: string;
        };
        readonly AdminNotificationRecipientResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904
             */
            readonly user_id: string;
            /** @example Lin */
            readonly display_name: string | null;
        };
        readonly AdminNotificationRecipientStatsResponse: {
            /**
             * @description Number of members in the audience when the delivery begins; null until then
             * @example 1204
             */
            readonly total: number | null;
            /**
             * @description Number of members to whose inboxes the item was delivered so far, including those who have deleted it
             * @example 1180
             */
            readonly delivered: number;
            /**
             * @description Number of deliveries that are still to come: members to whom the item is not yet delivered, and pushes and emails that are not yet sent. 0 after a recall or the expiry.
             * @example 24
             */
            readonly pending: number;
            /**
             * @description Number of pushes and emails that could not be sent
             * @example 4
             */
            readonly failed: number;
            /** @example 310 */
            readonly read: number;
            /** @example 150 */
            readonly opened: number;
            /**
             * @description `read` divided by `delivered`, 0 to 1; 0 while nothing is delivered
             * @example 0.2575
             */
            readonly read_rate: number;
            readonly by_channel: components["schemas"]["AdminNotificationOutsideStatsResponse"];
            /** @description Hours with activity, the earliest first */
            readonly timeline: readonly components["schemas"]["AdminNotificationHourResponse"][];
        };
        readonly AdminNotificationTestRequest: {
            /**
             * @description The recipients by user id: active members of the App
             * @example [
             *       "0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904"
             *     ]
             */
            readonly user_ids?: readonly string[];
            /**
             * @description The recipients by verified email address or mobile number. A number without a country code is of the App’s default country. Also requires `members.read`.
             * @example [
             *       "editor@example.com"
             *     ]
             */
            readonly identifiers?: readonly string[];
        } & (unknown | unknown);
        readonly AdminNotificationTestResponse: {
            /**
             * @example true
             * @enum {boolean}
             */
            readonly accepted: true;
            /**
             * @description Number of members to whose inboxes the test was delivered
             * @example 2
             */
            readonly recipient_count: number;
            /**
             * Format: date-time
             * @description Time at which the test disappears from their inboxes
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly expires_at: string;
        };
        readonly AdminNotificationVersionRangeRequest: {
            /**
             * @description The oldest version that is in the range
             * @example 1.2.0
             */
            readonly gte?: string;
            /**
             * @description The oldest version that is too new for the range
             * @example 2.0.0
             */
            readonly lt?: string;
        };
        readonly AdminNotificationVersionRangeResponse: {
            /**
             * @description The oldest version that is in the range
             * @example 1.2.0
             */
            readonly gte?: string;
            /**
             * @description The oldest version that is too new for the range
             * @example 2.0.0
             */
            readonly lt?: string;
        };
        readonly AdminOrganizationUnitListResponse: {
            readonly items: readonly components["schemas"]["AdminOrganizationUnitResponse"][];
            /** @example 1 */
            readonly page: number;
            /** @example 1000 */
            readonly page_size: number;
            /**
             * @description The number of items on all pages
             * @example 1
             */
            readonly total: number;
        };
        readonly AdminOrganizationUnitMemberListResponse: {
            /** @example 1 */
            readonly page: number;
            /** @example 20 */
            readonly page_size: number;
            /**
             * @description The number of items on all pages
             * @example 1
             */
            readonly total: number;
            readonly items: readonly components["schemas"]["AdminOrganizationUnitMemberResponse"][];
        };
        readonly AdminOrganizationUnitMemberResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904
             */
            readonly user_id: string;
            /** @example Lin */
            readonly display_name: string | null;
            /** @example active */
            readonly status: components["schemas"]["AdminUserStatus"];
            /**
             * Format: date-time
             * @description Time at which the user joined the unit
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly joined_at: string;
        };
        readonly AdminOrganizationUnitMembersRequest: {
            /**
             * @description The complete list of members: users of the tenant. Duplicates count once
             * @example [
             *       "0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904"
             *     ]
             */
            readonly user_ids: readonly string[];
        };
        readonly AdminOrganizationUnitMoveRequest: {
            /**
             * @description The version that the client read
             * @example 1
             */
            readonly lock_version: number;
            /**
             * @description The reason for the change, for the audit log alone
             * @example Requested by the legal department
             */
            readonly reason?: string | null;
            /**
             * Format: uuid
             * @description The parent unit; null on the first of at most 10 levels
             * @example null
             */
            readonly parent_id: string | null;
        };
        readonly AdminOrganizationUnitRequest: {
            /**
             * @description Unique among the units with the same parent, ignoring case
             * @example Support
             */
            readonly name: string;
            /**
             * Format: uuid
             * @description The parent unit; null on the first of at most 10 levels
             * @example null
             */
            readonly parent_id?: string | null;
            /**
             * Format: uuid
             * @description The manager of the unit: a user of the tenant, not necessarily a member of the unit; null for none
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904
             */
            readonly manager_user_id?: string | null;
            /**
             * @description Position among the siblings, the lowest first. The default is `0`
             * @example 10
             */
            readonly sort_order?: number | null;
        };
        readonly AdminOrganizationUnitResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901
             */
            readonly id: string;
            /**
             * Format: uuid
             * @description The parent unit; null on the first of at most 10 levels
             * @example null
             */
            readonly parent_id: string | null;
            /**
             * @description Unique among the units with the same parent, ignoring case
             * @example Support
             */
            readonly name: string;
            /**
             * @description Names of the ancestors, from the first level down
             * @example []
             */
            readonly path: readonly string[];
            /**
             * @description Level of the unit in the tree, counted from 1
             * @example 1
             */
            readonly depth: number;
            /**
             * Format: uuid
             * @description The manager of the unit: a user of the tenant, not necessarily a member of the unit; null for none
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904
             */
            readonly manager_user_id: string | null;
            /**
             * @description Position among the siblings, the lowest first
             * @example 10
             */
            readonly sort_order: number;
            /**
             * @description Number of members of the unit itself, without those of its descendants
             * @example 3
             */
            readonly member_count: number;
            /** @example 1 */
            readonly lock_version: number;
            /**
             * Format: date-time
             * @example 2026-11-20T08:00:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-20T08:30:00.000Z
             */
            readonly updated_at: string;
            /** @description Who made the change of `updated_at`; null if that is not known, or if the user was erased or the API client deleted */
            readonly updated_by: components["schemas"]["ActorResponse"] | null;
        };
        readonly AdminOrganizationUnitUpdateRequest: {
            /**
             * @description The version that the client read
             * @example 1
             */
            readonly lock_version: number;
            /**
             * @description Unique among the units with the same parent, ignoring case
             * @example Support
             */
            readonly name?: string;
            /**
             * Format: uuid
             * @description The manager of the unit: a user of the tenant, not necessarily a member of the unit; null for none
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904
             */
            readonly manager_user_id?: string | null;
            /**
             * @description Position among the siblings, the lowest first. The default is `0`
             * @example 10
             */
            readonly sort_order?: number | null;
        };
        readonly AdminOwnSessionListResponse: {
            readonly items: readonly components["schemas"]["AdminOwnSessionResponse"][];
        };
        readonly AdminOwnSessionResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904
             */
            readonly id: string;
            /**
             * @description IP address at sign-in
             * @example 203.0.113.7
             */
            readonly ip: string | null;
            /**
             * @description User agent at sign-in
             * @example Example/1.4.0 (Android 16)
             */
            readonly user_agent: string | null;
            /** @example password */
            readonly login_method: components["schemas"]["LoginMethod"];
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description Time of the sign-in or of the last refresh; a client in use refreshes at least every 15 minutes
             * @example 2026-11-21T09:45:00.000Z
             */
            readonly last_active_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T17:00:00.000Z
             */
            readonly expires_at: string;
            /**
             * @description Whether it is the session of this request
             * @example true
             */
            readonly current: boolean;
        };
        readonly AdminPageDraftRequest: {
            /**
             * @description The version that the client read
             * @example 1
             */
            readonly lock_version: number;
            /**
             * @description At least in the default locale of the App
             * @example {
             *       "zh-CN": "关于我们",
             *       "en-US": "About us"
             *     }
             */
            readonly title: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            };
            /**
             * @description At least in the default locale of the App; at most 512000 bytes in each language. HTML is sanitised. Pictures are `![alt](file:<id>)` in Markdown and `<img src="file:<id>">` in HTML: clean files with the purpose `content_image`, of the App or of no App, in at most 100 places of a language. Images of other sites are removed unless the App allows them over https.
             * @example {
             *       "zh-CN": "# 街角小店",
             *       "en-US": "# Corner Shop"
             *     }
             */
            readonly body: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            };
            readonly body_format: components["schemas"]["BodyFormat"];
            /**
             * Format: date-time
             * @description Effective date as shown to readers; null for none
             * @example 2026-12-01T00:00:00.000Z
             */
            readonly effective_at?: string | null;
        };
        readonly AdminPageDraftResponse: {
            /**
             * @description At least in the default locale of the App
             * @example {
             *       "zh-CN": "关于我们",
             *       "en-US": "About us"
             *     }
             */
            readonly title: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            };
            /** @example markdown */
            readonly body_format: components["schemas"]["BodyFormat"];
            /**
             * Format: date-time
             * @description Effective date as shown to readers; null for none
             * @example 2026-12-01T00:00:00.000Z
             */
            readonly effective_at: string | null;
            /**
             * @description At least in the default locale of the App; at most 512000 bytes in each language. HTML is sanitised. Pictures are `![alt](file:<id>)` in Markdown and `<img src="file:<id>">` in HTML: clean files with the purpose `content_image`, of the App or of no App, in at most 100 places of a language. Images of other sites are removed unless the App allows them over https.
             * @example {
             *       "zh-CN": "# 街角小店",
             *       "en-US": "# Corner Shop"
             *     }
             */
            readonly body: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            };
        };
        readonly AdminPageDraftSummaryResponse: {
            /**
             * @description At least in the default locale of the App
             * @example {
             *       "zh-CN": "关于我们",
             *       "en-US": "About us"
             *     }
             */
            readonly title: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            };
            /** @example markdown */
            readonly body_format: components["schemas"]["BodyFormat"];
            /**
             * Format: date-time
             * @description Effective date as shown to readers; null for none
             * @example 2026-12-01T00:00:00.000Z
             */
            readonly effective_at: string | null;
        };
        readonly AdminPageListResponse: {
            /** @example 1 */
            readonly page: number;
            /** @example 20 */
            readonly page_size: number;
            /**
             * @description The number of items on all pages
             * @example 1
             */
            readonly total: number;
            readonly items: readonly components["schemas"]["AdminPageSummaryResponse"][];
        };
        readonly AdminPagePublicationResponse: {
            /** @example 1 */
            readonly revision: number;
            /**
             * @description SHA-256 (hex) of the canonical JSON (RFC 8785) of key, revision, title, body, body_format, effective_at
             * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            readonly revision_hash: string;
            /**
             * Format: date-time
             * @example 2026-11-20T08:30:00.000Z
             */
            readonly published_at: string;
        };
        readonly AdminPageRequest: {
            /**
             * @description Unique within the App; never changed afterwards
             * @example delivery
             */
            readonly slug: string;
        };
        readonly AdminPageResponse: {
            /**
             * Format: uuid
             * @description The id by which the audit log knows the page
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904
             */
            readonly id: string;
            /**
             * @description Slug of the page, or type of the legal document
             * @example about-us
             */
            readonly key: string;
            /**
             * @description Whether every App has this page, so that it cannot be deleted
             * @example true
             */
            readonly reserved: boolean;
            /**
             * @description Title of the draft, else of what is published; null before the first draft
             * @example {
             *       "zh-CN": "关于我们",
             *       "en-US": "About us"
             *     }
             */
            readonly title: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            } | null;
            /** @description The revision that readers see; null before the first publication */
            readonly published: components["schemas"]["AdminPagePublicationResponse"] | null;
            /** @example 1 */
            readonly lock_version: number;
            /**
             * Format: date-time
             * @example 2026-11-20T08:00:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-20T08:30:00.000Z
             */
            readonly updated_at: string;
            /** @description Who made the change of `updated_at`; null if that is not known, or if the user was erased or the API client deleted */
            readonly updated_by: components["schemas"]["ActorResponse"] | null;
            /** @description The unpublished draft; null after a publication and until a draft is saved or a revision is restored */
            readonly draft: components["schemas"]["AdminPageDraftResponse"] | null;
            /**
             * @description Images of other sites that this request removed from the text, at most 100 in each language: those over http, and those over https unless the App allows them. Only in answers to requests that save a text.
             * @example []
             */
            readonly removed?: readonly components["schemas"]["AdminRemovedImageResponse"][];
        };
        readonly AdminPageRevisionListResponse: {
            /** @example 1 */
            readonly page: number;
            /** @example 20 */
            readonly page_size: number;
            /**
             * @description The number of items on all pages
             * @example 1
             */
            readonly total: number;
            readonly items: readonly components["schemas"]["AdminPageRevisionResponse"][];
        };
        readonly AdminPageRevisionResponse: {
            /**
             * @description Slug of the page, or type of the legal document
             * @example about-us
             */
            readonly key: string;
            /** @example 1 */
            readonly revision: number;
            /**
             * @description At least in the default locale of the App
             * @example {
             *       "zh-CN": "关于我们",
             *       "en-US": "About us"
             *     }
             */
            readonly title: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            };
            /**
             * @description At least in the default locale of the App; at most 512000 bytes in each language. HTML is sanitised. Pictures are `![alt](file:<id>)` in Markdown and `<img src="file:<id>">` in HTML: clean files with the purpose `content_image`, of the App or of no App, in at most 100 places of a language. Images of other sites are removed unless the App allows them over https.
             * @example {
             *       "zh-CN": "# 街角小店",
             *       "en-US": "# Corner Shop"
             *     }
             */
            readonly body: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            };
            /** @example markdown */
            readonly body_format: components["schemas"]["BodyFormat"];
            /**
             * Format: date-time
             * @description Effective date as shown to readers; null for none
             * @example 2026-12-01T00:00:00.000Z
             */
            readonly effective_at: string | null;
            /**
             * @description SHA-256 (hex) of the canonical JSON (RFC 8785) of key, revision, title, body, body_format, effective_at
             * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            readonly revision_hash: string;
            /**
             * Format: date-time
             * @example 2026-11-20T08:30:00.000Z
             */
            readonly published_at: string;
            /**
             * Format: uuid
             * @description The user or API client who published the revision
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903
             */
            readonly published_by: string | null;
        };
        readonly AdminPageSummaryResponse: {
            /**
             * Format: uuid
             * @description The id by which the audit log knows the page
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904
             */
            readonly id: string;
            /**
             * @description Slug of the page, or type of the legal document
             * @example about-us
             */
            readonly key: string;
            /**
             * @description Whether every App has this page, so that it cannot be deleted
             * @example true
             */
            readonly reserved: boolean;
            /**
             * @description Title of the draft, else of what is published; null before the first draft
             * @example {
             *       "zh-CN": "关于我们",
             *       "en-US": "About us"
             *     }
             */
            readonly title: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            } | null;
            /** @description The revision that readers see; null before the first publication */
            readonly published: components["schemas"]["AdminPagePublicationResponse"] | null;
            /** @example 1 */
            readonly lock_version: number;
            /**
             * Format: date-time
             * @example 2026-11-20T08:00:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-20T08:30:00.000Z
             */
            readonly updated_at: string;
            /** @description Who made the change of `updated_at`; null if that is not known, or if the user was erased or the API client deleted */
            readonly updated_by: components["schemas"]["ActorResponse"] | null;
            /** @description The unpublished draft without its body; null if there is none */
            readonly draft: components["schemas"]["AdminPageDraftSummaryResponse"] | null;
        };
        readonly AdminPasswordChangeRequest: {
            /**
             * Format: password
             * @example correct horse battery
             */
            readonly current_password: string;
            /**
             * Format: password
             * @example another horse battery
             */
            readonly new_password: string;
        };
        readonly AdminPasswordForgotRequest: {
            /**
             * Format: email
             * @example admin@example.com
             */
            readonly email: string;
            /**
             * @description Code of the tenant. The default is `default`
             * @example default
             */
            readonly tenant?: string;
        };
        readonly AdminPasswordResetRequest: {
            /**
             * @description The token from the mailed link
             * @example akl_…
             */
            readonly token: string;
            /**
             * Format: password
             * @example correct horse battery
             */
            readonly new_password: string;
        };
        readonly AdminPermissionListResponse: {
            readonly items: readonly components["schemas"]["AdminPermissionResponse"][];
        };
        readonly AdminPermissionResponse: {
            /** @example members.export */
            readonly code: string;
            /** @example members */
            readonly module: string;
            /** @example export */
            readonly action: string;
            /** @example Export the members of an App */
            readonly description: string;
        };
        readonly AdminPreviewLinkResponse: {
            /**
             * Format: uri
             * @description Absolute URL, to be opened without signing in: a page in a browser, JSON for an App
             * @example https://api.example.com/api/v1/public/previews/articles/0192f0c1-7c2a-7b3e-9d54-3f1c2a7be905?token=0192f0c1-7c2a-7b3e-9d54-3f1c2a7be907.1796119200.q7Vb2ZkXo0m9wR4tY6uI8pLsDfGq7Vb2ZkXo0m9wR4t
             */
            readonly url: string;
            /**
             * Format: date-time
             * @description Time at which the link ends, an hour after it was made
             * @example 2026-11-20T09:30:00.000Z
             */
            readonly expires_at: string;
        };
        readonly AdminProfileResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903
             */
            readonly id: string;
            /** @example Lin */
            readonly display_name: string | null;
            /**
             * Format: email
             * @example admin@example.com
             */
            readonly email: string | null;
            /** @example zh-CN */
            readonly locale: components["schemas"]["SupportedLocale"] | null;
            /**
             * @description IANA time zone
             * @example Asia/Shanghai
             */
            readonly time_zone: string | null;
            /**
             * @description Whether a second factor is set up
             * @example true
             */
            readonly mfa_enabled: boolean;
            /**
             * @example [
             *       "owner"
             *     ]
             */
            readonly roles: readonly string[];
            /** @example 1 */
            readonly lock_version: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly created_at: string;
        };
        readonly AdminProfileUpdateRequest: {
            /**
             * @description The version that the client read
             * @example 1
             */
            readonly lock_version: number;
            /** @example Lin */
            readonly display_name?: string;
            readonly locale?: components["schemas"]["SupportedLocale"] | null;
            /**
             * @description IANA time zone
             * @example Asia/Shanghai
             */
            readonly time_zone?: string | null;
        };
        readonly AdminPushProviderListResponse: {
            readonly items: readonly components["schemas"]["AdminPushProviderResponse"][];
        };
        readonly AdminPushProviderRequest: {
            /** @description Whether pushes are sent through the provider */
            readonly enabled: boolean;
            /**
             * @description The configuration of the provider; all keys are required unless stated otherwise.
             *     `fcm`: `service_account`, the key file of a service account (`project_id`, `client_email`, `private_key`; addresses in it are ignored).
             *     `apns`: `key` (the .p8 file), `key_id`, `team_id`, `topic`, `environment` production or sandbox.
             *     `uni_push`: `mode` rest with `app_id`, `app_key`, `master_secret`, `android_package` and, if wanted, `harmony_category`; or `mode` cloud with `url` of the function and `secret`.
             *     `hms`: `client_id` and `client_secret` for Android, `project_id`, `key_id`, `sub_account` and `private_key` for HarmonyOS, or both.
             *     `webhook`: `url` and `secret`. `log`: nothing.
             *     Private keys are PEM without a password: RSA of 2,048 to 4,096 bits with the exponent 3, 17 or 65,537 for `fcm` and `hms`, P-256 for `apns`.
             *     URLs are https and public; a `secret` is `whsec_` and the base64 of 24 to 64 bytes (Standard Webhooks).
             *     Each may have `options` with `marketing` and `other`: objects that are handed on as they are, for messages of that type and for all others.
             *     A secret that is sent as `********` keeps its value.
             * @example {
             *       "key": "********",
             *       "key_id": "ABC123DEFG",
             *       "team_id": "DEF123GHIJ",
             *       "topic": "com.example.app",
             *       "environment": "production"
             *     }
             */
            readonly config: {
                readonly [key: string]: unknown;
            };
            /**
             * @description The version that the client read; if absent, the configuration is replaced whatever its version
             * @example 1
             */
            readonly lock_version?: number;
        };
        readonly AdminPushProviderResponse: {
            /** @example apns */
            readonly provider: components["schemas"]["PushProviderName"];
            /** @example true */
            readonly enabled: boolean;
            /**
             * @description The saved configuration, with `********` in place of each secret
             * @example {
             *       "key": "********",
             *       "key_id": "ABC123DEFG",
             *       "team_id": "DEF123GHIJ",
             *       "topic": "com.example.app",
             *       "environment": "production"
             *     }
             */
            readonly config: {
                readonly [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description Start of the pause: the provider refuses the credentials, so that only single pushes are tried until the provider is saved again. Null if not paused
             * @example null
             */
            readonly paused_at: string | null;
            /**
             * @description The error of the provider that caused the pause; null if not paused
             * @example null
             */
            readonly pause_reason: string | null;
            readonly last_test: components["schemas"]["AdminPushTestResultResponse"] | null;
            /** @example 1 */
            readonly lock_version: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly updated_at: string;
            /** @description Who made the change of `updated_at`; null if that is not known, or if the user was erased or the API client deleted */
            readonly updated_by: components["schemas"]["ActorResponse"] | null;
        };
        readonly AdminPushTestRequest: {
            /**
             * Format: uuid
             * @description An active member of the App
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be907
             */
            readonly user_id: string;
        };
        readonly AdminPushTestResponse: {
            /**
             * @example true
             * @enum {boolean}
             */
            readonly accepted: true;
            /**
             * @description Number of devices of the member to which the test is sent
             * @example 1
             */
            readonly devices: number;
        };
        readonly AdminPushTestResultResponse: {
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly at: string;
            /**
             * @description Pushes that the provider accepted
             * @example 1
             */
            readonly sent: number;
            /** @example 0 */
            readonly failed: number;
            /**
             * @description Reason for a failure, in the words of the provider; null without a failure
             * @example null
             */
            readonly reason: string | null;
        };
        readonly AdminReasonRequest: {
            /**
             * @description The reason for the change, for the audit log alone
             * @example Requested by the legal department
             */
            readonly reason?: string | null;
        };
        readonly AdminRecoveryCodesResponse: {
            /**
             * @description Recovery codes, in this answer only; each can be used once
             * @example [
             *       "7KQ2-M4ZD-9XAB"
             *     ]
             */
            readonly recovery_codes: readonly string[];
        };
        readonly AdminRefreshRequest: {
            /**
             * @description The refresh token as issued; it can be used once
             * @example akr_…
             */
            readonly refresh_token: string;
        };
        readonly AdminRegionListResponse: {
            /** @example 1 */
            readonly page: number;
            /** @example 20 */
            readonly page_size: number;
            /**
             * @description The number of items on all pages
             * @example 1
             */
            readonly total: number;
            readonly items: readonly components["schemas"]["AdminRegionResponse"][];
        };
        readonly AdminRegionResponse: {
            /** @example 330100 */
            readonly code: string;
            /**
             * @description Code of the parent region; null for a country
             * @example 330000
             */
            readonly parent_code: string | null;
            /** @example 2 */
            readonly level: number;
            /**
             * @description Names in the data set, by locale; those equal to the name in zh-CN are left out
             * @example {
             *       "zh-CN": "杭州市",
             *       "en-US": "Hangzhou"
             *     }
             */
            readonly names: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            };
            /**
             * @description Names that replace those of the data set, by locale; null for none
             * @example {
             *       "en-US": "Hangzhou"
             *     }
             */
            readonly name_override: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            } | null;
            /**
             * @description Whether clients see the region, provided that they see its ancestors
             * @example true
             */
            readonly is_public: boolean;
            /** @example active */
            readonly status: components["schemas"]["RegionStatus"];
            /**
             * @description Codes of the regions that replaced a retired region; empty if none is known
             * @example []
             */
            readonly successor_codes: readonly string[];
            /**
             * @description Version of the data set that last changed the region
             * @example gbt2260-8.5.8+iso3166-4.4.0+cldr-48.0+r1
             */
            readonly dataset_version: string;
            /**
             * @description Also increases with imports that change the region
             * @example 1
             */
            readonly lock_version: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly updated_at: string;
            /** @description Who made the change of `updated_at`; null if that is not known, or if the user was erased or the API client deleted */
            readonly updated_by: components["schemas"]["ActorResponse"] | null;
        };
        readonly AdminRegionUpdateRequest: {
            /**
             * @description The version that the client read
             * @example 1
             */
            readonly lock_version: number;
            /**
             * @description Names that replace those of the data set, by locale; null for none
             * @example {
             *       "en-US": "Hangzhou"
             *     }
             */
            readonly name_override?: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            } | null;
            /**
             * @description Whether clients see the region, provided that they see its ancestors. The default is `true`
             * @example true
             */
            readonly is_public?: boolean | null;
        };
        readonly AdminRemovedImageResponse: {
            /**
             * @description The language of the body
             * @example zh-CN
             */
            readonly locale: components["schemas"]["SupportedLocale"];
            /**
             * @description The URL, of at most 2,000 characters
             * @example https://cdn.example.com/a.png
             */
            readonly url: string;
        };
        readonly AdminRoleListResponse: {
            /** @example 1 */
            readonly page: number;
            /** @example 20 */
            readonly page_size: number;
            /**
             * @description The number of items on all pages
             * @example 1
             */
            readonly total: number;
            readonly items: readonly components["schemas"]["AdminRoleResponse"][];
        };
        readonly AdminRoleRequest: {
            /**
             * @description Unique within the tenant. It never changes
             * @example support
             */
            readonly code: string;
            /** @example Support */
            readonly name: string;
            /**
             * @example [
             *       "users.read",
             *       "members.read"
             *     ]
             */
            readonly permissions: readonly string[];
        };
        readonly AdminRoleResponse: {
            /**
             * @description Unique within the tenant. It never changes
             * @example support
             */
            readonly code: string;
            /** @example Support */
            readonly name: string;
            /**
             * @example [
             *       "users.read",
             *       "members.read"
             *     ]
             */
            readonly permissions: readonly string[];
            /**
             * @description Whether the role is built in: its permissions follow the catalogue, and it can be neither changed nor deleted
             * @example false
             */
            readonly built_in: boolean;
            /**
             * @description Number of users with the role
             * @example 2
             */
            readonly user_count: number;
            /** @example 1 */
            readonly lock_version: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly updated_at: string;
            /** @description Who made the change of `updated_at`; null if that is not known, or if the user was erased or the API client deleted */
            readonly updated_by: components["schemas"]["ActorResponse"] | null;
        };
        readonly AdminRoleUpdateRequest: {
            /**
             * @description The version that the client read
             * @example 1
             */
            readonly lock_version: number;
            /** @example Support */
            readonly name?: string;
            /**
             * @description Replaced as a whole
             * @example [
             *       "users.read",
             *       "members.read"
             *     ]
             */
            readonly permissions?: readonly string[];
        };
        readonly AdminSearchGroupResponse: {
            /** @example app */
            readonly type: components["schemas"]["SearchType"];
            readonly items: readonly components["schemas"]["AdminSearchItemResponse"][];
        };
        readonly AdminSearchItemResponse: {
            /**
             * @description The name of the resource in routes: the slug of a page, the code of a role, otherwise the id
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902
             */
            readonly id: string;
            /**
             * Format: uuid
             * @description The App to which it belongs; of a member with several, that which was joined last
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902
             */
            readonly app_id?: string;
            /**
             * @description The name of the resource, in the language of the request where it has several
             * @example Corner Shop
             */
            readonly title: string;
            /**
             * @description A second line that tells results of the same title apart. Identifiers of people are masked
             * @example __UNI__A1B2C3D
             */
            readonly subtitle?: string;
        };
        readonly AdminSearchResponse: {
            readonly groups: readonly components["schemas"]["AdminSearchGroupResponse"][];
        };
        readonly AdminSecurityEventListResponse: {
            /** @example 1 */
            readonly page: number;
            /** @example 20 */
            readonly page_size: number;
            /**
             * @description The number of items on all pages
             * @example 1
             */
            readonly total: number;
            readonly items: readonly components["schemas"]["AdminSecurityEventResponse"][];
        };
        readonly AdminSecurityEventResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be906
             */
            readonly id: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly occurred_at: string;
            /** @description The user; null if the attempt named no account, or was made by an API client */
            readonly user: components["schemas"]["SessionUserResponse"] | null;
            /**
             * Format: uuid
             * @description The App; null for the administration and for events that concern no App
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902
             */
            readonly app_id: string | null;
            /** @example 203.0.113.7 */
            readonly ip: string | null;
            /** @example Example/1.4.0 (Android 16) */
            readonly user_agent: string | null;
            /** @example new_device_login */
            readonly type: components["schemas"]["SecurityEventType"];
            /**
             * Format: uuid
             * @description The session that was opened or ended; for other events the one that acted
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904
             */
            readonly session_id: string | null;
            /**
             * @description Details that depend on the type of the event
             * @example {
             *       "platform": "android"
             *     }
             */
            readonly details: {
                readonly [key: string]: unknown;
            };
        };
        readonly AdminSessionDeviceResponse: {
            /** @example android */
            readonly platform: string | null;
            /** @example Pixel 9 */
            readonly model: string | null;
        };
        readonly AdminSessionListResponse: {
            /** @example 1 */
            readonly page: number;
            /** @example 20 */
            readonly page_size: number;
            /**
             * @description The number of items on all pages
             * @example 1
             */
            readonly total: number;
            readonly items: readonly components["schemas"]["AdminSessionResponse"][];
        };
        readonly AdminSessionResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904
             */
            readonly id: string;
            readonly user: components["schemas"]["SessionUserResponse"];
            /**
             * Format: uuid
             * @description The App; null for a session in the administration
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902
             */
            readonly app_id: string | null;
            /** @example mobile */
            readonly surface: components["schemas"]["SessionSurface"];
            readonly device: components["schemas"]["AdminSessionDeviceResponse"] | null;
            /**
             * @description IP address at sign-in
             * @example 203.0.113.7
             */
            readonly ip: string | null;
            /**
             * @description User agent at sign-in
             * @example Example/1.4.0 (Android 16)
             */
            readonly user_agent: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description Time of the sign-in or of the last refresh; a client in use refreshes at least every 15 minutes
             * @example 2026-11-21T09:45:00.000Z
             */
            readonly last_active_at: string;
            /**
             * @description The session of this request
             * @example true
             */
            readonly current: boolean;
        };
        readonly AdminSessionRevocationRequest: {
            /**
             * Format: uuid
             * @description Required without `app_id`
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be905
             */
            readonly user_id?: string;
            /**
             * Format: uuid
             * @description Required without `user_id`
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902
             */
            readonly app_id?: string;
        };
        readonly AdminSessionRevocationResponse: {
            /**
             * @description Number of sessions that were ended
             * @example 2
             */
            readonly revoked: number;
        };
        readonly AdminSettingListResponse: {
            /** @example 1 */
            readonly page: number;
            /** @example 20 */
            readonly page_size: number;
            /**
             * @description The number of items on all pages
             * @example 1
             */
            readonly total: number;
            readonly items: readonly components["schemas"]["AdminSettingResponse"][];
        };
        readonly AdminSettingRequest: {
            /**
             * @description Required on POST. Never changed afterwards; unique within the App, the tenant or the global scope. The prefixes of the settings that the service itself reads are reserved for these.
             * @example company.support_phone
             */
            readonly key?: string;
            /**
             * @description Required on POST. Also required if a secret becomes readable. A value of the given `value_type`, at most 65536 bytes as JSON, 16 levels deep. Replaced as a whole. `********` keeps the value of a secret; it is not itself a valid value.
             * @example +86 571 8888 8888
             */
            readonly value?: boolean | string | number | readonly {
                readonly [key: string]: unknown;
            }[] | {
                readonly [key: string]: unknown;
            };
            /** @description Required on POST. Never changed afterwards; `json` is any JSON */
            readonly value_type?: components["schemas"]["SettingValueType"];
            /**
             * @description Required on POST. Never changed afterwards
             * @example tenant
             */
            readonly scope?: components["schemas"]["SettingScope"];
            /**
             * Format: uuid
             * @description The App of a setting with the scope `app`, else null; never changed afterwards
             * @example null
             */
            readonly app_id?: string | null;
            /**
             * @description Whether clients read the setting in their configuration while it is active. Only a global setting can be public: what an App or a tenant tells its clients has fields of its own, such as `client_config` and `feature_flags` of the App. The default is `false`
             * @example false
             */
            readonly is_public?: boolean | null;
            /**
             * @description Whether the value is a secret: encrypted, never shown and never public. The default is `false`
             * @example false
             */
            readonly is_secret?: boolean | null;
            /** @description A disabled setting has no effect, as if it did not exist. The default is `active` */
            readonly status?: components["schemas"]["SettingStatus"] | null;
            /**
             * @description Note for administrators
             * @example Shown under “Contact us”
             */
            readonly description?: string | null;
            /**
             * @description Required on PATCH, refused on POST
             * @example 1
             */
            readonly lock_version?: number;
        };
        readonly AdminSettingResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901
             */
            readonly id: string;
            /**
             * @description Unique within the App, the tenant or the global scope
             * @example company.support_phone
             */
            readonly key: string;
            /**
             * @description A value of the given `value_type`; `********` for a secret
             * @example +86 571 8888 8888
             */
            readonly value: boolean | string | number | readonly {
                readonly [key: string]: unknown;
            }[] | {
                readonly [key: string]: unknown;
            } | null;
            /** @example string */
            readonly value_type: components["schemas"]["SettingValueType"];
            /** @example tenant */
            readonly scope: components["schemas"]["SettingScope"];
            /**
             * Format: uuid
             * @description The App of a setting with the scope `app`, else null
             * @example null
             */
            readonly app_id: string | null;
            /**
             * @description Whether clients read the setting in their configuration while it is active. Only a global setting can be public: what an App or a tenant tells its clients has fields of its own, such as `client_config` and `feature_flags` of the App
             * @example false
             */
            readonly is_public: boolean;
            /**
             * @description Whether the value is a secret: encrypted, never shown and never public
             * @example false
             */
            readonly is_secret: boolean;
            /**
             * @description A disabled setting has no effect, as if it did not exist
             * @example active
             */
            readonly status: components["schemas"]["SettingStatus"];
            /**
             * @description Note for administrators
             * @example Shown under “Contact us”
             */
            readonly description: string | null;
            /** @example 1 */
            readonly lock_version: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly updated_at: string;
            /** @description Who made the change of `updated_at`; null if that is not known, or if the user was erased or the API client deleted */
            readonly updated_by: components["schemas"]["ActorResponse"] | null;
        };
        readonly AdminTenantIdentityResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903
             */
            readonly id: string;
            /**
             * @description Unique; administrators sign in with it. It never changes
             * @example corner-shop
             */
            readonly code: string;
            /** @example Corner Shop */
            readonly name: string;
        };
        readonly AdminTenantListResponse: {
            /** @example 1 */
            readonly page: number;
            /** @example 20 */
            readonly page_size: number;
            /**
             * @description The number of items on all pages
             * @example 1
             */
            readonly total: number;
            readonly items: readonly components["schemas"]["AdminTenantResponse"][];
        };
        readonly AdminTenantOwnerRequest: {
            /**
             * Format: email
             * @example owner@example.com
             */
            readonly email: string;
            /** @example Lin */
            readonly display_name: string;
        };
        readonly AdminTenantRequest: {
            /**
             * @description Unique; administrators sign in with it. It never changes
             * @example corner-shop
             */
            readonly code: string;
            /**
             * @description Name of the tenant, initially also of the default App
             * @example Corner Shop
             */
            readonly name: string;
            /** @description The user who is invited as its owner */
            readonly owner: components["schemas"]["AdminTenantOwnerRequest"];
        };
        readonly AdminTenantResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903
             */
            readonly id: string;
            /**
             * @description Unique; administrators sign in with it. It never changes
             * @example corner-shop
             */
            readonly code: string;
            /** @example Corner Shop */
            readonly name: string;
            /** @example active */
            readonly status: components["schemas"]["TenantStatus"];
            /**
             * @description Whether this is the platform tenant, which manages the others
             * @example false
             */
            readonly is_platform: boolean;
            /** @example 1 */
            readonly lock_version: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly updated_at: string;
            /** @description Who made the change of `updated_at`; null if that is not known, or if the user was erased or the API client deleted */
            readonly updated_by: components["schemas"]["ActorResponse"] | null;
        };
        readonly AdminTenantUpdateRequest: {
            /**
             * @description The version that the client read
             * @example 1
             */
            readonly lock_version: number;
            /** @example Corner Shop */
            readonly name?: string;
        };
        readonly AdminTokenResponse: {
            /**
             * @example Bearer
             * @enum {string}
             */
            readonly token_type: "Bearer";
            /**
             * @description JWT (RFC 9068), valid for 10 minutes
             * @example eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9…
             */
            readonly access_token: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:10:00.000Z
             */
            readonly access_token_expires_at: string;
            /**
             * @description Opaque refresh token, for a single use
             * @example akr_7Zk2…
             */
            readonly refresh_token: string;
            /**
             * Format: date-time
             * @example 2026-11-21T17:00:00.000Z
             */
            readonly refresh_token_expires_at: string;
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901
             */
            readonly session_id: string;
            readonly tenant: components["schemas"]["AdminTenantIdentityResponse"];
        };
        readonly AdminTotpEnrolmentRequest: {
            /**
             * Format: password
             * @example correct horse battery
             */
            readonly current_password: string;
        };
        readonly AdminTotpEnrolmentResponse: {
            /**
             * @description Base32, to type in if the QR code cannot be scanned
             * @example JBSWY3DPEHPK3PXP
             */
            readonly secret: string;
            /**
             * Format: uri
             * @example otpauth://totp/AppKernel:admin%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=AppKernel
             */
            readonly otpauth_url: string;
            /**
             * @description The secret as a QR code: PNG as a data URL
             * @example data:image/png;base64,iVBORw0KGgo…
             */
            readonly qr_data_url: string;
        };
        readonly AdminUserDetailResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903
             */
            readonly id: string;
            /** @example Lin */
            readonly display_name: string | null;
            /** @example active */
            readonly status: components["schemas"]["AdminUserStatus"];
            /** @example zh-CN */
            readonly locale: components["schemas"]["SupportedLocale"] | null;
            /**
             * @description IANA time zone
             * @example Asia/Shanghai
             */
            readonly time_zone: string | null;
            /**
             * @description False until the invitation is accepted
             * @example true
             */
            readonly has_password: boolean;
            readonly identifiers: readonly components["schemas"]["AdminIdentifierResponse"][];
            readonly memberships: readonly components["schemas"]["AdminUserMembershipResponse"][];
            /**
             * @description Codes of the roles of the user
             * @example [
             *       "content_editor"
             *     ]
             */
            readonly roles: readonly string[];
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly last_login_at: string | null;
            /** @example 1 */
            readonly lock_version: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly updated_at: string;
            /** @description Who made the change of `updated_at`; null if that is not known, or if the user was erased or the API client deleted */
            readonly updated_by: components["schemas"]["ActorResponse"] | null;
            /** @description The live sessions, the most recently active first, 100 at most; null without `sessions.read` and `security.read` */
            readonly sessions: readonly components["schemas"]["AdminSessionResponse"][] | null;
            /** @description The last 20 sign-ins, failed attempts included, newest first; null without `sessions.read` and `security.read` */
            readonly login_events: readonly components["schemas"]["AdminLoginEventResponse"][] | null;
        };
        readonly AdminUserListResponse: {
            /** @example 1 */
            readonly page: number;
            /** @example 20 */
            readonly page_size: number;
            /**
             * @description The number of items on all pages
             * @example 1
             */
            readonly total: number;
            readonly items: readonly components["schemas"]["AdminUserResponse"][];
        };
        readonly AdminUserMembershipResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902
             */
            readonly app_id: string;
            /** @example Corner Shop */
            readonly app_name: string;
            /** @example active */
            readonly status: components["schemas"]["AppMembershipStatus"];
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly joined_at: string | null;
        };
        readonly AdminUserRequest: {
            /**
             * Format: email
             * @example lin@example.com
             */
            readonly email: string;
            /** @example Lin */
            readonly display_name: string;
            /**
             * @description Codes of roles. Any at all also requires `roles.assign`
             * @example [
             *       "content_editor"
             *     ]
             */
            readonly roles?: readonly string[];
        };
        readonly AdminUserResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903
             */
            readonly id: string;
            /** @example Lin */
            readonly display_name: string | null;
            /** @example active */
            readonly status: components["schemas"]["AdminUserStatus"];
            /** @example zh-CN */
            readonly locale: components["schemas"]["SupportedLocale"] | null;
            /**
             * @description IANA time zone
             * @example Asia/Shanghai
             */
            readonly time_zone: string | null;
            /**
             * @description False until the invitation is accepted
             * @example true
             */
            readonly has_password: boolean;
            readonly identifiers: readonly components["schemas"]["AdminIdentifierResponse"][];
            readonly memberships: readonly components["schemas"]["AdminUserMembershipResponse"][];
            /**
             * @description Codes of the roles of the user
             * @example [
             *       "content_editor"
             *     ]
             */
            readonly roles: readonly string[];
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly last_login_at: string | null;
            /** @example 1 */
            readonly lock_version: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly updated_at: string;
            /** @description Who made the change of `updated_at`; null if that is not known, or if the user was erased or the API client deleted */
            readonly updated_by: components["schemas"]["ActorResponse"] | null;
        };
        readonly AdminUserRolesRequest: {
            /**
             * @description The codes of all roles that the user is to have
             * @example [
             *       "content_editor"
             *     ]
             */
            readonly roles: readonly string[];
        };
        /** @enum {string} */
        readonly AdminUserStatus: "active" | "disabled";
        readonly AdminUserUpdateRequest: {
            /**
             * @description The version that the client read
             * @example 1
             */
            readonly lock_version: number;
            /** @example Lin */
            readonly display_name?: string;
            readonly locale?: components["schemas"]["SupportedLocale"] | null;
            /**
             * @description IANA time zone
             * @example Asia/Shanghai
             */
            readonly time_zone?: string | null;
        };
        readonly AdminWebhookDeliveryAcceptedResponse: {
            /**
             * @example true
             * @enum {boolean}
             */
            readonly accepted: true;
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be910
             */
            readonly delivery_id: string;
        };
        readonly AdminWebhookDeliveryDetailResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be910
             */
            readonly id: string;
            /**
             * Format: uuid
             * @description Id of the event, sent in the header `webhook-id`; the same in all deliveries of the event
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90c
             */
            readonly event_id: string;
            /** @example member.registered */
            readonly event_type: string;
            /** @example event */
            readonly kind: components["schemas"]["WebhookDeliveryKind"];
            /** @example pending */
            readonly status: components["schemas"]["WebhookDeliveryStatus"];
            /**
             * @description Number of attempts started
             * @example 1
             */
            readonly attempts: number;
            /**
             * @description HTTP status of the last attempt; null without an answer
             * @example 503
             */
            readonly response_status: number | null;
            /**
             * @description Duration of the last attempt in milliseconds
             * @example 84
             */
            readonly duration_ms: number | null;
            /**
             * @description Reason why the last attempt failed; null if it did not
             * @example status
             */
            readonly error: components["schemas"]["WebhookDeliveryError"] | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly last_attempt_at: string | null;
            /**
             * Format: date-time
             * @description Time of the next attempt; null if there is none
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly next_attempt_at: string | null;
            /**
             * Format: date-time
             * @description Time at which the delivery succeeded, failed for good or was cancelled; null while it is pending
             * @example null
             */
            readonly settled_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90f
             */
            readonly endpoint_id: string;
            /**
             * @description The body that is sent, as signed; null 7 days after the last attempt
             * @example {"id":"0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90c","type":"member.registered"}
             */
            readonly request_body: string | null;
            /**
             * @description The first 4 KiB of the answer to the last attempt as UTF-8; null without an answer, for an empty one, and 7 days after the attempt
             * @example {"error":"unknown event"}
             */
            readonly response_body: string | null;
        };
        readonly AdminWebhookDeliveryListResponse: {
            readonly items: readonly components["schemas"]["AdminWebhookDeliveryResponse"][];
            /**
             * @description Cursor of the next page, null on the last page
             * @example null
             */
            readonly next_cursor: string | null;
        };
        readonly AdminWebhookDeliveryResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be910
             */
            readonly id: string;
            /**
             * Format: uuid
             * @description Id of the event, sent in the header `webhook-id`; the same in all deliveries of the event
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90c
             */
            readonly event_id: string;
            /** @example member.registered */
            readonly event_type: string;
            /** @example event */
            readonly kind: components["schemas"]["WebhookDeliveryKind"];
            /** @example pending */
            readonly status: components["schemas"]["WebhookDeliveryStatus"];
            /**
             * @description Number of attempts started
             * @example 1
             */
            readonly attempts: number;
            /**
             * @description HTTP status of the last attempt; null without an answer
             * @example 503
             */
            readonly response_status: number | null;
            /**
             * @description Duration of the last attempt in milliseconds
             * @example 84
             */
            readonly duration_ms: number | null;
            /**
             * @description Reason why the last attempt failed; null if it did not
             * @example status
             */
            readonly error: components["schemas"]["WebhookDeliveryError"] | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly last_attempt_at: string | null;
            /**
             * Format: date-time
             * @description Time of the next attempt; null if there is none
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly next_attempt_at: string | null;
            /**
             * Format: date-time
             * @description Time at which the delivery succeeded, failed for good or was cancelled; null while it is pending
             * @example null
             */
            readonly settled_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly created_at: string;
        };
        readonly AdminWebhookEndpointListResponse: {
            /** @example 1 */
            readonly page: number;
            /** @example 20 */
            readonly page_size: number;
            /**
             * @description The number of items on all pages
             * @example 1
             */
            readonly total: number;
            readonly items: readonly components["schemas"]["AdminWebhookEndpointResponse"][];
        };
        readonly AdminWebhookEndpointRequest: {
            /**
             * @description Required on POST. An https URL without credentials, at a public address or one that the operator allows; in development also http
             * @example https://example.com/hooks/appkernel
             */
            readonly url?: string;
            /**
             * @description Required on POST. `*` stands for all types, including those of later versions
             * @example [
             *       "member.registered",
             *       "member.deleted"
             *     ]
             */
            readonly event_types?: readonly ("*" | "app.created" | "app.updated" | "app.enabled" | "app.disabled" | "app.deleted" | "app.onboarding.published" | "release.created" | "release.published" | "release.unpublished" | "release.deleted" | "release.health.tripped" | "notice.published" | "notice.cancelled" | "notice.recalled" | "message.published" | "message.cancelled" | "message.recalled" | "push.provider_paused" | "legal.published" | "article.published" | "article.unpublished" | "member.registered" | "member.verified" | "member.suspended" | "member.deleted" | "session.created" | "session.revoked" | "api_client.created" | "api_client.rotated" | "user.invited" | "user.disabled")[];
            /** @example Warehouse */
            readonly description?: string | null;
            /**
             * @description Whether events are delivered to the endpoint. The default is `true`
             * @example true
             */
            readonly enabled?: boolean | null;
            /**
             * @description Required on PATCH, refused on POST
             * @example 1
             */
            readonly lock_version?: number;
        };
        readonly AdminWebhookEndpointResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90f
             */
            readonly id: string;
            /**
             * Format: uri
             * @description An https URL without credentials, at a public address or one that the operator allows; in development also http
             * @example https://example.com/hooks/appkernel
             */
            readonly url: string;
            /**
             * @example [
             *       "member.registered",
             *       "member.deleted"
             *     ]
             */
            readonly event_types: readonly string[];
            /** @example Warehouse */
            readonly description: string | null;
            /**
             * @description Whether events are delivered to the endpoint
             * @example true
             */
            readonly enabled: boolean;
            /**
             * @description Why the endpoint is disabled: by an administrator, after the answer 410, or because all deliveries failed for five days; null while enabled
             * @example null
             */
            readonly disabled_reason: components["schemas"]["WebhookDisabledReason"] | null;
            /**
             * Format: date-time
             * @description Time since which all deliveries have failed; null if the last one succeeded
             * @example null
             */
            readonly failing_since: string | null;
            /** @description The secrets that sign at present, the newest first */
            readonly secrets: readonly components["schemas"]["AdminWebhookSecretResponse"][];
            /** @example 1 */
            readonly lock_version: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly updated_at: string;
            /** @description Who made the change of `updated_at`; null if that is not known, or if the user was erased or the API client deleted */
            readonly updated_by: components["schemas"]["ActorResponse"] | null;
        };
        readonly AdminWebhookEndpointSecretResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90f
             */
            readonly id: string;
            /**
             * Format: uri
             * @description An https URL without credentials, at a public address or one that the operator allows; in development also http
             * @example https://example.com/hooks/appkernel
             */
            readonly url: string;
            /**
             * @example [
             *       "member.registered",
             *       "member.deleted"
             *     ]
             */
            readonly event_types: readonly string[];
            /** @example Warehouse */
            readonly description: string | null;
            /**
             * @description Whether events are delivered to the endpoint
             * @example true
             */
            readonly enabled: boolean;
            /**
             * @description Why the endpoint is disabled: by an administrator, after the answer 410, or because all deliveries failed for five days; null while enabled
             * @example null
             */
            readonly disabled_reason: components["schemas"]["WebhookDisabledReason"] | null;
            /**
             * Format: date-time
             * @description Time since which all deliveries have failed; null if the last one succeeded
             * @example null
             */
            readonly failing_since: string | null;
            /** @description The secrets that sign at present, the newest first */
            readonly secrets: readonly components["schemas"]["AdminWebhookSecretResponse"][];
            /** @example 1 */
            readonly lock_version: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly updated_at: string;
            /** @description Who made the change of `updated_at`; null if that is not known, or if the user was erased or the API client deleted */
            readonly updated_by: components["schemas"]["ActorResponse"] | null;
            /**
             * @description The secret, in this answer only; null in a replayed answer (`Idempotent-Replayed`)
             * @example whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazQVDGNNZIo=
             */
            readonly secret: string | null;
        };
        readonly AdminWebhookEventTypeListResponse: {
            readonly items: readonly components["schemas"]["AdminWebhookEventTypeResponse"][];
        };
        readonly AdminWebhookEventTypeResponse: {
            /** @example member.registered */
            readonly type: string;
            /** @example A membership ended. */
            readonly description: string;
            /**
             * @description JSON Schema (2020-12) of the request body
             * @example {
             *       "type": "object",
             *       "properties": {
             *         "id": {
             *           "type": "string",
             *           "format": "uuid"
             *         }
             *       }
             *     }
             */
            readonly schema: {
                readonly [key: string]: unknown;
            };
            /**
             * @description Example of a request body
             * @example {
             *       "id": "0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90c",
             *       "type": "member.registered"
             *     }
             */
            readonly example: {
                readonly [key: string]: unknown;
            };
        };
        readonly AdminWebhookReplayRequest: {
            /**
             * Format: date-time
             * @description Events that occurred at this time or later
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly from: string;
            /**
             * Format: date-time
             * @description Events that occurred before this time; null for all until now
             * @example 2026-11-21T12:00:00.000Z
             */
            readonly to?: string | null;
            /**
             * @description The types of the events, among those that the endpoint subscribes to; null for all of these
             * @example [
             *       "member.registered"
             *     ]
             */
            readonly event_types?: readonly ("*" | "app.created" | "app.updated" | "app.enabled" | "app.disabled" | "app.deleted" | "app.onboarding.published" | "release.created" | "release.published" | "release.unpublished" | "release.deleted" | "release.health.tripped" | "notice.published" | "notice.cancelled" | "notice.recalled" | "message.published" | "message.cancelled" | "message.recalled" | "push.provider_paused" | "legal.published" | "article.published" | "article.unpublished" | "member.registered" | "member.verified" | "member.suspended" | "member.deleted" | "session.created" | "session.revoked" | "api_client.created" | "api_client.rotated" | "user.invited" | "user.disabled")[] | null;
        };
        readonly AdminWebhookReplayResponse: {
            /**
             * @description Number of events that are sent again, at most 10000
             * @example 120
             */
            readonly count: number;
        };
        readonly AdminWebhookSecretResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90e
             */
            readonly id: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description Time until which a replaced secret signs beside its successor; null for the current one
             * @example null
             */
            readonly expires_at: string | null;
        };
        /** @enum {string} */
        readonly ApiClientScope: "notifications.submit" | "notifications.read" | "notifications.security" | "apps.read" | "apps.write" | "apps.publish" | "apps.delete" | "members.read" | "members.write" | "members.export" | "pages.read" | "pages.write" | "pages.publish" | "pages.delete" | "legal.read" | "legal.write" | "legal.publish" | "content.preview" | "categories.read" | "categories.write" | "categories.delete" | "articles.read" | "articles.write" | "articles.publish" | "articles.delete" | "dictionaries.read" | "dictionaries.write" | "dictionaries.delete" | "dictionaries.global" | "notices.read" | "notices.write" | "notices.publish" | "messages.read" | "messages.write" | "messages.publish" | "push_providers.read" | "releases.read" | "releases.write" | "releases.publish" | "releases.delete" | "files.read" | "files.write" | "files.delete" | "audit.read" | "audit.export" | "audit.verify" | "security.read" | "sessions.read" | "sessions.revoke" | "dashboard.read" | "organization.read" | "organization.write" | "settings.read" | "settings.global" | "jobs.read" | "jobs.write" | "webhooks.read" | "regions.read" | "regions.write" | "runtime.read";
        /** @enum {string} */
        readonly ApiClientStatus: "active" | "disabled";
        readonly AppAcceptedResponse: {
            /**
             * @example true
             * @enum {boolean}
             */
            readonly accepted: true;
            /**
             * @description Seconds until another code may be requested
             * @example 60
             */
            readonly resend_after_seconds: number;
            /**
             * @description Seconds that a code is valid
             * @example 600
             */
            readonly expires_in_seconds: number;
        };
        /** @enum {string} */
        readonly AppMembershipStatus: "pending_verification" | "active" | "suspended";
        /** @enum {string} */
        readonly AppStatus: "active" | "disabled";
        /** @enum {string} */
        readonly AppType: "uni_app" | "uni_app_x";
        /** @enum {string} */
        readonly AppVersionAction: "none" | "wgt" | "native" | "store" | "block";
        /** @enum {string} */
        readonly AppVersionReason: "up_to_date" | "newer_available" | "below_minimum" | "blocked_version" | "in_review" | "not_in_rollout" | "rollout_paused" | "native_too_old_for_wgt" | "runtime_mismatch" | "maintenance";
        /** @enum {string} */
        readonly AppVersionVerdict: "passed" | "unavailable" | "up_to_date" | "newer_available" | "below_minimum" | "blocked_version" | "in_review" | "not_in_rollout" | "rollout_paused" | "native_too_old_for_wgt" | "runtime_mismatch" | "maintenance";
        /** @enum {string} */
        readonly ArticleStatus: "draft" | "scheduled" | "published" | "archived";
        /** @enum {string} */
        readonly ArticleVisibility: "members" | "public";
        readonly AuditActorResponse: {
            /** @example user */
            readonly type: components["schemas"]["AuditActorType"];
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903
             */
            readonly id: string | null;
            /** @example Lin */
            readonly display: string;
        };
        /** @enum {string} */
        readonly AuditActorType: "user" | "api_client" | "system";
        readonly AuditChangeResponse: {
            /**
             * @description The field, with dots between an object and its fields
             * @example support.email
             */
            readonly path: string;
            /**
             * @description Previous value, any JSON; null if absent. Secrets are masked
             * @example null
             */
            readonly before: boolean | string | number | readonly {
                readonly [key: string]: unknown;
            }[] | {
                readonly [key: string]: unknown;
            } | null;
            /**
             * @description New value, any JSON; null if absent. Secrets are masked
             * @example help@example.com
             */
            readonly after: boolean | string | number | readonly {
                readonly [key: string]: unknown;
            }[] | {
                readonly [key: string]: unknown;
            } | null;
        };
        readonly AuditLogListResponse: {
            /** @example 1 */
            readonly page: number;
            /** @example 20 */
            readonly page_size: number;
            /**
             * @description The number of items on all pages
             * @example 1
             */
            readonly total: number;
            readonly items: readonly components["schemas"]["AuditLogResponse"][];
        };
        readonly AuditLogResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90a
             */
            readonly id: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly occurred_at: string;
            readonly actor: components["schemas"]["AuditActorResponse"];
            /** @example apps.write */
            readonly action: string;
            /** @example PATCH */
            readonly method: string;
            /** @example /admin-api/v1/apps/{app_id} */
            readonly route: string;
            /** @example app */
            readonly resource_type: string | null;
            /** @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902 */
            readonly resource_id: string | null;
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902
             */
            readonly app_id: string | null;
            /** @description The first fields that changed: at most 100, and as many as fit into a record of 64 KiB */
            readonly changes: readonly components["schemas"]["AuditChangeResponse"][];
            readonly changes_omitted: components["schemas"]["AuditOmittedChangesResponse"] | null;
            /**
             * @description Number of changes of the record that are not in this answer. A page contains at most 512 KiB of changes, shared by its large records: a smaller page or the export contains more. Of a record from before the limit of 64 KiB no answer contains more than that
             * @example 0
             */
            readonly changes_truncated: number;
            /** @example 203.0.113.7 */
            readonly ip: string | null;
            /** @example Mozilla/5.0 */
            readonly user_agent: string | null;
            /** @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90b */
            readonly request_id: string;
            /**
             * @description The reason in the words of the actor; null if none was given
             * @example null
             */
            readonly reason: string | null;
            /** @example success */
            readonly outcome: components["schemas"]["AuditOutcome"];
            /**
             * @description Sequence number within the tenant, without gaps
             * @example 42
             */
            readonly seq: number;
            /**
             * @description The hash of the previous record
             * @example 0000000000000000000000000000000000000000000000000000000000000000
             */
            readonly prev_hash: string;
            /**
             * @description SHA-256 of the canonical JSON (RFC 8785) of the tenant_id and all other fields but `changes_truncated`, and but `changes_omitted` and `reason` where they are null, as they were written: all of the changes, and values erased since are replaced by `[erased]`; the integrity of the rest is verified separately
             * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            readonly hash: string;
        };
        readonly AuditOmittedChangesResponse: {
            /**
             * @description Number of changed fields beyond those in `changes`
             * @example 880
             */
            readonly count: number;
            /**
             * @description SHA-256 of the canonical JSON (RFC 8785) of each of these changes, in order, followed by a line feed; null if it has been erased
             * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            readonly sha256: string | null;
        };
        /** @enum {string} */
        readonly AuditOutcome: "success" | "denied" | "failure";
        readonly AuditVerificationResponse: {
            /**
             * @description Whether the chain is whole
             * @example true
             */
            readonly ok: boolean;
            /**
             * @description The number of valid records, from the first on
             * @example 42
             */
            readonly checked: number;
            /**
             * @description Sequence number of the first invalid record; null if the chain is whole
             * @example null
             */
            readonly first_broken_seq: number | null;
        };
        /** @enum {string} */
        readonly BodyFormat: "markdown" | "html";
        readonly BooleanSuccessResponse: {
            /**
             * @example true
             * @enum {boolean}
             */
            readonly success: true;
        };
        /** @enum {string} */
        readonly CaptchaCharacters: "auto" | "hanzi" | "latin";
        /** @enum {string} */
        readonly CaptchaLevel: "easy" | "standard" | "hard";
        /** @enum {string} */
        readonly CaptchaType: "click" | "slide" | "drag" | "rotate" | "random";
        /** @enum {string} */
        readonly ContentCategoryStatus: "active" | "disabled";
        /** @enum {string} */
        readonly DashboardInterval: "day" | "hour";
        /** @enum {string} */
        readonly DashboardMetric: "registrations" | "logins" | "active_members" | "deliveries" | "downloads";
        /** @enum {string} */
        readonly DictionaryScope: "app" | "tenant" | "global";
        /** @enum {string} */
        readonly DictionaryStatus: "active" | "disabled";
        readonly ErrorResponse: {
            /** @example urn:appkernel:error:REQUEST.VALIDATION_FAILED */
            readonly type: string;
            /**
             * @description English title, the same for each code
             * @example Validation failed
             */
            readonly title: string;
            /** @example 422 */
            readonly status: number;
            /**
             * @description Suggested remedy, in the locale of the response
             * @example Some fields are not valid. Correct those listed in errors and send the request again.
             */
            readonly detail: string;
            /**
             * @description Path of the request
             * @example /api/v1/auth/register
             */
            readonly instance: string;
            /**
             * @description Stable code; see docs/errors.md
             * @example REQUEST.VALIDATION_FAILED
             */
            readonly code: string;
            /**
             * @description Identifies the request in the log
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901
             */
            readonly request_id: string;
            /** @description The invalid fields; only with 422 */
            readonly errors?: readonly components["schemas"]["FieldErrorResponse"][];
            /**
             * @description The checks that fail; only with 503 of the readiness check
             * @example [
             *       "database"
             *     ]
             */
            readonly failing_checks?: readonly string[];
            /**
             * @description The missing permission; only with IAM.PERMISSION.DENIED
             * @example apps.write
             */
            readonly required_permission?: string;
            /**
             * @description The missing scope; only with IAM.SCOPE.DENIED
             * @example notifications.submit
             */
            readonly required_scope?: string;
            /**
             * @description The current lock_version; only with RESOURCE.VERSION_CONFLICT
             * @example 3
             */
            readonly current_lock_version?: number;
            /**
             * Format: date-time
             * @description Time of the last change; only with RESOURCE.VERSION_CONFLICT, and only for administrators
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly updated_at?: string;
            /** @description Who made the last change; only with RESOURCE.VERSION_CONFLICT, and only for administrators */
            readonly updated_by?: components["schemas"]["ActorResponse"] | null;
            /**
             * @description The field that cannot be changed; only with RESOURCE.IMMUTABLE_FIELD
             * @example app_type
             */
            readonly field?: string;
            /**
             * @description The fields fixed by publication; only with RELEASES.FROZEN
             * @example [
             *       "version_code"
             *     ]
             */
            readonly fields?: readonly string[];
            /**
             * @description The current version; only with APPS.ONBOARDING.STALE
             * @example 2
             */
            readonly current_version?: number;
            /**
             * @description The ids that stopped a batch: malformed with 422, in the way with 409
             * @example []
             */
            readonly ids?: readonly string[];
            /**
             * @description The maximum size in bytes; only with FILES.CONTENT.TOO_LARGE
             * @example 5242880
             */
            readonly max_bytes?: number;
            /**
             * @description The storage quota in bytes; only with FILES.QUOTA.EXCEEDED
             * @example 53687091200
             */
            readonly quota_bytes?: number;
            /**
             * @description Why the content was refused; only with FILES.CONTENT.REFUSED
             * @example broken_image
             */
            readonly reason?: string;
        };
        /** @enum {string} */
        readonly ExportFormat: "csv" | "ndjson";
        readonly FieldErrorResponse: {
            /**
             * @description Path of the field, such as captcha.response.point.x
             * @example email
             */
            readonly field: string;
            /**
             * @description Short reason
             * @example not_email
             */
            readonly code: string;
            /**
             * @description The reason in the locale of the response
             * @example Must be an email address.
             */
            readonly message: string;
        };
        readonly FileImageResponse: {
            /** @example 1024 */
            readonly width: number;
            /** @example 1024 */
            readonly height: number;
        };
        /** @enum {string} */
        readonly FilePurpose: "app_icon" | "onboarding_image" | "content_image" | "release_package" | "attachment";
        /** @enum {string} */
        readonly FileScanCode: "built_in_checks" | "nothing_found" | "malware_found" | "archive_refused" | "undecided" | "unavailable";
        /** @enum {string} */
        readonly FileScanStatus: "pending" | "clean" | "infected" | "failed";
        readonly JobCounts: {
            /** @example codes.requests */
            readonly name: components["schemas"]["JobQueue"];
            /**
             * @description Jobs that are due and wait for a worker; at most 100000 per lane are counted
             * @example 3
             */
            readonly ready: number;
            /**
             * @description Jobs that become due later; at most 100000 per lane are counted
             * @example 1
             */
            readonly delayed: number;
            /**
             * @description Jobs that a worker is processing
             * @example 2
             */
            readonly active: number;
            /**
             * @description Jobs that failed and wait for the next attempt; at most 100000 are counted
             * @example 0
             */
            readonly failed: number;
            /**
             * @description Jobs that were given up (dead letters), kept for 90 days; at most 100000 are counted
             * @example 0
             */
            readonly dead: number;
            /**
             * Format: date-time
             * @description Time at which the longest waiting job became due; null if no job waits
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly oldest_ready_at: string | null;
        };
        /** @enum {string} */
        readonly JobQueue: "codes.requests" | "codes.mail" | "codes.sms" | "mail" | "sms" | "scanner" | "storage" | "push" | "webhooks" | "notifications.mail" | "exports" | "notifications.fan_out" | "default";
        /** @enum {string} */
        readonly JobScheduleOutcome: "ok" | "failed" | "behind" | "running";
        /** @enum {string} */
        readonly JobState: "ready" | "delayed" | "active" | "failed" | "dead" | "completed";
        /** @enum {string} */
        readonly LegalDocumentType: "privacy-policy" | "terms-of-service";
        readonly LockVersionRequest: {
            /**
             * @description The version that the client read
             * @example 1
             */
            readonly lock_version: number;
            /**
             * @description The reason for the change, for the audit log alone
             * @example Requested by the legal department
             */
            readonly reason?: string | null;
        };
        /** @enum {string} */
        readonly LoginIdentifierType: "email" | "mobile";
        /** @enum {string} */
        readonly LoginMethod: "password" | "sms_code";
        /** @enum {string} */
        readonly LoginResult: "success" | "failure";
        /** @enum {string} */
        readonly MessageType: "system" | "private" | "marketing" | "security";
        readonly MobileAppVersionDecision: {
            /**
             * @description Install the package (`wgt`, `native`), or get the native app before the wgt (`native`); go to a store; do not go on (`block`)
             * @example native
             */
            readonly action: components["schemas"]["AppVersionAction"];
            /** @example newer_available */
            readonly reason: components["schemas"]["AppVersionReason"];
            /** @example 3600 */
            readonly next_check_after_seconds: number;
        };
        /** @enum {string} */
        readonly MobilePlatform: "android" | "ios" | "harmony";
        /** @enum {string} */
        readonly NotificationActionType: "none" | "url" | "page" | "article";
        /** @enum {string} */
        readonly NotificationAudienceMode: "all_members" | "users" | "filter";
        /** @enum {string} */
        readonly NotificationAudiencePlatform: "android" | "ios" | "harmony";
        /** @enum {string} */
        readonly NotificationChannel: "in_app" | "push" | "email";
        /** @enum {string} */
        readonly NotificationKind: "notice" | "message";
        /** @enum {string} */
        readonly NotificationOrigin: "admin" | "service";
        /** @enum {string} */
        readonly NotificationStatus: "draft" | "scheduled" | "published" | "cancelled";
        readonly OAuthIntrospectionResponse: {
            /** @example true */
            readonly active: boolean;
            /**
             * @description Scopes currently granted by the token, separated by spaces
             * @example notifications.submit notifications.read notifications.security apps.read apps.write apps.publish apps.delete members.read members.write members.export pages.read pages.write pages.publish pages.delete legal.read legal.write legal.publish content.preview categories.read categories.write categories.delete articles.read articles.write articles.publish articles.delete dictionaries.read dictionaries.write dictionaries.delete dictionaries.global notices.read notices.write notices.publish messages.read messages.write messages.publish push_providers.read releases.read releases.write releases.publish releases.delete files.read files.write files.delete audit.read audit.export audit.verify security.read sessions.read sessions.revoke dashboard.read organization.read organization.write settings.read settings.global jobs.read jobs.write webhooks.read regions.read regions.write runtime.read
             */
            readonly scope?: string;
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90a
             */
            readonly client_id?: string;
            /**
             * @example Bearer
             * @enum {string}
             */
            readonly token_type?: "Bearer";
            /**
             * @description Expiry time in seconds since 1970
             * @example 1795253000
             */
            readonly exp?: number;
            /**
             * @description Time of issue in seconds since 1970
             * @example 1795252400
             */
            readonly iat?: number;
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90a
             */
            readonly sub?: string;
            /**
             * @example service
             * @enum {string}
             */
            readonly aud?: "service";
            /** @example https://api.example.com */
            readonly iss?: string;
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901
             */
            readonly jti?: string;
        };
        readonly OAuthRevocationResponse: Record<string, never>;
        readonly OAuthTokenReferenceRequest: {
            /**
             * @description Id of the client, together with `client_secret` instead of Basic
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90a
             */
            readonly client_id?: string;
            /**
             * @description Secret of the client, never together with Basic
             * @example aks_b5Jt…
             */
            readonly client_secret?: string;
            /**
             * @description An access token of an API client
             * @example eyJhbGciOiJFUzI1NiIs…
             */
            readonly token: string;
            /**
             * @description Accepted and ignored
             * @example access_token
             */
            readonly token_type_hint?: string;
        };
        readonly OAuthTokenRequest: {
            /**
             * @description Id of the client, together with `client_secret` instead of Basic
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90a
             */
            readonly client_id?: string;
            /**
             * @description Secret of the client, never together with Basic
             * @example aks_b5Jt…
             */
            readonly client_secret?: string;
            /**
             * @example client_credentials
             * @enum {string}
             */
            readonly grant_type: "client_credentials";
            /**
             * @description Requested scopes of the client, separated by spaces; all its scopes if absent
             * @example notifications.submit
             */
            readonly scope?: string;
        };
        readonly OAuthTokenResponse: {
            /** @example eyJhbGciOiJFUzI1NiIs… */
            readonly access_token: string;
            /**
             * @example Bearer
             * @enum {string}
             */
            readonly token_type: "Bearer";
            /**
             * @description Lifetime of the token in seconds
             * @example 600
             */
            readonly expires_in: number;
            /**
             * @description Granted scopes, separated by spaces
             * @example notifications.submit
             */
            readonly scope: string;
        };
        /** @enum {string} */
        readonly PushProviderName: "uni_push" | "fcm" | "apns" | "hms" | "webhook" | "log";
        /** @enum {string} */
        readonly RedisStatus: "disabled" | "up" | "down";
        /** @enum {string} */
        readonly RegionStatus: "active" | "retired";
        /** @enum {string} */
        readonly RegionVisibilityFilter: "true" | "false";
        /** @enum {string} */
        readonly ReleaseDelivery: "package" | "store";
        /** @enum {string} */
        readonly ReleaseHealthAction: "notify" | "pause" | "unpublish";
        /** @enum {string} */
        readonly ReleasePackageType: "native_app" | "wgt";
        /** @enum {string} */
        readonly ReleasePlatform: "android" | "ios" | "harmony";
        /** @enum {string} */
        readonly ReleasePublishStatus: "draft" | "online" | "partial" | "offline";
        /** @enum {string} */
        readonly ReleaseRuntimeMatch: "exact" | "minimum" | "any";
        /** @enum {string} */
        readonly ReleaseUpgradeMode: "optional" | "recommended" | "forced" | "silent";
        readonly RuntimeCacheResponse: {
            /**
             * @description Name of the cached data
             * @example apps
             */
            readonly name: string;
            /** @example 12 */
            readonly entries: number;
            /**
             * @description Approximate size in bytes
             * @example 40960
             */
            readonly bytes: number;
            /**
             * @description Number of cache hits since the start of the process
             * @example 10240
             */
            readonly hits: number;
            /** @example 12 */
            readonly misses: number;
        };
        readonly RuntimeDatabaseResponse: {
            readonly pool: components["schemas"]["RuntimePoolResponse"];
            readonly migrations: components["schemas"]["RuntimeMigrationsResponse"];
            /** @example 18.1 */
            readonly version: string;
        };
        /** @enum {string} */
        readonly RuntimeInstanceKind: "api" | "worker" | "all";
        readonly RuntimeInstanceResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901
             */
            readonly id: string;
            /**
             * @description Kind of the process: `all` is an api that also processes jobs
             * @example api
             */
            readonly kind: components["schemas"]["RuntimeInstanceKind"];
            /** @example 0.1.0 */
            readonly version: string;
            /**
             * @description Commit from which the program was built; null if unknown
             * @example 4f9a1c2
             */
            readonly commit: string | null;
            /** @example v24.21.0 */
            readonly node: string;
            /** @example api-7d9c5b6f4-x2x7k */
            readonly hostname: string;
            readonly memory: components["schemas"]["RuntimeMemoryResponse"];
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly started_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly last_seen_at: string;
        };
        readonly RuntimeMemoryResponse: {
            /** @example 157286400 */
            readonly rss_bytes: number;
            /** @example 73400320 */
            readonly heap_used_bytes: number;
        };
        readonly RuntimeMigrationsResponse: {
            /** @example 43 */
            readonly applied: number;
            /** @example JobsAndInstances1763712000043 */
            readonly latest: string | null;
            /**
             * @description Number of migrations of this program that are not applied
             * @example 0
             */
            readonly pending: number;
        };
        readonly RuntimePoolResponse: {
            /**
             * @description Maximum number of connections
             * @example 20
             */
            readonly size: number;
            /** @example 4 */
            readonly open: number;
            /** @example 3 */
            readonly idle: number;
            /**
             * @description Number of requests that wait for a connection
             * @example 0
             */
            readonly waiting: number;
        };
        readonly RuntimeRedisResponse: {
            /** @example disabled */
            readonly status: components["schemas"]["RedisStatus"];
            /** @example 1 */
            readonly latency_ms: number | null;
        };
        readonly RuntimeResponse: {
            /** @example 0.1.0 */
            readonly version: string;
            /**
             * @description Commit from which the program was built; null if unknown
             * @example 4f9a1c2
             */
            readonly commit: string | null;
            /** @example v24.21.0 */
            readonly node: string;
            /** @example 86400 */
            readonly uptime_seconds: number;
            readonly memory: components["schemas"]["RuntimeMemoryResponse"];
            /** @description All running processes, the oldest first */
            readonly instances: readonly components["schemas"]["RuntimeInstanceResponse"][];
            readonly database: components["schemas"]["RuntimeDatabaseResponse"];
            readonly redis: components["schemas"]["RuntimeRedisResponse"];
            /** @description Jobs of all tenants, by queue */
            readonly queues: readonly components["schemas"]["JobCounts"][];
            /** @description Caches of the process that answers the request */
            readonly caches: readonly components["schemas"]["RuntimeCacheResponse"][];
        };
        /** @enum {string} */
        readonly SearchType: "app" | "member" | "release" | "page" | "article" | "notice" | "message" | "file" | "user" | "role" | "tenant";
        /** @enum {string} */
        readonly SecurityEventType: "account_deletion_cancelled" | "account_deletion_requested" | "api_client_authentication_failed" | "device_removed" | "identifier_added" | "identifier_removed" | "mfa_disabled" | "mfa_enabled" | "new_device_login" | "password_changed" | "password_reset" | "refresh_token_reused" | "session_revoked" | "sessions_revoked" | "step_up_verified";
        readonly ServiceNotificationListResponse: {
            readonly items: readonly components["schemas"]["ServiceNotificationMessageResponse"][];
            /**
             * @description Cursor of the next page, null on the last page
             * @example null
             */
            readonly next_cursor: string | null;
        };
        readonly ServiceNotificationMessageResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be908
             */
            readonly id: string;
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be907
             */
            readonly app_id: string;
            /** @example draft */
            readonly status: components["schemas"]["NotificationStatus"];
            /**
             * @description The type of a message; null for notices
             * @example system
             */
            readonly message_type: components["schemas"]["MessageType"] | null;
            /**
             * @description At least in the App’s default locale. The placeholders `{{display_name}}` and `{{app_name}}` are replaced for each recipient. A member without a name is called `text` by `{{display_name|text}}`, otherwise 用户, 用戶, there or ユーザー, as the language has it.
             * @example {
             *       "zh-CN": "秋季菜单上线",
             *       "en-US": "The autumn menu is here"
             *     }
             */
            readonly title: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            };
            /**
             * @description The channels of delivery; `in_app`, the inbox, is always included. Initially only `in_app`
             * @example [
             *       "in_app",
             *       "push"
             *     ]
             */
            readonly channels: readonly components["schemas"]["NotificationChannel"][];
            /**
             * Format: date-time
             * @example 2026-11-20T08:00:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly published_at: string | null;
            /**
             * Format: date-time
             * @description Time at which the item disappears from inboxes; null for never
             * @example null
             */
            readonly expires_at: string | null;
            /**
             * Format: date-time
             * @description Time of the recall, which removed the message from all inboxes; null if not recalled
             * @example null
             */
            readonly recalled_at: string | null;
            /** @example null */
            readonly recall_reason: string | null;
        };
        readonly ServiceNotificationRecallRequest: {
            /**
             * @description The reason for the recall, which the record and the audit log keep; not shown to members
             * @example Wrong order
             */
            readonly reason?: string | null;
        };
        readonly ServiceNotificationRequest: {
            /**
             * Format: uuid
             * @description An enabled App of the client’s tenant
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be907
             */
            readonly app_id: string;
            /**
             * @description The recipients by user id. Users who are not active members of the App do not receive the message.
             * @example [
             *       "0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904"
             *     ]
             */
            readonly user_ids?: readonly string[];
            /**
             * @description The recipients by email address, or mobile number with + and country code. Only identifiers that the member has verified count.
             * @example [
             *       "member@example.com",
             *       "+8613800138000"
             *     ]
             */
            readonly identifiers?: readonly string[];
            /** @description The recipients as administrators choose them for a message. Who is named and not an active member of the App is left out, as in `user_ids` and `identifiers`; a filter by roles or units is refused. */
            readonly audience?: components["schemas"]["AdminNotificationAudienceRequest"];
            /** @description `marketing` reaches only members who have opted in; `security` requires the scope `notifications.security` */
            readonly message_type: components["schemas"]["MessageType"];
            /**
             * @description At least in the App’s default locale. The placeholders `{{display_name}}` and `{{app_name}}` are replaced for each recipient. A member without a name is called `text` by `{{display_name|text}}`, otherwise 用户, 用戶, there or ユーザー, as the language has it.
             * @example {
             *       "zh-CN": "您的订单已发货",
             *       "en-US": "Your order is on its way"
             *     }
             */
            readonly title: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            };
            /**
             * @description Markdown, in which HTML is escaped. At least in the App’s default locale; the placeholders of `title` are replaced here, too.
             * @example {
             *       "zh-CN": "{{display_name}}，预计明天送达。",
             *       "en-US": "{{display_name}}, expect it tomorrow."
             *     }
             */
            readonly body: {
                readonly "zh-CN"?: string;
                readonly "zh-TW"?: string;
                readonly "en-US"?: string;
                readonly "ja-JP"?: string;
            };
            /**
             * @description The channels of delivery; `in_app`, the inbox, is always included. Initially only `in_app`
             * @example [
             *       "in_app",
             *       "push"
             *     ]
             */
            readonly channels?: readonly ("in_app" | "push" | "email")[] | null;
            /** @description What the App opens when the recipient opens the item; null for nothing */
            readonly action?: components["schemas"]["AdminNotificationActionRequest"] | null;
            /**
             * Format: date-time
             * @description Time at which the message disappears from inboxes; null for never, otherwise in the future
             * @example 2027-01-07T00:00:00.000Z
             */
            readonly expires_at?: string | null;
        } & (unknown | unknown | unknown);
        readonly ServiceNotificationResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be908
             */
            readonly id: string;
            /**
             * @description Number of intended recipients who are active members of the App. Only for clients with the scope `members.read`.
             * @example 1
             */
            readonly recipient_count?: number;
            /** @description The first of the named recipients who are not active members of the App. Only for clients with the scope `members.read`. */
            readonly unknown?: components["schemas"]["ServiceNotificationUnknownResponse"];
            /**
             * @description Number of named recipients who are not active members of the App. Only for clients with the scope `members.read`.
             * @example 1
             */
            readonly unknown_count?: number;
        };
        readonly ServiceNotificationStatsResponse: {
            /**
             * @description Number of members in the audience when the delivery begins; null until then
             * @example 1204
             */
            readonly total: number | null;
            /**
             * @description Number of members to whose inboxes the item was delivered so far, including those who have deleted it
             * @example 1180
             */
            readonly delivered: number;
            /**
             * @description Number of deliveries that are still to come: members to whom the item is not yet delivered, and pushes and emails that are not yet sent. 0 after a recall or the expiry.
             * @example 24
             */
            readonly pending: number;
            /**
             * @description Number of pushes and emails that could not be sent
             * @example 4
             */
            readonly failed: number;
            /** @example 310 */
            readonly read: number;
            /** @example 150 */
            readonly opened: number;
            /**
             * @description `read` divided by `delivered`, 0 to 1; 0 while nothing is delivered
             * @example 0.2575
             */
            readonly read_rate: number;
            readonly by_channel: components["schemas"]["AdminNotificationOutsideStatsResponse"];
            /** @description Hours with activity, the earliest first */
            readonly timeline: readonly components["schemas"]["AdminNotificationHourResponse"][];
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be908
             */
            readonly id: string;
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be907
             */
            readonly app_id: string;
            /**
             * @description The type of a message; null for notices
             * @example system
             */
            readonly message_type: components["schemas"]["MessageType"] | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly published_at: string | null;
            /**
             * Format: date-time
             * @description Time at which the item disappears from inboxes; null for never
             * @example null
             */
            readonly expires_at: string | null;
            /**
             * Format: date-time
             * @description Time of the recall, which removed the message from all inboxes; null if not recalled
             * @example null
             */
            readonly recalled_at: string | null;
        };
        readonly ServiceNotificationUnknownResponse: {
            /** @example [] */
            readonly user_ids: readonly number[];
            /**
             * @example [
             *       1
             *     ]
             */
            readonly identifiers: readonly number[];
        };
        /** @enum {string} */
        readonly SessionSurface: "mobile" | "admin";
        readonly SessionUserResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903
             */
            readonly id: string;
            /** @example Lin */
            readonly display_name: string | null;
        };
        /** @enum {string} */
        readonly SettingScope: "global" | "tenant" | "app";
        /** @enum {string} */
        readonly SettingStatus: "active" | "disabled";
        /** @enum {string} */
        readonly SettingValueType: "string" | "number" | "boolean" | "json";
        /** @enum {string} */
        readonly SupportedLocale: "zh-CN" | "zh-TW" | "en-US" | "ja-JP";
        /** @enum {string} */
        readonly TenantStatus: "active" | "disabled";
        readonly UUIDBatchRequest: {
            /**
             * @description Duplicates count once
             * @example [
             *       "0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902"
             *     ]
             */
            readonly ids: readonly string[];
            /**
             * @description The reason for the change, for the audit log alone
             * @example Requested by the legal department
             */
            readonly reason?: string | null;
        };
        /** @enum {string} */
        readonly UserRolesFilter: "true" | "false";
        /** @enum {string} */
        readonly WebhookDeliveredType: "app.created" | "app.updated" | "app.enabled" | "app.disabled" | "app.deleted" | "app.onboarding.published" | "release.created" | "release.published" | "release.unpublished" | "release.deleted" | "release.health.tripped" | "notice.published" | "notice.cancelled" | "notice.recalled" | "message.published" | "message.cancelled" | "message.recalled" | "push.provider_paused" | "legal.published" | "article.published" | "article.unpublished" | "member.registered" | "member.verified" | "member.suspended" | "member.deleted" | "session.created" | "session.revoked" | "api_client.created" | "api_client.rotated" | "user.invited" | "user.disabled" | "webhook.test";
        /** @enum {string} */
        readonly WebhookDeliveryError: "status" | "redirect" | "timeout" | "address_refused" | "name_not_found" | "tls" | "connection" | "secret_unavailable";
        /** @enum {string} */
        readonly WebhookDeliveryKind: "event" | "redelivery" | "test" | "replay";
        /** @enum {string} */
        readonly WebhookDeliveryStatus: "pending" | "succeeded" | "failed" | "cancelled";
        /** @enum {string} */
        readonly WebhookDisabledReason: "administrator" | "gone" | "failing";
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export interface operations {
    readonly listAdminApiClients: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, counted from 1 */
                readonly page?: number;
                readonly page_size?: number;
                /** @description Search text, which matches anywhere, ignoring case */
                readonly q?: string;
                /** @description The column to sort by, descending with `-` before it. What has no value comes last, and texts are sorted as the language of `Accept-Language` sorts them */
                readonly sort?: "name" | "-name" | "status" | "-status" | "expires_at" | "-expires_at" | "last_used_at" | "-last_used_at" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description The ids of clients: all of them that exist and match come on one page, whatever `page_size` is */
                readonly ids?: readonly string[];
                readonly status?: components["schemas"]["ApiClientStatus"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminApiClientListResponse"];
                    };
                };
            };
        };
    };
    readonly createAdminApiClient: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminApiClientRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminApiClientCredentialsResponse"];
                    };
                };
            };
        };
    };
    readonly getAdminApiClient: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminApiClientResponse"];
                    };
                };
            };
        };
    };
    readonly deleteAdminApiClient: {
        readonly parameters: {
            readonly query?: {
                /** @description The version that the client read; not compared if it is absent */
                readonly lock_version?: number;
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminDeleteResponse"];
                    };
                };
            };
        };
    };
    readonly updateAdminApiClient: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminApiClientRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminApiClientResponse"];
                    };
                };
            };
        };
    };
    readonly rotateAdminApiClientSecret: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminApiClientRotationRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminApiClientCredentialsResponse"];
                    };
                };
            };
        };
    };
    readonly enableAdminApiClient: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LockVersionRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminApiClientResponse"];
                    };
                };
            };
        };
    };
    readonly disableAdminApiClient: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LockVersionRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminApiClientResponse"];
                    };
                };
            };
        };
    };
    readonly listAdminApps: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, counted from 1 */
                readonly page?: number;
                readonly page_size?: number;
                /** @description Search text, which matches anywhere, ignoring case */
                readonly q?: string;
                /** @description The column to sort by, descending with `-` before it. What has no value comes last, and texts are sorted as the language of `Accept-Language` sorts them */
                readonly sort?: "name" | "-name" | "app_type" | "-app_type" | "status" | "-status" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description The ids of Apps: all of them that exist and match come on one page, whatever `page_size` is */
                readonly ids?: readonly string[];
                readonly app_type?: components["schemas"]["AppType"];
                readonly status?: components["schemas"]["AppStatus"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminAppListResponse"];
                    };
                };
            };
        };
    };
    readonly createAdminApp: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminAppRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminAppResponse"];
                    };
                };
            };
        };
    };
    readonly batchDeleteAdminApps: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UUIDBatchRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["BooleanSuccessResponse"];
                    };
                };
            };
        };
    };
    readonly getAdminApp: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminAppResponse"];
                    };
                };
            };
        };
    };
    readonly deleteAdminApp: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["BooleanSuccessResponse"];
                    };
                };
            };
        };
    };
    readonly updateAdminApp: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminAppRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminAppResponse"];
                    };
                };
            };
        };
    };
    readonly enableAdminApp: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminAppStatusRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminAppResponse"];
                    };
                };
            };
        };
    };
    readonly disableAdminApp: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminAppStatusRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminAppResponse"];
                    };
                };
            };
        };
    };
    readonly publishAdminAppOnboarding: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminAppOnboardingPublishRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminAppResponse"];
                    };
                };
            };
        };
    };
    readonly listAdminAppOnboardingRevisions: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, counted from 1 */
                readonly page?: number;
                readonly page_size?: number;
                /** @description The column to sort by, descending with `-` before it. What has no value comes last, and texts are sorted as the language of `Accept-Language` sorts them */
                readonly sort?: "version" | "-version";
            };
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminAppOnboardingRevisionListResponse"];
                    };
                };
            };
        };
    };
    readonly listAdminArticles: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, counted from 1 */
                readonly page?: number;
                readonly page_size?: number;
                /** @description Search text, which matches anywhere, ignoring case */
                readonly q?: string;
                /** @description The column to sort by, descending with `-` before it. What has no value comes last, and texts are sorted as the language of `Accept-Language` sorts them */
                readonly sort?: "title" | "-title" | "slug" | "-slug" | "status" | "-status" | "visibility" | "-visibility" | "publish_at" | "-publish_at" | "published_at" | "-published_at" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description The ids of articles: all of them that exist and match come on one page, whatever `page_size` is */
                readonly ids?: readonly string[];
                readonly status?: components["schemas"]["ArticleStatus"];
                /** @description Only articles whose working copy is in this category */
                readonly category_id?: string;
                /** @description Only articles whose working copy has this visibility */
                readonly visibility?: components["schemas"]["ArticleVisibility"];
                /** @description Only articles whose working copy has this tag, compared without regard to case */
                readonly tag?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminArticleListResponse"];
                    };
                };
            };
        };
    };
    readonly createAdminArticle: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminArticleRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminArticleResponse"];
                    };
                };
            };
        };
    };
    readonly batchDeleteAdminArticles: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UUIDBatchRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["BooleanSuccessResponse"];
                    };
                };
            };
        };
    };
    readonly getAdminArticle: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminArticleResponse"];
                    };
                };
            };
        };
    };
    readonly deleteAdminArticle: {
        readonly parameters: {
            readonly query: {
                /** @description The version that the client read */
                readonly lock_version: number;
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminDeleteResponse"];
                    };
                };
            };
        };
    };
    readonly updateAdminArticle: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminArticleRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminArticleResponse"];
                    };
                };
            };
        };
    };
    readonly createAdminArticlePreviewLink: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminPreviewLinkResponse"];
                    };
                };
            };
        };
    };
    readonly listAdminArticleRevisions: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, counted from 1 */
                readonly page?: number;
                readonly page_size?: number;
                /** @description The column to sort by, descending with `-` before it. What has no value comes last, and texts are sorted as the language of `Accept-Language` sorts them */
                readonly sort?: "revision" | "-revision";
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminArticleRevisionListResponse"];
                    };
                };
            };
        };
    };
    readonly publishAdminArticle: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminArticlePublishRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminArticleResponse"];
                    };
                };
            };
        };
    };
    readonly unscheduleAdminArticle: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LockVersionRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminArticleResponse"];
                    };
                };
            };
        };
    };
    readonly unpublishAdminArticle: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LockVersionRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminArticleResponse"];
                    };
                };
            };
        };
    };
    readonly archiveAdminArticle: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LockVersionRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminArticleResponse"];
                    };
                };
            };
        };
    };
    readonly restoreAdminArticle: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly app_id: string;
                readonly revision: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LockVersionRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminArticleResponse"];
                    };
                };
            };
        };
    };
    readonly batchPublishAdminArticles: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UUIDBatchRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["BooleanSuccessResponse"];
                    };
                };
            };
        };
    };
    readonly batchUnpublishAdminArticles: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UUIDBatchRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["BooleanSuccessResponse"];
                    };
                };
            };
        };
    };
    readonly batchArchiveAdminArticles: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UUIDBatchRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["BooleanSuccessResponse"];
                    };
                };
            };
        };
    };
    readonly listAdminArticleTags: {
        readonly parameters: {
            readonly query?: {
                /** @description Only tags that contain this text, ignoring case */
                readonly q?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminArticleTagListResponse"];
                    };
                };
            };
        };
    };
    readonly getAdminArticleStatistics: {
        readonly parameters: {
            readonly query: {
                /** @description Start of the range: the first day is that which contains this time */
                readonly from: string;
                /** @description End of the range, exclusive: the last day is the last one that begins before this time. At most 400 days after `from` */
                readonly to: string;
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminArticleStatisticsResponse"];
                    };
                };
            };
        };
    };
    readonly listAuditLogs: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, counted from 1 */
                readonly page?: number;
                readonly page_size?: number;
                /** @description Search text, which matches anywhere, ignoring case */
                readonly q?: string;
                /** @description The column to sort by, descending with `-` before it. What has no value comes last, and texts are sorted as the language of `Accept-Language` sorts them */
                readonly sort?: "occurred_at" | "-occurred_at";
                /** @description The ids of records: all of them that exist and match come on one page, whatever `page_size` is */
                readonly ids?: readonly string[];
                readonly actor_id?: string;
                /** @description A permission, or an act on the administrator’s own account */
                readonly action?: string;
                readonly resource_type?: string;
                readonly resource_id?: string;
                readonly app_id?: string;
                readonly outcome?: components["schemas"]["AuditOutcome"];
                readonly from?: string;
                /** @description End of the period, exclusive */
                readonly to?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AuditLogListResponse"];
                    };
                };
            };
        };
    };
    readonly exportAuditLogs: {
        readonly parameters: {
            readonly query?: {
                /** @description Search text, which matches anywhere, ignoring case */
                readonly q?: string;
                readonly actor_id?: string;
                /** @description A permission, or an act on the administrator’s own account */
                readonly action?: string;
                readonly resource_type?: string;
                readonly resource_id?: string;
                readonly app_id?: string;
                readonly outcome?: components["schemas"]["AuditOutcome"];
                readonly from?: string;
                /** @description End of the period, exclusive */
                readonly to?: string;
                readonly format?: components["schemas"]["ExportFormat"];
                /** @description The token of a link to exactly this download, which it opens once, in place of a bearer */
                readonly download_token?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One record per line */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/csv": string;
                    readonly "application/x-ndjson": string;
                };
            };
        };
    };
    readonly createAuditLogExportLink: {
        readonly parameters: {
            readonly query?: {
                /** @description Search text, which matches anywhere, ignoring case */
                readonly q?: string;
                readonly actor_id?: string;
                /** @description A permission, or an act on the administrator’s own account */
                readonly action?: string;
                readonly resource_type?: string;
                readonly resource_id?: string;
                readonly app_id?: string;
                readonly outcome?: components["schemas"]["AuditOutcome"];
                readonly from?: string;
                /** @description End of the period, exclusive */
                readonly to?: string;
                readonly format?: components["schemas"]["ExportFormat"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminDownloadLinkResponse"];
                    };
                };
            };
        };
    };
    readonly verifyAuditLogs: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AuditVerificationResponse"];
                    };
                };
            };
        };
    };
    readonly adminLogin: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminLoginRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminTokenResponse"] | components["schemas"]["AdminMfaRequiredResponse"];
                    };
                };
            };
        };
    };
    readonly adminLoginMfa: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminMfaLoginRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminTokenResponse"];
                    };
                };
            };
        };
    };
    readonly adminRefresh: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminRefreshRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminTokenResponse"];
                    };
                };
            };
        };
    };
    readonly adminPasswordForgot: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminPasswordForgotRequest"];
            };
        };
        readonly responses: {
            /** @description Accepted */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AppAcceptedResponse"];
                    };
                };
            };
        };
    };
    readonly adminPasswordReset: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminPasswordResetRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["BooleanSuccessResponse"];
                    };
                };
            };
        };
    };
    readonly acceptAdminInvitation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminInvitationAcceptRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["BooleanSuccessResponse"];
                    };
                };
            };
        };
    };
    readonly adminLogout: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["BooleanSuccessResponse"];
                    };
                };
            };
        };
    };
    readonly getAdminContext: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminContextResponse"];
                    };
                };
            };
        };
    };
    readonly getAdminProfile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminProfileResponse"];
                    };
                };
            };
        };
    };
    readonly updateAdminProfile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminProfileUpdateRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminProfileResponse"];
                    };
                };
            };
        };
    };
    readonly changeAdminPassword: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminPasswordChangeRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["BooleanSuccessResponse"];
                    };
                };
            };
        };
    };
    readonly listOwnAdminSessions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminOwnSessionListResponse"];
                    };
                };
            };
        };
    };
    readonly revokeOtherAdminSessions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminSessionRevocationResponse"];
                    };
                };
            };
        };
    };
    readonly revokeOwnAdminSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["BooleanSuccessResponse"];
                    };
                };
            };
        };
    };
    readonly enrolTotp: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminTotpEnrolmentRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminTotpEnrolmentResponse"];
                    };
                };
            };
        };
    };
    readonly removeTotp: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminMfaCodeRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["BooleanSuccessResponse"];
                    };
                };
            };
        };
    };
    readonly confirmTotp: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminMfaCodeRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminRecoveryCodesResponse"];
                    };
                };
            };
        };
    };
    readonly listAdminContentCategories: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, counted from 1 */
                readonly page?: number;
                readonly page_size?: number;
                /** @description Search text, which matches anywhere, ignoring case */
                readonly q?: string;
                /** @description The column to sort by, descending with `-` before it. What has no value comes last, and texts are sorted as the language of `Accept-Language` sorts them */
                readonly sort?: "name" | "-name" | "slug" | "-slug" | "status" | "-status" | "sort_order" | "-sort_order" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description The ids of categories: all of them that exist and match come on one page, whatever `page_size` is */
                readonly ids?: readonly string[];
                readonly status?: components["schemas"]["ContentCategoryStatus"];
            };
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminContentCategoryListResponse"];
                    };
                };
            };
        };
    };
    readonly createAdminContentCategory: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminContentCategoryRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminContentCategoryResponse"];
                    };
                };
            };
        };
    };
    readonly getAdminContentCategory: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminContentCategoryResponse"];
                    };
                };
            };
        };
    };
    readonly deleteAdminContentCategory: {
        readonly parameters: {
            readonly query: {
                /** @description The version that the client read */
                readonly lock_version: number;
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminDeleteResponse"];
                    };
                };
            };
        };
    };
    readonly updateAdminContentCategory: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminContentCategoryUpdateRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminContentCategoryResponse"];
                    };
                };
            };
        };
    };
    readonly listAdminPages: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, counted from 1 */
                readonly page?: number;
                readonly page_size?: number;
                /** @description Search text, which matches anywhere, ignoring case */
                readonly q?: string;
                /** @description The column to sort by, descending with `-` before it. What has no value comes last, and texts are sorted as the language of `Accept-Language` sorts them */
                readonly sort?: "key" | "-key" | "title" | "-title" | "published_at" | "-published_at" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description The ids of pages or legal documents: all of them that exist and match come on one page, whatever `page_size` is */
                readonly ids?: readonly string[];
            };
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminPageListResponse"];
                    };
                };
            };
        };
    };
    readonly createAdminPage: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminPageRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminPageResponse"];
                    };
                };
            };
        };
    };
    readonly getAdminPage: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
                readonly slug: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminPageResponse"];
                    };
                };
            };
        };
    };
    readonly deleteAdminPage: {
        readonly parameters: {
            readonly query: {
                /** @description The version that the client read */
                readonly lock_version: number;
            };
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
                readonly slug: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminDeleteResponse"];
                    };
                };
            };
        };
    };
    readonly saveAdminPageDraft: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
                readonly slug: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminPageDraftRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminPageResponse"];
                    };
                };
            };
        };
    };
    readonly publishAdminPage: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
                readonly slug: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LockVersionRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminPageResponse"];
                    };
                };
            };
        };
    };
    readonly createAdminPagePreviewLink: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
                readonly slug: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminPreviewLinkResponse"];
                    };
                };
            };
        };
    };
    readonly listAdminPageRevisions: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, counted from 1 */
                readonly page?: number;
                readonly page_size?: number;
                /** @description The column to sort by, descending with `-` before it. What has no value comes last, and texts are sorted as the language of `Accept-Language` sorts them */
                readonly sort?: "revision" | "-revision";
            };
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
                readonly slug: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminPageRevisionListResponse"];
                    };
                };
            };
        };
    };
    readonly restoreAdminPageRevision: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
                readonly slug: string;
                readonly revision: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LockVersionRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminPageResponse"];
                    };
                };
            };
        };
    };
    readonly listAdminLegalDocuments: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, counted from 1 */
                readonly page?: number;
                readonly page_size?: number;
                /** @description Search text, which matches anywhere, ignoring case */
                readonly q?: string;
                /** @description The column to sort by, descending with `-` before it. What has no value comes last, and texts are sorted as the language of `Accept-Language` sorts them */
                readonly sort?: "key" | "-key" | "title" | "-title" | "published_at" | "-published_at" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description The ids of pages or legal documents: all of them that exist and match come on one page, whatever `page_size` is */
                readonly ids?: readonly string[];
            };
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminPageListResponse"];
                    };
                };
            };
        };
    };
    readonly getAdminLegalDocument: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
                readonly document_type: components["schemas"]["LegalDocumentType"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminPageResponse"];
                    };
                };
            };
        };
    };
    readonly saveAdminLegalDraft: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
                readonly document_type: components["schemas"]["LegalDocumentType"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminPageDraftRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminPageResponse"];
                    };
                };
            };
        };
    };
    readonly publishAdminLegalDocument: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
                readonly document_type: components["schemas"]["LegalDocumentType"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LockVersionRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminPageResponse"];
                    };
                };
            };
        };
    };
    readonly createAdminLegalPreviewLink: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
                readonly document_type: components["schemas"]["LegalDocumentType"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminPreviewLinkResponse"];
                    };
                };
            };
        };
    };
    readonly listAdminLegalRevisions: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, counted from 1 */
                readonly page?: number;
                readonly page_size?: number;
                /** @description The column to sort by, descending with `-` before it. What has no value comes last, and texts are sorted as the language of `Accept-Language` sorts them */
                readonly sort?: "revision" | "-revision";
            };
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
                readonly document_type: components["schemas"]["LegalDocumentType"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminPageRevisionListResponse"];
                    };
                };
            };
        };
    };
    readonly restoreAdminLegalRevision: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
                readonly document_type: components["schemas"]["LegalDocumentType"];
                readonly revision: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LockVersionRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminPageResponse"];
                    };
                };
            };
        };
    };
    readonly previewAdminContent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminContentPreviewRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminContentPreviewResponse"];
                    };
                };
            };
        };
    };
    readonly getAdminDashboardSummary: {
        readonly parameters: {
            readonly query?: {
                /** @description The App to report on; all Apps of the tenant if absent */
                readonly app_id?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminDashboardSummaryResponse"];
                    };
                };
            };
        };
    };
    readonly getAdminDashboardTrend: {
        readonly parameters: {
            readonly query: {
                /** @description The App to report on; all Apps of the tenant if absent */
                readonly app_id?: string;
                readonly metric: components["schemas"]["DashboardMetric"];
                readonly interval: components["schemas"]["DashboardInterval"];
                /** @description Start of the range: the first point is the hour or day that contains this time */
                readonly from: string;
                /** @description End of the range, exclusive: the last point is the last hour or day that begins before this time. At most 400 points */
                readonly to: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminDashboardTrendResponse"];
                    };
                };
            };
        };
    };
    readonly listAdminDictionaries: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, counted from 1 */
                readonly page?: number;
                readonly page_size?: number;
                /** @description Search text, which matches anywhere, ignoring case */
                readonly q?: string;
                /** @description The column to sort by, descending with `-` before it. What has no value comes last, and texts are sorted as the language of `Accept-Language` sorts them */
                readonly sort?: "code" | "-code" | "name" | "-name" | "scope" | "-scope" | "status" | "-status" | "item_count" | "-item_count" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description The ids of dictionaries: all of them that exist and match come on one page, whatever `page_size` is */
                readonly ids?: readonly string[];
                readonly scope?: components["schemas"]["DictionaryScope"];
                /** @description Only items of this App */
                readonly app_id?: string;
                readonly status?: components["schemas"]["DictionaryStatus"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminDictionaryListResponse"];
                    };
                };
            };
        };
    };
    readonly createAdminDictionary: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminDictionaryRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminDictionaryResponse"];
                    };
                };
            };
        };
    };
    readonly getAdminDictionary: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminDictionaryResponse"];
                    };
                };
            };
        };
    };
    readonly deleteAdminDictionary: {
        readonly parameters: {
            readonly query: {
                /** @description The version that the client read */
                readonly lock_version: number;
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminDeleteResponse"];
                    };
                };
            };
        };
    };
    readonly updateAdminDictionary: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminDictionaryRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminDictionaryResponse"];
                    };
                };
            };
        };
    };
    readonly listAdminFiles: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, counted from 1 */
                readonly page?: number;
                readonly page_size?: number;
                /** @description Search text, which matches anywhere, ignoring case */
                readonly q?: string;
                /** @description The column to sort by, descending with `-` before it. What has no value comes last, and texts are sorted as the language of `Accept-Language` sorts them */
                readonly sort?: "filename" | "-filename" | "purpose" | "-purpose" | "media_type" | "-media_type" | "size_bytes" | "-size_bytes" | "scan_status" | "-scan_status" | "created_at" | "-created_at";
                /** @description The ids of files: all of them that exist and match come on one page, whatever `page_size` is */
                readonly ids?: readonly string[];
                readonly purpose?: components["schemas"]["FilePurpose"];
                readonly app_id?: string;
                readonly scan_status?: components["schemas"]["FileScanStatus"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminFileListResponse"];
                    };
                };
            };
        };
    };
    readonly uploadAdminFile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "multipart/form-data": {
                    readonly purpose: components["schemas"]["FilePurpose"];
                    /**
                     * Format: uuid
                     * @description The App that the file is for; required with `release_package`
                     */
                    readonly app_id?: string;
                    /** Format: binary */
                    readonly file: Upload;
                };
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminFileResponse"];
                    };
                };
            };
        };
    };
    readonly getAdminFile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminFileResponse"];
                    };
                };
            };
        };
    };
    readonly deleteAdminFile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminDeleteResponse"];
                    };
                };
            };
        };
    };
    readonly downloadAdminFile: {
        readonly parameters: {
            readonly query?: {
                /** @description The token of a link to exactly this download, which it opens once, in place of a bearer */
                readonly download_token?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The whole content */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "*/*": Upload;
                };
            };
            /** @description The requested range */
            readonly 206: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "*/*": Upload;
                };
            };
        };
    };
    readonly createAdminFileDownloadLink: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminDownloadLinkResponse"];
                    };
                };
            };
        };
    };
    readonly rescanAdminFile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminFileResponse"];
                    };
                };
            };
        };
    };
    readonly batchDeleteAdminFiles: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UUIDBatchRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["BooleanSuccessResponse"];
                    };
                };
            };
        };
    };
    readonly getAdminFileThumbnail: {
        readonly parameters: {
            readonly query: {
                /** @description The width of the picture, in pixels */
                readonly width: 64 | 320;
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The picture without its metadata, turned as these say */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "image/webp": Upload;
                };
            };
        };
    };
    readonly listAdminJobQueues: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminJobQueueListResponse"];
                    };
                };
            };
        };
    };
    readonly pauseAdminJobQueue: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The name of a queue */
                readonly name: "codes.requests" | "codes.mail" | "codes.sms" | "mail" | "sms" | "scanner" | "storage" | "push" | "webhooks" | "notifications.mail" | "exports" | "notifications.fan_out" | "default";
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminJobQueuePauseResponse"];
                    };
                };
            };
        };
    };
    readonly resumeAdminJobQueue: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The name of a queue */
                readonly name: "codes.requests" | "codes.mail" | "codes.sms" | "mail" | "sms" | "scanner" | "storage" | "push" | "webhooks" | "notifications.mail" | "exports" | "notifications.fan_out" | "default";
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminJobQueuePauseResponse"];
                    };
                };
            };
        };
    };
    readonly listAdminJobs: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, counted from 1 */
                readonly page?: number;
                readonly page_size?: number;
                /** @description The ids of jobs: all of them that exist and match come on one page, whatever `page_size` is */
                readonly ids?: readonly string[];
                readonly queue?: components["schemas"]["JobQueue"];
                readonly state?: components["schemas"]["JobState"];
                readonly type?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminJobListResponse"];
                    };
                };
            };
        };
    };
    readonly listAdminJobSchedules: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminJobScheduleListResponse"];
                    };
                };
            };
        };
    };
    readonly retryAdminJobs: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminJobsRetryRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminJobsRetryResponse"];
                    };
                };
            };
        };
    };
    readonly getAdminJob: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminJobResponse"];
                    };
                };
            };
        };
    };
    readonly deleteAdminJob: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminDeleteResponse"];
                    };
                };
            };
        };
    };
    readonly retryAdminJob: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminJobResponse"];
                    };
                };
            };
        };
    };
    readonly listAdminMembers: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, counted from 1 */
                readonly page?: number;
                readonly page_size?: number;
                /** @description Search text, which matches anywhere, ignoring case */
                readonly q?: string;
                /** @description The column to sort by, descending with `-` before it. What has no value comes last, and texts are sorted as the language of `Accept-Language` sorts them */
                readonly sort?: "display_name" | "-display_name" | "status" | "-status" | "joined_at" | "-joined_at" | "created_at" | "-created_at";
                /** @description The ids of users: all of them that exist and match come on one page, whatever `page_size` is */
                readonly ids?: readonly string[];
                readonly status?: components["schemas"]["AppMembershipStatus"];
            };
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminMemberListResponse"];
                    };
                };
            };
        };
    };
    readonly exportAdminMembers: {
        readonly parameters: {
            readonly query?: {
                /** @description Search text, which matches anywhere, ignoring case */
                readonly q?: string;
                readonly status?: components["schemas"]["AppMembershipStatus"];
                readonly format?: components["schemas"]["ExportFormat"];
                /** @description The token of a link to exactly this download, which it opens once, in place of a bearer */
                readonly download_token?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The members, most recently registered first */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/csv": string;
                    readonly "application/x-ndjson": string;
                };
            };
        };
    };
    readonly createAdminMemberExportLink: {
        readonly parameters: {
            readonly query?: {
                /** @description Search text, which matches anywhere, ignoring case */
                readonly q?: string;
                readonly status?: components["schemas"]["AppMembershipStatus"];
                readonly format?: components["schemas"]["ExportFormat"];
            };
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminDownloadLinkResponse"];
                    };
                };
            };
        };
    };
    readonly getAdminMember: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly user_id: string;
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminMemberDetailResponse"];
                    };
                };
            };
        };
    };
    readonly deleteAdminMember: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly user_id: string;
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminDeleteResponse"];
                    };
                };
            };
        };
    };
    readonly suspendAdminMember: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly user_id: string;
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminReasonRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminMemberResponse"];
                    };
                };
            };
        };
    };
    readonly activateAdminMember: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly user_id: string;
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminMemberResponse"];
                    };
                };
            };
        };
    };
    readonly batchSuspendAdminMembers: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UUIDBatchRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["BooleanSuccessResponse"];
                    };
                };
            };
        };
    };
    readonly batchActivateAdminMembers: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UUIDBatchRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["BooleanSuccessResponse"];
                    };
                };
            };
        };
    };
    readonly listAdminNotices: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, counted from 1 */
                readonly page?: number;
                readonly page_size?: number;
                /** @description Search text, which matches anywhere, ignoring case */
                readonly q?: string;
                /** @description The column to sort by, descending with `-` before it. What has no value comes last, and texts are sorted as the language of `Accept-Language` sorts them */
                readonly sort?: "title" | "-title" | "status" | "-status" | "scheduled_at" | "-scheduled_at" | "published_at" | "-published_at" | "expires_at" | "-expires_at" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description The ids of notices or messages: all of them that exist and match come on one page, whatever `page_size` is */
                readonly ids?: readonly string[];
                readonly status?: components["schemas"]["NotificationStatus"];
            };
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminNotificationMessageListResponse"];
                    };
                };
            };
        };
    };
    readonly createAdminNotice: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminNotificationMessageRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminNotificationMessageResponse"];
                    };
                };
            };
        };
    };
    readonly getAdminNotice: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminNotificationMessageResponse"];
                    };
                };
            };
        };
    };
    readonly deleteAdminNotice: {
        readonly parameters: {
            readonly query: {
                /** @description The version that the client read */
                readonly lock_version: number;
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminDeleteResponse"];
                    };
                };
            };
        };
    };
    readonly updateAdminNotice: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminNotificationMessageRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminNotificationMessageResponse"];
                    };
                };
            };
        };
    };
    readonly copyAdminNotice: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminNotificationMessageResponse"];
                    };
                };
            };
        };
    };
    readonly testAdminNotice: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminNotificationTestRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminNotificationTestResponse"];
                    };
                };
            };
        };
    };
    readonly previewAdminNoticeRecipients: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminNotificationRecipientPreviewResponse"];
                    };
                };
            };
        };
    };
    readonly getAdminNoticeRecipients: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminNotificationRecipientStatsResponse"];
                    };
                };
            };
        };
    };
    readonly recallAdminNotice: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminNotificationRecallRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminNotificationMessageResponse"];
                    };
                };
            };
        };
    };
    readonly moveAdminNotice: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly app_id: string;
                readonly action: "publish" | "unschedule" | "cancel";
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminNotificationMoveRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminNotificationMessageResponse"];
                    };
                };
            };
        };
    };
    readonly listAdminMessages: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, counted from 1 */
                readonly page?: number;
                readonly page_size?: number;
                /** @description Search text, which matches anywhere, ignoring case */
                readonly q?: string;
                /** @description The column to sort by, descending with `-` before it. What has no value comes last, and texts are sorted as the language of `Accept-Language` sorts them */
                readonly sort?: "title" | "-title" | "status" | "-status" | "scheduled_at" | "-scheduled_at" | "published_at" | "-published_at" | "expires_at" | "-expires_at" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | "message_type" | "-message_type";
                /** @description The ids of notices or messages: all of them that exist and match come on one page, whatever `page_size` is */
                readonly ids?: readonly string[];
                readonly status?: components["schemas"]["NotificationStatus"];
                readonly message_type?: components["schemas"]["MessageType"];
            };
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminNotificationMessageListResponse"];
                    };
                };
            };
        };
    };
    readonly createAdminMessage: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminNotificationMessageRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminNotificationMessageResponse"];
                    };
                };
            };
        };
    };
    readonly getAdminMessage: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminNotificationMessageResponse"];
                    };
                };
            };
        };
    };
    readonly deleteAdminMessage: {
        readonly parameters: {
            readonly query: {
                /** @description The version that the client read */
                readonly lock_version: number;
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminDeleteResponse"];
                    };
                };
            };
        };
    };
    readonly updateAdminMessage: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminNotificationMessageRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminNotificationMessageResponse"];
                    };
                };
            };
        };
    };
    readonly copyAdminMessage: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminNotificationMessageResponse"];
                    };
                };
            };
        };
    };
    readonly testAdminMessage: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminNotificationTestRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminNotificationTestResponse"];
                    };
                };
            };
        };
    };
    readonly previewAdminMessageRecipients: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminNotificationRecipientPreviewResponse"];
                    };
                };
            };
        };
    };
    readonly getAdminMessageRecipients: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminNotificationRecipientStatsResponse"];
                    };
                };
            };
        };
    };
    readonly recallAdminMessage: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminNotificationRecallRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminNotificationMessageResponse"];
                    };
                };
            };
        };
    };
    readonly moveAdminMessage: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly app_id: string;
                readonly action: "publish" | "unschedule" | "cancel";
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminNotificationMoveRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminNotificationMessageResponse"];
                    };
                };
            };
        };
    };
    readonly listAdminOrganizationUnits: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, counted from 1 */
                readonly page?: number;
                /** @description Number of units on a page; by default all units, so that the whole tree is on one page */
                readonly page_size?: number;
                /** @description Search text, which matches anywhere, ignoring case */
                readonly q?: string;
                /** @description The column to sort by, descending with `-` before it. What has no value comes last, and texts are sorted as the language of `Accept-Language` sorts them */
                readonly sort?: "name" | "-name" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description The ids of units: all of them that exist and match come on one page, whatever `page_size` is */
                readonly ids?: readonly string[];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminOrganizationUnitListResponse"];
                    };
                };
            };
        };
    };
    readonly createAdminOrganizationUnit: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminOrganizationUnitRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminOrganizationUnitResponse"];
                    };
                };
            };
        };
    };
    readonly getAdminOrganizationUnit: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminOrganizationUnitResponse"];
                    };
                };
            };
        };
    };
    readonly deleteAdminOrganizationUnit: {
        readonly parameters: {
            readonly query: {
                /** @description The version that the client read */
                readonly lock_version: number;
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminDeleteResponse"];
                    };
                };
            };
        };
    };
    readonly updateAdminOrganizationUnit: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminOrganizationUnitUpdateRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminOrganizationUnitResponse"];
                    };
                };
            };
        };
    };
    readonly moveAdminOrganizationUnit: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminOrganizationUnitMoveRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminOrganizationUnitResponse"];
                    };
                };
            };
        };
    };
    readonly listAdminOrganizationUnitMembers: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, counted from 1 */
                readonly page?: number;
                readonly page_size?: number;
                /** @description The column to sort by, descending with `-` before it. What has no value comes last, and texts are sorted as the language of `Accept-Language` sorts them */
                readonly sort?: "display_name" | "-display_name" | "status" | "-status" | "joined_at" | "-joined_at";
                /** @description The ids of users: all of them that exist and match come on one page, whatever `page_size` is */
                readonly ids?: readonly string[];
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminOrganizationUnitMemberListResponse"];
                    };
                };
            };
        };
    };
    readonly replaceAdminOrganizationUnitMembers: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminOrganizationUnitMembersRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminOrganizationUnitResponse"];
                    };
                };
            };
        };
    };
    readonly listAdminPushProviders: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminPushProviderListResponse"];
                    };
                };
            };
        };
    };
    readonly putAdminPushProvider: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
                /** @description The name of a provider */
                readonly provider: "uni_push" | "fcm" | "apns" | "hms" | "webhook" | "log";
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminPushProviderRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminPushProviderResponse"];
                    };
                };
            };
        };
    };
    readonly deleteAdminPushProvider: {
        readonly parameters: {
            readonly query: {
                /** @description The version that the client read */
                readonly lock_version: number;
            };
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
                /** @description The name of a provider */
                readonly provider: "uni_push" | "fcm" | "apns" | "hms" | "webhook" | "log";
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["BooleanSuccessResponse"];
                    };
                };
            };
        };
    };
    readonly testAdminPushProvider: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
                /** @description The name of a provider */
                readonly provider: "uni_push" | "fcm" | "apns" | "hms" | "webhook" | "log";
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminPushTestRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminPushTestResponse"];
                    };
                };
            };
        };
    };
    readonly listAdminRegions: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, counted from 1 */
                readonly page?: number;
                readonly page_size?: number;
                /** @description Search text, which matches anywhere, ignoring case */
                readonly q?: string;
                /** @description The column to sort by, descending with `-` before it. What has no value comes last, and texts are sorted as the language of `Accept-Language` sorts them */
                readonly sort?: "code" | "-code" | "name" | "-name" | "level" | "-level" | "status" | "-status" | "updated_at" | "-updated_at";
                /** @description Only the children of this region */
                readonly parent_code?: string;
                /** @description Only regions of this level */
                readonly level?: number;
                readonly status?: components["schemas"]["RegionStatus"];
                /** @description `false`: only regions that are hidden themselves, not through an ancestor */
                readonly is_public?: components["schemas"]["RegionVisibilityFilter"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminRegionListResponse"];
                    };
                };
            };
        };
    };
    readonly getAdminRegion: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly code: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminRegionResponse"];
                    };
                };
            };
        };
    };
    readonly updateAdminRegion: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly code: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminRegionUpdateRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminRegionResponse"];
                    };
                };
            };
        };
    };
    readonly explainAdminMobileReleases: {
        readonly parameters: {
            readonly query: {
                readonly platform: components["schemas"]["ReleasePlatform"];
                readonly package_type?: components["schemas"]["ReleasePackageType"];
                /** @description The version_code that the client runs, of the package type */
                readonly version_code?: number;
                /** @description The version_code of the native app around a wgt */
                readonly native_version_code?: number;
                /** @description The version_code of the wgt, if version_code is that of the native app */
                readonly wgt_version_code?: number;
                /** @description The uni-app runtime of the client */
                readonly runtime_version?: string;
                /** @description Accepted as from a client; the answer does not depend on it */
                readonly channel?: string;
                /** @description UUID of the installation; if absent, the device is outside every rollout */
                readonly device_key?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminMobileReleaseExplainResponse"];
                    };
                };
            };
        };
    };
    readonly getAdminMobileReleaseStatistics: {
        readonly parameters: {
            readonly query?: {
                /** @description The first day (UTC) */
                readonly from?: string;
                /** @description The last day (UTC) */
                readonly to?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminMobileReleaseStatisticsResponse"];
                    };
                };
            };
        };
    };
    readonly listAdminMobileReleases: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, counted from 1 */
                readonly page?: number;
                readonly page_size?: number;
                /** @description Search text, which matches anywhere, ignoring case */
                readonly q?: string;
                /** @description The column to sort by, descending with `-` before it. What has no value comes last, and texts are sorted as the language of `Accept-Language` sorts them */
                readonly sort?: "title" | "-title" | "version_code" | "-version_code" | "platform" | "-platform" | "package_type" | "-package_type" | "publish_status" | "-publish_status" | "published_at" | "-published_at" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description The ids of releases: all of them that exist and match come on one page, whatever `page_size` is */
                readonly ids?: readonly string[];
                readonly package_type?: components["schemas"]["ReleasePackageType"];
                readonly platform?: components["schemas"]["ReleasePlatform"];
                readonly publish_status?: components["schemas"]["ReleasePublishStatus"];
            };
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminMobileReleasePageResponse"];
                    };
                };
            };
        };
    };
    readonly createAdminMobileRelease: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminMobileReleaseRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminMobileReleaseResponse"];
                    };
                };
            };
        };
    };
    readonly rollOutAdminMobileRelease: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminMobileReleaseRolloutRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminMobileReleaseResponse"];
                    };
                };
            };
        };
    };
    readonly batchDeleteAdminMobileReleases: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UUIDBatchRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["BooleanSuccessResponse"];
                    };
                };
            };
        };
    };
    readonly getAdminMobileRelease: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminMobileReleaseResponse"];
                    };
                };
            };
        };
    };
    readonly deleteAdminMobileRelease: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["BooleanSuccessResponse"];
                    };
                };
            };
        };
    };
    readonly updateAdminMobileRelease: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminMobileReleaseRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminMobileReleaseResponse"];
                    };
                };
            };
        };
    };
    readonly publishAdminMobileRelease: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LockVersionRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminMobileReleaseResponse"];
                    };
                };
            };
        };
    };
    readonly unpublishAdminMobileRelease: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LockVersionRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminMobileReleaseResponse"];
                    };
                };
            };
        };
    };
    readonly listLegacyMobileReleases: {
        readonly parameters: {
            readonly query?: {
                /** @description Ignored: the list comes whole */
                readonly page?: string;
                /** @description Ignored: the list comes whole */
                readonly page_size?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminMobileReleaseListResponse"];
                    };
                };
            };
        };
    };
    readonly createLegacyMobileRelease: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminMobileReleaseRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminMobileReleaseResponse"];
                    };
                };
            };
        };
    };
    readonly batchDeleteLegacyMobileReleases: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UUIDBatchRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["BooleanSuccessResponse"];
                    };
                };
            };
        };
    };
    readonly getLegacyMobileRelease: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminMobileReleaseResponse"];
                    };
                };
            };
        };
    };
    readonly deleteLegacyMobileRelease: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["BooleanSuccessResponse"];
                    };
                };
            };
        };
    };
    readonly updateLegacyMobileRelease: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminMobileReleaseRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminMobileReleaseResponse"];
                    };
                };
            };
        };
    };
    readonly publishLegacyMobileRelease: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LockVersionRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminMobileReleaseResponse"];
                    };
                };
            };
        };
    };
    readonly unpublishLegacyMobileRelease: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LockVersionRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminMobileReleaseResponse"];
                    };
                };
            };
        };
    };
    readonly listAdminRoles: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, counted from 1 */
                readonly page?: number;
                readonly page_size?: number;
                /** @description Search text, which matches anywhere, ignoring case */
                readonly q?: string;
                /** @description The column to sort by, descending with `-` before it. What has no value comes last, and texts are sorted as the language of `Accept-Language` sorts them */
                readonly sort?: "code" | "-code" | "name" | "-name" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminRoleListResponse"];
                    };
                };
            };
        };
    };
    readonly createAdminRole: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminRoleRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminRoleResponse"];
                    };
                };
            };
        };
    };
    readonly getAdminRole: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly code: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminRoleResponse"];
                    };
                };
            };
        };
    };
    readonly deleteAdminRole: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly code: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["BooleanSuccessResponse"];
                    };
                };
            };
        };
    };
    readonly updateAdminRole: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly code: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminRoleUpdateRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminRoleResponse"];
                    };
                };
            };
        };
    };
    readonly listAdminPermissions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminPermissionListResponse"];
                    };
                };
            };
        };
    };
    readonly searchAdmin: {
        readonly parameters: {
            readonly query: {
                /** @description A part of a name or title, ignoring case; or an id, an email address or a mobile number, each of them whole */
                readonly q: string;
                /** @description Only what belongs to this App, of the groups whose items belong to one */
                readonly app_id?: string;
                /** @description Number of items in each group */
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminSearchResponse"];
                    };
                };
            };
        };
    };
    readonly listAdminSettings: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, counted from 1 */
                readonly page?: number;
                readonly page_size?: number;
                /** @description Search text, which matches anywhere, ignoring case */
                readonly q?: string;
                /** @description The column to sort by, descending with `-` before it. What has no value comes last, and texts are sorted as the language of `Accept-Language` sorts them */
                readonly sort?: "key" | "-key" | "scope" | "-scope" | "status" | "-status" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description The ids of settings: all of them that exist and match come on one page, whatever `page_size` is */
                readonly ids?: readonly string[];
                readonly scope?: components["schemas"]["SettingScope"];
                /** @description Only items of this App */
                readonly app_id?: string;
                readonly status?: components["schemas"]["SettingStatus"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminSettingListResponse"];
                    };
                };
            };
        };
    };
    readonly createAdminSetting: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminSettingRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminSettingResponse"];
                    };
                };
            };
        };
    };
    readonly listAdminKnownSettings: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminKnownSettingListResponse"];
                    };
                };
            };
        };
    };
    readonly getAdminSetting: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminSettingResponse"];
                    };
                };
            };
        };
    };
    readonly deleteAdminSetting: {
        readonly parameters: {
            readonly query: {
                /** @description The version that the client read */
                readonly lock_version: number;
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminDeleteResponse"];
                    };
                };
            };
        };
    };
    readonly updateAdminSetting: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminSettingRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminSettingResponse"];
                    };
                };
            };
        };
    };
    readonly listAdminSessions: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, counted from 1 */
                readonly page?: number;
                readonly page_size?: number;
                /** @description Search text, which matches anywhere, ignoring case */
                readonly q?: string;
                /** @description The column to sort by, descending with `-` before it. What has no value comes last, and texts are sorted as the language of `Accept-Language` sorts them */
                readonly sort?: "last_active_at" | "-last_active_at";
                /** @description The ids of sessions: all of them that exist and match come on one page, whatever `page_size` is */
                readonly ids?: readonly string[];
                readonly user_id?: string;
                readonly app_id?: string;
                readonly surface?: components["schemas"]["SessionSurface"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminSessionListResponse"];
                    };
                };
            };
        };
    };
    readonly revokeAdminSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminDeleteResponse"];
                    };
                };
            };
        };
    };
    readonly revokeAdminSessions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminSessionRevocationRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminSessionRevocationResponse"];
                    };
                };
            };
        };
    };
    readonly listAdminLoginEvents: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, counted from 1 */
                readonly page?: number;
                readonly page_size?: number;
                /** @description The column to sort by, descending with `-` before it. What has no value comes last, and texts are sorted as the language of `Accept-Language` sorts them */
                readonly sort?: "occurred_at" | "-occurred_at";
                /** @description The ids of events: all of them that exist and match come on one page, whatever `page_size` is */
                readonly ids?: readonly string[];
                readonly user_id?: string;
                readonly app_id?: string;
                readonly from?: string;
                /** @description End of the period, exclusive */
                readonly to?: string;
                readonly result?: components["schemas"]["LoginResult"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminLoginEventListResponse"];
                    };
                };
            };
        };
    };
    readonly listAdminSecurityEvents: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, counted from 1 */
                readonly page?: number;
                readonly page_size?: number;
                /** @description The column to sort by, descending with `-` before it. What has no value comes last, and texts are sorted as the language of `Accept-Language` sorts them */
                readonly sort?: "occurred_at" | "-occurred_at";
                /** @description The ids of events: all of them that exist and match come on one page, whatever `page_size` is */
                readonly ids?: readonly string[];
                readonly user_id?: string;
                readonly app_id?: string;
                readonly from?: string;
                /** @description End of the period, exclusive */
                readonly to?: string;
                readonly type?: components["schemas"]["SecurityEventType"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminSecurityEventListResponse"];
                    };
                };
            };
        };
    };
    readonly getRuntime: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["RuntimeResponse"];
                    };
                };
            };
        };
    };
    readonly listAdminTenants: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, counted from 1 */
                readonly page?: number;
                readonly page_size?: number;
                /** @description Search text, which matches anywhere, ignoring case */
                readonly q?: string;
                /** @description The column to sort by, descending with `-` before it. What has no value comes last, and texts are sorted as the language of `Accept-Language` sorts them */
                readonly sort?: "code" | "-code" | "name" | "-name" | "status" | "-status" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description The ids of tenants: all of them that exist and match come on one page, whatever `page_size` is */
                readonly ids?: readonly string[];
                readonly status?: components["schemas"]["TenantStatus"];
                /** @description The tenant whose App has this `dcloud_appid` */
                readonly dcloud_appid?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminTenantListResponse"];
                    };
                };
            };
        };
    };
    readonly createAdminTenant: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminTenantRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminTenantResponse"];
                    };
                };
            };
        };
    };
    readonly getAdminTenant: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminTenantResponse"];
                    };
                };
            };
        };
    };
    readonly updateAdminTenant: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminTenantUpdateRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminTenantResponse"];
                    };
                };
            };
        };
    };
    readonly enableAdminTenant: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LockVersionRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminTenantResponse"];
                    };
                };
            };
        };
    };
    readonly disableAdminTenant: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LockVersionRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminTenantResponse"];
                    };
                };
            };
        };
    };
    readonly listAdminUsers: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, counted from 1 */
                readonly page?: number;
                readonly page_size?: number;
                /** @description Search text, which matches anywhere, ignoring case */
                readonly q?: string;
                /** @description The column to sort by, descending with `-` before it. What has no value comes last, and texts are sorted as the language of `Accept-Language` sorts them */
                readonly sort?: "display_name" | "-display_name" | "status" | "-status" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description The ids of users: all of them that exist and match come on one page, whatever `page_size` is */
                readonly ids?: readonly string[];
                readonly status?: components["schemas"]["AdminUserStatus"];
                /** @description The code of a role that the user has */
                readonly role?: string;
                /** @description `true`: users with any role; `false`: those without */
                readonly has_roles?: components["schemas"]["UserRolesFilter"];
                /** @description An App that the user is a member of */
                readonly app_id?: string;
                /** @description An organization unit that the user belongs to, or one below it */
                readonly unit_id?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminUserListResponse"];
                    };
                };
            };
        };
    };
    readonly inviteAdminUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminUserRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminUserResponse"];
                    };
                };
            };
        };
    };
    readonly getAdminUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminUserDetailResponse"];
                    };
                };
            };
        };
    };
    readonly deleteAdminUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminDeleteResponse"];
                    };
                };
            };
        };
    };
    readonly updateAdminUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminUserUpdateRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminUserResponse"];
                    };
                };
            };
        };
    };
    readonly enableAdminUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LockVersionRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminUserResponse"];
                    };
                };
            };
        };
    };
    readonly disableAdminUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LockVersionRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminUserResponse"];
                    };
                };
            };
        };
    };
    readonly assignAdminUserRoles: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminUserRolesRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminUserResponse"];
                    };
                };
            };
        };
    };
    readonly revokeAdminUserSessions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["BooleanSuccessResponse"];
                    };
                };
            };
        };
    };
    readonly sendAdminUserPasswordReset: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["BooleanSuccessResponse"];
                    };
                };
            };
        };
    };
    readonly batchEnableAdminUsers: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UUIDBatchRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["BooleanSuccessResponse"];
                    };
                };
            };
        };
    };
    readonly batchDisableAdminUsers: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UUIDBatchRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["BooleanSuccessResponse"];
                    };
                };
            };
        };
    };
    readonly listAdminWebhookEndpoints: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, counted from 1 */
                readonly page?: number;
                readonly page_size?: number;
                /** @description Search text, which matches anywhere, ignoring case */
                readonly q?: string;
                /** @description The column to sort by, descending with `-` before it. What has no value comes last, and texts are sorted as the language of `Accept-Language` sorts them */
                readonly sort?: "url" | "-url" | "enabled" | "-enabled" | "failing_since" | "-failing_since" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description The ids of endpoints: all of them that exist and match come on one page, whatever `page_size` is */
                readonly ids?: readonly string[];
                readonly enabled?: boolean;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminWebhookEndpointListResponse"];
                    };
                };
            };
        };
    };
    readonly createAdminWebhookEndpoint: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminWebhookEndpointRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminWebhookEndpointSecretResponse"];
                    };
                };
            };
        };
    };
    readonly getAdminWebhookEndpoint: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminWebhookEndpointResponse"];
                    };
                };
            };
        };
    };
    readonly deleteAdminWebhookEndpoint: {
        readonly parameters: {
            readonly query: {
                /** @description The version that the client read */
                readonly lock_version: number;
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminDeleteResponse"];
                    };
                };
            };
        };
    };
    readonly updateAdminWebhookEndpoint: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminWebhookEndpointRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminWebhookEndpointResponse"];
                    };
                };
            };
        };
    };
    readonly rotateAdminWebhookSecret: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminWebhookEndpointSecretResponse"];
                    };
                };
            };
        };
    };
    readonly testAdminWebhookEndpoint: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminWebhookDeliveryAcceptedResponse"];
                    };
                };
            };
        };
    };
    readonly replayAdminWebhookEvents: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdminWebhookReplayRequest"];
            };
        };
        readonly responses: {
            /** @description The events will be sent */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminWebhookReplayResponse"];
                    };
                };
            };
        };
    };
    readonly listAdminWebhookDeliveries: {
        readonly parameters: {
            readonly query?: {
                /** @description `next_cursor` of the previous page */
                readonly cursor?: string;
                readonly limit?: number;
                readonly status?: components["schemas"]["WebhookDeliveryStatus"];
                readonly event_type?: components["schemas"]["WebhookDeliveredType"];
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminWebhookDeliveryListResponse"];
                    };
                };
            };
        };
    };
    readonly listAdminWebhookEventTypes: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminWebhookEventTypeListResponse"];
                    };
                };
            };
        };
    };
    readonly getAdminWebhookDelivery: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminWebhookDeliveryDetailResponse"];
                    };
                };
            };
        };
    };
    readonly redeliverAdminWebhookDelivery: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AdminWebhookDeliveryAcceptedResponse"];
                    };
                };
            };
        };
    };
    readonly listSubmittedNotifications: {
        readonly parameters: {
            readonly query?: {
                /** @description `next_cursor` of the previous page */
                readonly cursor?: string;
                readonly limit?: number;
                /** @description Only messages to members of this App */
                readonly app_id?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["ServiceNotificationListResponse"];
                    };
                };
            };
        };
    };
    readonly submitNotification: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ServiceNotificationRequest"];
            };
        };
        readonly responses: {
            /** @description Published */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["ServiceNotificationResponse"];
                    };
                };
            };
        };
    };
    readonly getNotificationStatistics: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["ServiceNotificationStatsResponse"];
                    };
                };
            };
        };
    };
    readonly recallSubmittedNotification: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["ServiceNotificationRecallRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["ServiceNotificationMessageResponse"];
                    };
                };
            };
        };
    };
    readonly issueClientToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/x-www-form-urlencoded": components["schemas"]["OAuthTokenRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OAuthTokenResponse"];
                };
            };
        };
    };
    readonly introspectClientToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/x-www-form-urlencoded": components["schemas"]["OAuthTokenReferenceRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OAuthIntrospectionResponse"];
                };
            };
        };
    };
    readonly revokeClientToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/x-www-form-urlencoded": components["schemas"]["OAuthTokenReferenceRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OAuthRevocationResponse"];
                };
            };
        };
    };
}

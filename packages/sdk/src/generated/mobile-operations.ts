// Generated from openapi.json by tools/generate-sdk.mjs. Do not edit.
import { operation } from '../operation.js';
import type { operations } from './mobile-schema.js';

/** Get the upgrade policy for a client. */
export const getAppVersion = /* @__PURE__ */ operation<operations['getAppVersion']>('GET', '/api/v1/public/app-version', 4);
/** Download a package. */
export const downloadPackage = /* @__PURE__ */ operation<operations['downloadPackage']>('GET', '/api/v1/public/app-version/download/{release_id}/{file_id}', 32);
/** Report the events of a release on a device. */
export const reportReleaseEvents = /* @__PURE__ */ operation<operations['reportReleaseEvents']>('POST', '/api/v1/public/app-version/reports', 4);
/** Get the cover of a published article. */
export const getArticleCover = /* @__PURE__ */ operation<operations['getArticleCover']>('GET', '/api/v1/public/article-covers/{file_id}', 32);
/** List the categories of articles. */
export const listPublicArticleCategories = /* @__PURE__ */ operation<operations['listPublicArticleCategories']>('GET', '/api/v1/public/article-categories', 0);
/** List published articles for anybody. */
export const listPublicArticles = /* @__PURE__ */ operation<operations['listPublicArticles']>('GET', '/api/v1/public/articles', 0);
/** Get a published article for anybody. */
export const getPublicArticle = /* @__PURE__ */ operation<operations['getPublicArticle']>('GET', '/api/v1/public/articles/{slug}', 0);
/** Get a cover or a picture in a text. */
export const getContentImage = /* @__PURE__ */ operation<operations['getContentImage']>('GET', '/api/v1/public/content-images/{file_id}', 32);
/** Get the picture of a user. */
export const getAvatar = /* @__PURE__ */ operation<operations['getAvatar']>('GET', '/api/v1/public/avatars/{token}', 32);
/** Get the public configuration of the App. */
export const getPublicConfig = /* @__PURE__ */ operation<operations['getPublicConfig']>('GET', '/api/v1/public/config', 0);
/** List dictionaries, or get several. */
export const listPublicDictionaries = /* @__PURE__ */ operation<operations['listPublicDictionaries']>('GET', '/api/v1/public/dictionaries', 0);
/** Get a dictionary. */
export const getPublicDictionary = /* @__PURE__ */ operation<operations['getPublicDictionary']>('GET', '/api/v1/public/dictionaries/{code}', 0);
/** Get a published legal document. */
export const getPublicLegalDocument = /* @__PURE__ */ operation<operations['getPublicLegalDocument']>('GET', '/api/v1/public/legal/{document_type}', 0);
/** Get a published page. */
export const getPublicPage = /* @__PURE__ */ operation<operations['getPublicPage']>('GET', '/api/v1/public/pages/{slug}', 0);
/** Preview the working copy of an article. */
export const previewArticle = /* @__PURE__ */ operation<operations['previewArticle']>('GET', '/api/v1/public/previews/articles/{article_id}', 0);
/** Preview the draft of a page or legal document. */
export const previewPage = /* @__PURE__ */ operation<operations['previewPage']>('GET', '/api/v1/public/previews/pages/{page_id}', 0);
/** List or search regions. */
export const listRegions = /* @__PURE__ */ operation<operations['listRegions']>('GET', '/api/v1/regions', 0);
/** Get a region. */
export const getRegion = /* @__PURE__ */ operation<operations['getRegion']>('GET', '/api/v1/regions/{code}', 0);
/** Get the icon of an App or an image of its published onboarding. */
export const getStartupAsset = /* @__PURE__ */ operation<operations['getStartupAsset']>('GET', '/api/v1/public/startup-assets/{file_id}', 32);
/** Register by email or mobile. */
export const register = /* @__PURE__ */ operation<operations['register']>('POST', '/api/v1/auth/register', 4);
/** Request an SMS code to register with. */
export const sendRegistrationCode = /* @__PURE__ */ operation<operations['sendRegistrationCode']>('POST', '/api/v1/auth/registration/send-code', 4);
/** Verify an email address with the code that was mailed to it. */
export const verifyEmail = /* @__PURE__ */ operation<operations['verifyEmail']>('POST', '/api/v1/auth/registration/verify-email', 4);
/** Request another registration code. */
export const resendRegistrationCode = /* @__PURE__ */ operation<operations['resendRegistrationCode']>('POST', '/api/v1/auth/registration/resend-code', 4);
/** Sign in with a password. */
export const loginByPassword = /* @__PURE__ */ operation<operations['loginByPassword']>('POST', '/api/v1/auth/login/password', 4);
/** Exchange a refresh token for a new pair. */
export const refreshToken = /* @__PURE__ */ operation<operations['refreshToken']>('POST', '/api/v1/auth/token/refresh', 12);
/** Request an SMS code to sign in with. */
export const sendLoginCode = /* @__PURE__ */ operation<operations['sendLoginCode']>('POST', '/api/v1/auth/mobile/send-code', 4);
/** Sign in with an SMS code. */
export const loginByMobile = /* @__PURE__ */ operation<operations['loginByMobile']>('POST', '/api/v1/auth/login/mobile', 4);
/** Sign out. */
export const logout = /* @__PURE__ */ operation<operations['logout']>('POST', '/api/v1/auth/logout', 1);
/** Get the signed-in member and their context. */
export const getContext = /* @__PURE__ */ operation<operations['getContext']>('GET', '/api/v1/auth/context', 1);
/** Request a code to set a new password. */
export const forgotPassword = /* @__PURE__ */ operation<operations['forgotPassword']>('POST', '/api/v1/auth/password/forgot', 4);
/** Set a new password with a code. */
export const resetPassword = /* @__PURE__ */ operation<operations['resetPassword']>('POST', '/api/v1/auth/password/reset', 0);
/** Change the member’s password, or set the first one. */
export const changeOwnPassword = /* @__PURE__ */ operation<operations['changeOwnPassword']>('POST', '/api/v1/auth/password/change', 1);
/** Request a step-up code. */
export const requestStepUpCode = /* @__PURE__ */ operation<operations['requestStepUpCode']>('POST', '/api/v1/auth/step-up/verification-code', 5);
/** Exchange a step-up code for a step-up token. */
export const verifyStepUpCode = /* @__PURE__ */ operation<operations['verifyStepUpCode']>('POST', '/api/v1/auth/step-up/verify', 1);
/** Get a CAPTCHA challenge for an SMS. */
export const createSmsCaptcha = /* @__PURE__ */ operation<operations['createSmsCaptcha']>('POST', '/api/v1/auth/sms-captcha', 6);
/** List the categories of articles, for members. */
export const listArticleCategories = /* @__PURE__ */ operation<operations['listArticleCategories']>('GET', '/api/v1/article-categories', 1);
/** List published articles. */
export const listArticles = /* @__PURE__ */ operation<operations['listArticles']>('GET', '/api/v1/articles', 1);
/** Get a published article. */
export const getArticle = /* @__PURE__ */ operation<operations['getArticle']>('GET', '/api/v1/articles/{slug}', 1);
/** List the member’s login identifiers. */
export const listLoginIdentifiers = /* @__PURE__ */ operation<operations['listLoginIdentifiers']>('GET', '/api/v1/me/login-identifiers', 1);
/** Request a code to add a login identifier. */
export const challengeLoginIdentifier = /* @__PURE__ */ operation<operations['challengeLoginIdentifier']>('POST', '/api/v1/me/login-identifiers/{type}/challenge', 5);
/** Add a login identifier with the code that was sent to it. */
export const verifyLoginIdentifier = /* @__PURE__ */ operation<operations['verifyLoginIdentifier']>('POST', '/api/v1/me/login-identifiers/{type}/verify', 1);
/** Remove a login identifier. */
export const removeLoginIdentifier = /* @__PURE__ */ operation<operations['removeLoginIdentifier']>('DELETE', '/api/v1/me/login-identifiers/{id}', 1);
/** List the member’s active sessions at this App. */
export const listSessions = /* @__PURE__ */ operation<operations['listSessions']>('GET', '/api/v1/me/sessions', 1);
/** End one of the member’s sessions. */
export const revokeSession = /* @__PURE__ */ operation<operations['revokeSession']>('DELETE', '/api/v1/me/sessions/{id}', 1);
/** End the member’s other sessions at this App. */
export const revokeOtherSessions = /* @__PURE__ */ operation<operations['revokeOtherSessions']>('POST', '/api/v1/me/sessions/revoke-others', 1);
/** List the devices of the member at this App. */
export const listDevices = /* @__PURE__ */ operation<operations['listDevices']>('GET', '/api/v1/me/devices', 1);
/** Remove a device. */
export const removeDevice = /* @__PURE__ */ operation<operations['removeDevice']>('DELETE', '/api/v1/me/devices/{id}', 1);
/** Register the device of this session for push. */
export const registerPush = /* @__PURE__ */ operation<operations['registerPush']>('PUT', '/api/v1/me/devices/current/push', 1);
/** Unregister the device of this session from push. */
export const forgetPush = /* @__PURE__ */ operation<operations['forgetPush']>('DELETE', '/api/v1/me/devices/current/push', 1);
/** List the attempts to sign in to the member’s account. */
export const listLoginEvents = /* @__PURE__ */ operation<operations['listLoginEvents']>('GET', '/api/v1/me/login-events', 1);
/** List the security events of the member’s account. */
export const listSecurityEvents = /* @__PURE__ */ operation<operations['listSecurityEvents']>('GET', '/api/v1/me/security-events', 1);
/** Get the member’s profile. */
export const getProfile = /* @__PURE__ */ operation<operations['getProfile']>('GET', '/api/v1/me', 1);
/** Change the member’s profile. */
export const updateProfile = /* @__PURE__ */ operation<operations['updateProfile']>('PATCH', '/api/v1/me', 1);
/** Delete the member’s account. */
export const deleteAccount = /* @__PURE__ */ operation<operations['deleteAccount']>('DELETE', '/api/v1/me', 1);
/** Request a copy of the member’s personal data. */
export const requestDataExport = /* @__PURE__ */ operation<operations['requestDataExport']>('POST', '/api/v1/me/data-export', 1);
/** List the requested copies of the member’s personal data. */
export const listDataExports = /* @__PURE__ */ operation<operations['listDataExports']>('GET', '/api/v1/me/data-exports', 1);
/** Download a copy of the member’s personal data. */
export const downloadDataExport = /* @__PURE__ */ operation<operations['downloadDataExport']>('GET', '/api/v1/public/data-exports/{id}', 16);
/** List the member’s notices and messages. */
export const listNotifications = /* @__PURE__ */ operation<operations['listNotifications']>('GET', '/api/v1/me/notifications', 1);
/** Count the member’s unread notices and messages. */
export const countUnreadNotifications = /* @__PURE__ */ operation<operations['countUnreadNotifications']>('GET', '/api/v1/me/notifications/unread-count', 1);
/** Get one of the member’s notices and messages. */
export const getNotification = /* @__PURE__ */ operation<operations['getNotification']>('GET', '/api/v1/me/notifications/{id}', 1);
/** Delete a notice or message from the member’s inbox. */
export const deleteNotification = /* @__PURE__ */ operation<operations['deleteNotification']>('DELETE', '/api/v1/me/notifications/{id}', 1);
/** Mark a notice or message as read. */
export const readNotification = /* @__PURE__ */ operation<operations['readNotification']>('PATCH', '/api/v1/me/notifications/{id}/read', 1);
/** Mark all notices and messages as read. */
export const readAllNotifications = /* @__PURE__ */ operation<operations['readAllNotifications']>('POST', '/api/v1/me/notifications/read-all', 1);
/** Report that a notice or message was opened. */
export const openNotification = /* @__PURE__ */ operation<operations['openNotification']>('POST', '/api/v1/me/notifications/{id}/open', 1);
/** List the member’s bookmarks. */
export const listArticleBookmarks = /* @__PURE__ */ operation<operations['listArticleBookmarks']>('GET', '/api/v1/me/article-bookmarks', 1);
/** Bookmark an article. */
export const addArticleBookmark = /* @__PURE__ */ operation<operations['addArticleBookmark']>('PUT', '/api/v1/me/article-bookmarks/{article_id}', 1);
/** Remove a bookmark. */
export const removeArticleBookmark = /* @__PURE__ */ operation<operations['removeArticleBookmark']>('DELETE', '/api/v1/me/article-bookmarks/{article_id}', 1);
/** List the member’s legal consents and outstanding documents. */
export const listLegalConsents = /* @__PURE__ */ operation<operations['listLegalConsents']>('GET', '/api/v1/me/legal-consents', 1);
/** Accept the published revision of a legal document. */
export const acceptLegalDocument = /* @__PURE__ */ operation<operations['acceptLegalDocument']>('POST', '/api/v1/me/legal-consents', 1);
/** Get the member’s locale, time zone and appearance. */
export const getPreferences = /* @__PURE__ */ operation<operations['getPreferences']>('GET', '/api/v1/me/preferences', 1);
/** Change the member’s locale, time zone and appearance. */
export const updatePreferences = /* @__PURE__ */ operation<operations['updatePreferences']>('PATCH', '/api/v1/me/preferences', 1);
/** Get the member’s notification preferences. */
export const getNotificationPreferences = /* @__PURE__ */ operation<operations['getNotificationPreferences']>('GET', '/api/v1/me/notification-preferences', 1);
/** Change the member’s notification preferences. */
export const updateNotificationPreferences = /* @__PURE__ */ operation<operations['updateNotificationPreferences']>('PATCH', '/api/v1/me/notification-preferences', 1);
/** Set the member’s picture. */
export const putAvatar = /* @__PURE__ */ operation<operations['putAvatar']>('PUT', '/api/v1/me/avatar', 129);
/** Remove the member’s picture. */
export const deleteAvatar = /* @__PURE__ */ operation<operations['deleteAvatar']>('DELETE', '/api/v1/me/avatar', 1);

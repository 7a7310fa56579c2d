// Generated from openapi.json by tools/generate-sdk.mjs. Do not edit.
import { operation } from '../operation.js';
import type { operations } from './admin-schema.js';

/** List the API clients of the tenant. */
export const listAdminApiClients = /* @__PURE__ */ operation<operations['listAdminApiClients']>('GET', '/admin-api/v1/api-clients', 1);
/** Create an API client. */
export const createAdminApiClient = /* @__PURE__ */ operation<operations['createAdminApiClient']>('POST', '/admin-api/v1/api-clients', 9);
/** Get an API client. */
export const getAdminApiClient = /* @__PURE__ */ operation<operations['getAdminApiClient']>('GET', '/admin-api/v1/api-clients/{id}', 1);
/** Change an API client. */
export const updateAdminApiClient = /* @__PURE__ */ operation<operations['updateAdminApiClient']>('PATCH', '/admin-api/v1/api-clients/{id}', 1);
/** Delete an API client. */
export const deleteAdminApiClient = /* @__PURE__ */ operation<operations['deleteAdminApiClient']>('DELETE', '/admin-api/v1/api-clients/{id}', 1);
/** Rotate the secret of an API client. */
export const rotateAdminApiClientSecret = /* @__PURE__ */ operation<operations['rotateAdminApiClientSecret']>('POST', '/admin-api/v1/api-clients/{id}/rotate-secret', 9);
/** Enable a disabled API client. */
export const enableAdminApiClient = /* @__PURE__ */ operation<operations['enableAdminApiClient']>('POST', '/admin-api/v1/api-clients/{id}/enable', 9);
/** Disable an API client. */
export const disableAdminApiClient = /* @__PURE__ */ operation<operations['disableAdminApiClient']>('POST', '/admin-api/v1/api-clients/{id}/disable', 9);
/** List the Apps of the tenant. */
export const listAdminApps = /* @__PURE__ */ operation<operations['listAdminApps']>('GET', '/admin-api/v1/apps', 1);
/** Create an App. */
export const createAdminApp = /* @__PURE__ */ operation<operations['createAdminApp']>('POST', '/admin-api/v1/apps', 9);
/** Delete several Apps, or none of them. */
export const batchDeleteAdminApps = /* @__PURE__ */ operation<operations['batchDeleteAdminApps']>('POST', '/admin-api/v1/apps/batch-delete', 9);
/** Get an App. */
export const getAdminApp = /* @__PURE__ */ operation<operations['getAdminApp']>('GET', '/admin-api/v1/apps/{app_id}', 1);
/** Change the settings of an App. */
export const updateAdminApp = /* @__PURE__ */ operation<operations['updateAdminApp']>('PATCH', '/admin-api/v1/apps/{app_id}', 1);
/** Delete an App. */
export const deleteAdminApp = /* @__PURE__ */ operation<operations['deleteAdminApp']>('DELETE', '/admin-api/v1/apps/{app_id}', 1);
/** Enable a disabled App. */
export const enableAdminApp = /* @__PURE__ */ operation<operations['enableAdminApp']>('POST', '/admin-api/v1/apps/{app_id}/enable', 9);
/** Disable an active App. */
export const disableAdminApp = /* @__PURE__ */ operation<operations['disableAdminApp']>('POST', '/admin-api/v1/apps/{app_id}/disable', 9);
/** Publish a new onboarding of an App. */
export const publishAdminAppOnboarding = /* @__PURE__ */ operation<operations['publishAdminAppOnboarding']>('POST', '/admin-api/v1/apps/{app_id}/startup/onboarding/publish', 9);
/** List the onboarding revisions of an App. */
export const listAdminAppOnboardingRevisions = /* @__PURE__ */ operation<operations['listAdminAppOnboardingRevisions']>('GET', '/admin-api/v1/apps/{app_id}/startup/onboarding/revisions', 1);
/** List the articles of an App. */
export const listAdminArticles = /* @__PURE__ */ operation<operations['listAdminArticles']>('GET', '/admin-api/v1/apps/{app_id}/content/articles', 1);
/** Create an article. */
export const createAdminArticle = /* @__PURE__ */ operation<operations['createAdminArticle']>('POST', '/admin-api/v1/apps/{app_id}/content/articles', 9);
/** Delete several articles, or none of them. */
export const batchDeleteAdminArticles = /* @__PURE__ */ operation<operations['batchDeleteAdminArticles']>('POST', '/admin-api/v1/apps/{app_id}/content/articles/batch-delete', 9);
/** Get an article. */
export const getAdminArticle = /* @__PURE__ */ operation<operations['getAdminArticle']>('GET', '/admin-api/v1/apps/{app_id}/content/articles/{id}', 1);
/** Change an article. */
export const updateAdminArticle = /* @__PURE__ */ operation<operations['updateAdminArticle']>('PATCH', '/admin-api/v1/apps/{app_id}/content/articles/{id}', 1);
/** Delete an article. */
export const deleteAdminArticle = /* @__PURE__ */ operation<operations['deleteAdminArticle']>('DELETE', '/admin-api/v1/apps/{app_id}/content/articles/{id}', 1);
/** Make a link that shows the working copy of an article. */
export const createAdminArticlePreviewLink = /* @__PURE__ */ operation<operations['createAdminArticlePreviewLink']>('POST', '/admin-api/v1/apps/{app_id}/content/articles/{id}/preview-link', 1);
/** List the revisions of an article. */
export const listAdminArticleRevisions = /* @__PURE__ */ operation<operations['listAdminArticleRevisions']>('GET', '/admin-api/v1/apps/{app_id}/content/articles/{id}/revisions', 1);
/** Publish an article, or schedule its publication. */
export const publishAdminArticle = /* @__PURE__ */ operation<operations['publishAdminArticle']>('POST', '/admin-api/v1/apps/{app_id}/content/articles/{id}/publish', 9);
/** Cancel the scheduled publication of an article. */
export const unscheduleAdminArticle = /* @__PURE__ */ operation<operations['unscheduleAdminArticle']>('POST', '/admin-api/v1/apps/{app_id}/content/articles/{id}/unschedule', 9);
/** Make an article a draft again. */
export const unpublishAdminArticle = /* @__PURE__ */ operation<operations['unpublishAdminArticle']>('POST', '/admin-api/v1/apps/{app_id}/content/articles/{id}/unpublish', 9);
/** Archive an article. */
export const archiveAdminArticle = /* @__PURE__ */ operation<operations['archiveAdminArticle']>('POST', '/admin-api/v1/apps/{app_id}/content/articles/{id}/archive', 9);
/** Restore a revision of an article. */
export const restoreAdminArticle = /* @__PURE__ */ operation<operations['restoreAdminArticle']>('POST', '/admin-api/v1/apps/{app_id}/content/articles/{id}/revisions/{revision}/restore', 9);
/** Publish several articles, or none of them. */
export const batchPublishAdminArticles = /* @__PURE__ */ operation<operations['batchPublishAdminArticles']>('POST', '/admin-api/v1/apps/{app_id}/content/articles/batch-publish', 9);
/** Make several articles drafts again, or none of them. */
export const batchUnpublishAdminArticles = /* @__PURE__ */ operation<operations['batchUnpublishAdminArticles']>('POST', '/admin-api/v1/apps/{app_id}/content/articles/batch-unpublish', 9);
/** Archive several articles, or none of them. */
export const batchArchiveAdminArticles = /* @__PURE__ */ operation<operations['batchArchiveAdminArticles']>('POST', '/admin-api/v1/apps/{app_id}/content/articles/batch-archive', 9);
/** List the tags of articles. */
export const listAdminArticleTags = /* @__PURE__ */ operation<operations['listAdminArticleTags']>('GET', '/admin-api/v1/apps/{app_id}/content/tags', 1);
/** Get how often an article was read. */
export const getAdminArticleStatistics = /* @__PURE__ */ operation<operations['getAdminArticleStatistics']>('GET', '/admin-api/v1/apps/{app_id}/content/articles/{id}/statistics', 1);
/** List the records of the audit log. */
export const listAuditLogs = /* @__PURE__ */ operation<operations['listAuditLogs']>('GET', '/admin-api/v1/audit/logs', 1);
/** Export the audit log. */
export const exportAuditLogs = /* @__PURE__ */ operation<operations['exportAuditLogs']>('GET', '/admin-api/v1/audit/logs/export', 34);
/** Make a link to the export of the audit log. */
export const createAuditLogExportLink = /* @__PURE__ */ operation<operations['createAuditLogExportLink']>('POST', '/admin-api/v1/audit/logs/export/download-link', 1);
/** Verify the hash chain of the audit log. */
export const verifyAuditLogs = /* @__PURE__ */ operation<operations['verifyAuditLogs']>('POST', '/admin-api/v1/audit/verify', 1);
/** Sign in as an administrator. */
export const adminLogin = /* @__PURE__ */ operation<operations['adminLogin']>('POST', '/admin-api/v1/auth/login', 0);
/** Complete a sign-in with the second factor. */
export const adminLoginMfa = /* @__PURE__ */ operation<operations['adminLoginMfa']>('POST', '/admin-api/v1/auth/login/mfa', 0);
/** Exchange an administrator’s refresh token for a new pair. */
export const adminRefresh = /* @__PURE__ */ operation<operations['adminRefresh']>('POST', '/admin-api/v1/auth/refresh', 0);
/** Request a link to set a new password. */
export const adminPasswordForgot = /* @__PURE__ */ operation<operations['adminPasswordForgot']>('POST', '/admin-api/v1/auth/password/forgot', 0);
/** Set a new password with the mailed link. */
export const adminPasswordReset = /* @__PURE__ */ operation<operations['adminPasswordReset']>('POST', '/admin-api/v1/auth/password/reset', 0);
/** Accept an invitation by setting a password. */
export const acceptAdminInvitation = /* @__PURE__ */ operation<operations['acceptAdminInvitation']>('POST', '/admin-api/v1/auth/invitations/accept', 0);
/** Sign out as an administrator. */
export const adminLogout = /* @__PURE__ */ operation<operations['adminLogout']>('POST', '/admin-api/v1/auth/logout', 1);
/** Get the signed-in administrator and their permissions. */
export const getAdminContext = /* @__PURE__ */ operation<operations['getAdminContext']>('GET', '/admin-api/v1/auth/context', 1);
/** Get the administrator’s own profile. */
export const getAdminProfile = /* @__PURE__ */ operation<operations['getAdminProfile']>('GET', '/admin-api/v1/auth/profile', 1);
/** Change the administrator’s own profile. */
export const updateAdminProfile = /* @__PURE__ */ operation<operations['updateAdminProfile']>('PATCH', '/admin-api/v1/auth/profile', 1);
/** Change the administrator’s own password. */
export const changeAdminPassword = /* @__PURE__ */ operation<operations['changeAdminPassword']>('POST', '/admin-api/v1/auth/password/change', 1);
/** List the administrator’s own active sessions. */
export const listOwnAdminSessions = /* @__PURE__ */ operation<operations['listOwnAdminSessions']>('GET', '/admin-api/v1/auth/sessions', 1);
/** End the administrator’s own other sessions. */
export const revokeOtherAdminSessions = /* @__PURE__ */ operation<operations['revokeOtherAdminSessions']>('POST', '/admin-api/v1/auth/sessions/revoke-others', 1);
/** End one of the administrator’s own sessions. */
export const revokeOwnAdminSession = /* @__PURE__ */ operation<operations['revokeOwnAdminSession']>('DELETE', '/admin-api/v1/auth/sessions/{id}', 1);
/** Create a TOTP secret. */
export const enrolTotp = /* @__PURE__ */ operation<operations['enrolTotp']>('POST', '/admin-api/v1/auth/mfa/totp', 1);
/** Remove the second factor. */
export const removeTotp = /* @__PURE__ */ operation<operations['removeTotp']>('DELETE', '/admin-api/v1/auth/mfa/totp', 1);
/** Confirm the TOTP secret with one of its codes. */
export const confirmTotp = /* @__PURE__ */ operation<operations['confirmTotp']>('POST', '/admin-api/v1/auth/mfa/totp/confirm', 1);
/** List the categories of an App. */
export const listAdminContentCategories = /* @__PURE__ */ operation<operations['listAdminContentCategories']>('GET', '/admin-api/v1/apps/{app_id}/content/categories', 1);
/** Create a category. */
export const createAdminContentCategory = /* @__PURE__ */ operation<operations['createAdminContentCategory']>('POST', '/admin-api/v1/apps/{app_id}/content/categories', 9);
/** Get a category. */
export const getAdminContentCategory = /* @__PURE__ */ operation<operations['getAdminContentCategory']>('GET', '/admin-api/v1/apps/{app_id}/content/categories/{id}', 1);
/** Change a category. */
export const updateAdminContentCategory = /* @__PURE__ */ operation<operations['updateAdminContentCategory']>('PATCH', '/admin-api/v1/apps/{app_id}/content/categories/{id}', 1);
/** Delete a category that is not used. */
export const deleteAdminContentCategory = /* @__PURE__ */ operation<operations['deleteAdminContentCategory']>('DELETE', '/admin-api/v1/apps/{app_id}/content/categories/{id}', 1);
/** List the pages of an App. */
export const listAdminPages = /* @__PURE__ */ operation<operations['listAdminPages']>('GET', '/admin-api/v1/apps/{app_id}/content/pages', 1);
/** Create a page. */
export const createAdminPage = /* @__PURE__ */ operation<operations['createAdminPage']>('POST', '/admin-api/v1/apps/{app_id}/content/pages', 9);
/** Get a page with its draft. */
export const getAdminPage = /* @__PURE__ */ operation<operations['getAdminPage']>('GET', '/admin-api/v1/apps/{app_id}/content/pages/{slug}', 1);
/** Delete a page. */
export const deleteAdminPage = /* @__PURE__ */ operation<operations['deleteAdminPage']>('DELETE', '/admin-api/v1/apps/{app_id}/content/pages/{slug}', 1);
/** Save the draft of a page. */
export const saveAdminPageDraft = /* @__PURE__ */ operation<operations['saveAdminPageDraft']>('PUT', '/admin-api/v1/apps/{app_id}/content/pages/{slug}/draft', 1);
/** Publish the draft of a page. */
export const publishAdminPage = /* @__PURE__ */ operation<operations['publishAdminPage']>('POST', '/admin-api/v1/apps/{app_id}/content/pages/{slug}/publish', 9);
/** Make a link that shows the draft of a page. */
export const createAdminPagePreviewLink = /* @__PURE__ */ operation<operations['createAdminPagePreviewLink']>('POST', '/admin-api/v1/apps/{app_id}/content/pages/{slug}/preview-link', 1);
/** List the revisions of a page. */
export const listAdminPageRevisions = /* @__PURE__ */ operation<operations['listAdminPageRevisions']>('GET', '/admin-api/v1/apps/{app_id}/content/pages/{slug}/revisions', 1);
/** Start a draft from a revision of a page. */
export const restoreAdminPageRevision = /* @__PURE__ */ operation<operations['restoreAdminPageRevision']>('POST', '/admin-api/v1/apps/{app_id}/content/pages/{slug}/revisions/{revision}/restore', 9);
/** List the legal documents of an App. */
export const listAdminLegalDocuments = /* @__PURE__ */ operation<operations['listAdminLegalDocuments']>('GET', '/admin-api/v1/apps/{app_id}/content/legal', 1);
/** Get a legal document with its draft. */
export const getAdminLegalDocument = /* @__PURE__ */ operation<operations['getAdminLegalDocument']>('GET', '/admin-api/v1/apps/{app_id}/content/legal/{document_type}', 1);
/** Save the draft of a legal document. */
export const saveAdminLegalDraft = /* @__PURE__ */ operation<operations['saveAdminLegalDraft']>('PUT', '/admin-api/v1/apps/{app_id}/content/legal/{document_type}/draft', 1);
/** Publish the draft of a legal document. */
export const publishAdminLegalDocument = /* @__PURE__ */ operation<operations['publishAdminLegalDocument']>('POST', '/admin-api/v1/apps/{app_id}/content/legal/{document_type}/publish', 9);
/** Make a link that shows the draft of a legal document. */
export const createAdminLegalPreviewLink = /* @__PURE__ */ operation<operations['createAdminLegalPreviewLink']>('POST', '/admin-api/v1/apps/{app_id}/content/legal/{document_type}/preview-link', 1);
/** List the revisions of a legal document. */
export const listAdminLegalRevisions = /* @__PURE__ */ operation<operations['listAdminLegalRevisions']>('GET', '/admin-api/v1/apps/{app_id}/content/legal/{document_type}/revisions', 1);
/** Start a draft from a revision of a legal document. */
export const restoreAdminLegalRevision = /* @__PURE__ */ operation<operations['restoreAdminLegalRevision']>('POST', '/admin-api/v1/apps/{app_id}/content/legal/{document_type}/revisions/{revision}/restore', 9);
/** See a text as publishing it would make it. */
export const previewAdminContent = /* @__PURE__ */ operation<operations['previewAdminContent']>('POST', '/admin-api/v1/apps/{app_id}/content/preview', 1);
/** Get the figures of the tenant, or of one App. */
export const getAdminDashboardSummary = /* @__PURE__ */ operation<operations['getAdminDashboardSummary']>('GET', '/admin-api/v1/dashboard/summary', 1);
/** Get a figure over time. */
export const getAdminDashboardTrend = /* @__PURE__ */ operation<operations['getAdminDashboardTrend']>('GET', '/admin-api/v1/dashboard/trends', 1);
/** List the dictionaries of the tenant and the global ones. */
export const listAdminDictionaries = /* @__PURE__ */ operation<operations['listAdminDictionaries']>('GET', '/admin-api/v1/dictionaries', 1);
/** Create a dictionary. */
export const createAdminDictionary = /* @__PURE__ */ operation<operations['createAdminDictionary']>('POST', '/admin-api/v1/dictionaries', 9);
/** Get a dictionary. */
export const getAdminDictionary = /* @__PURE__ */ operation<operations['getAdminDictionary']>('GET', '/admin-api/v1/dictionaries/{id}', 1);
/** Change a dictionary. */
export const updateAdminDictionary = /* @__PURE__ */ operation<operations['updateAdminDictionary']>('PATCH', '/admin-api/v1/dictionaries/{id}', 1);
/** Delete a dictionary. */
export const deleteAdminDictionary = /* @__PURE__ */ operation<operations['deleteAdminDictionary']>('DELETE', '/admin-api/v1/dictionaries/{id}', 1);
/** List the files of the tenant. */
export const listAdminFiles = /* @__PURE__ */ operation<operations['listAdminFiles']>('GET', '/admin-api/v1/files', 1);
/** Upload a file. */
export const uploadAdminFile = /* @__PURE__ */ operation<operations['uploadAdminFile']>('POST', '/admin-api/v1/files', 137);
/** Get the metadata of a file. */
export const getAdminFile = /* @__PURE__ */ operation<operations['getAdminFile']>('GET', '/admin-api/v1/files/{id}', 1);
/** Delete an unused file. */
export const deleteAdminFile = /* @__PURE__ */ operation<operations['deleteAdminFile']>('DELETE', '/admin-api/v1/files/{id}', 1);
/** Download the content of a file. */
export const downloadAdminFile = /* @__PURE__ */ operation<operations['downloadAdminFile']>('GET', '/admin-api/v1/files/{id}/content', 34);
/** Make a link to the content of a file. */
export const createAdminFileDownloadLink = /* @__PURE__ */ operation<operations['createAdminFileDownloadLink']>('POST', '/admin-api/v1/files/{id}/content/download-link', 1);
/** Scan a file for malware again. */
export const rescanAdminFile = /* @__PURE__ */ operation<operations['rescanAdminFile']>('POST', '/admin-api/v1/files/{id}/rescan', 1);
/** Delete several unused files, or none of them. */
export const batchDeleteAdminFiles = /* @__PURE__ */ operation<operations['batchDeleteAdminFiles']>('POST', '/admin-api/v1/files/batch-delete', 9);
/** Get a small picture of an image. */
export const getAdminFileThumbnail = /* @__PURE__ */ operation<operations['getAdminFileThumbnail']>('GET', '/admin-api/v1/files/{id}/thumbnail', 33);
/** List the queues. */
export const listAdminJobQueues = /* @__PURE__ */ operation<operations['listAdminJobQueues']>('GET', '/admin-api/v1/jobs/queues', 1);
/** Pause a queue. */
export const pauseAdminJobQueue = /* @__PURE__ */ operation<operations['pauseAdminJobQueue']>('POST', '/admin-api/v1/jobs/queues/{name}/pause', 9);
/** Resume a queue. */
export const resumeAdminJobQueue = /* @__PURE__ */ operation<operations['resumeAdminJobQueue']>('POST', '/admin-api/v1/jobs/queues/{name}/resume', 9);
/** List the jobs of the tenant. */
export const listAdminJobs = /* @__PURE__ */ operation<operations['listAdminJobs']>('GET', '/admin-api/v1/jobs', 1);
/** List the recurring jobs. */
export const listAdminJobSchedules = /* @__PURE__ */ operation<operations['listAdminJobSchedules']>('GET', '/admin-api/v1/jobs/schedules', 1);
/** Retry dead letters of a queue. */
export const retryAdminJobs = /* @__PURE__ */ operation<operations['retryAdminJobs']>('POST', '/admin-api/v1/jobs/retry', 9);
/** Get a job. */
export const getAdminJob = /* @__PURE__ */ operation<operations['getAdminJob']>('GET', '/admin-api/v1/jobs/{id}', 1);
/** Delete a job. */
export const deleteAdminJob = /* @__PURE__ */ operation<operations['deleteAdminJob']>('DELETE', '/admin-api/v1/jobs/{id}', 1);
/** Retry a job. */
export const retryAdminJob = /* @__PURE__ */ operation<operations['retryAdminJob']>('POST', '/admin-api/v1/jobs/{id}/retry', 9);
/** List the members of an App. */
export const listAdminMembers = /* @__PURE__ */ operation<operations['listAdminMembers']>('GET', '/admin-api/v1/apps/{app_id}/members', 1);
/** Export the members of an App. */
export const exportAdminMembers = /* @__PURE__ */ operation<operations['exportAdminMembers']>('GET', '/admin-api/v1/apps/{app_id}/members/export', 34);
/** Make a link to the export of the members of an App. */
export const createAdminMemberExportLink = /* @__PURE__ */ operation<operations['createAdminMemberExportLink']>('POST', '/admin-api/v1/apps/{app_id}/members/export/download-link', 1);
/** Get a member with devices, consents and memberships. */
export const getAdminMember = /* @__PURE__ */ operation<operations['getAdminMember']>('GET', '/admin-api/v1/apps/{app_id}/members/{user_id}', 1);
/** Remove a member from an App. */
export const deleteAdminMember = /* @__PURE__ */ operation<operations['deleteAdminMember']>('DELETE', '/admin-api/v1/apps/{app_id}/members/{user_id}', 1);
/** Suspend a member. */
export const suspendAdminMember = /* @__PURE__ */ operation<operations['suspendAdminMember']>('POST', '/admin-api/v1/apps/{app_id}/members/{user_id}/suspend', 9);
/** End the suspension of a member. */
export const activateAdminMember = /* @__PURE__ */ operation<operations['activateAdminMember']>('POST', '/admin-api/v1/apps/{app_id}/members/{user_id}/activate', 9);
/** Suspend several members, or none of them. */
export const batchSuspendAdminMembers = /* @__PURE__ */ operation<operations['batchSuspendAdminMembers']>('POST', '/admin-api/v1/apps/{app_id}/members/batch-suspend', 9);
/** End the suspension of several members, or of none of them. */
export const batchActivateAdminMembers = /* @__PURE__ */ operation<operations['batchActivateAdminMembers']>('POST', '/admin-api/v1/apps/{app_id}/members/batch-activate', 9);
/** List the notices of an App. */
export const listAdminNotices = /* @__PURE__ */ operation<operations['listAdminNotices']>('GET', '/admin-api/v1/apps/{app_id}/notices', 1);
/** Create a notice. */
export const createAdminNotice = /* @__PURE__ */ operation<operations['createAdminNotice']>('POST', '/admin-api/v1/apps/{app_id}/notices', 9);
/** Get a notice. */
export const getAdminNotice = /* @__PURE__ */ operation<operations['getAdminNotice']>('GET', '/admin-api/v1/apps/{app_id}/notices/{id}', 1);
/** Change the draft of a notice. */
export const updateAdminNotice = /* @__PURE__ */ operation<operations['updateAdminNotice']>('PATCH', '/admin-api/v1/apps/{app_id}/notices/{id}', 1);
/** Delete a notice. */
export const deleteAdminNotice = /* @__PURE__ */ operation<operations['deleteAdminNotice']>('DELETE', '/admin-api/v1/apps/{app_id}/notices/{id}', 1);
/** Copy a notice. */
export const copyAdminNotice = /* @__PURE__ */ operation<operations['copyAdminNotice']>('POST', '/admin-api/v1/apps/{app_id}/notices/{id}/copy', 9);
/** Send a test of the draft of a notice. */
export const testAdminNotice = /* @__PURE__ */ operation<operations['testAdminNotice']>('POST', '/admin-api/v1/apps/{app_id}/notices/{id}/test', 9);
/** Preview the recipients of a notice. */
export const previewAdminNoticeRecipients = /* @__PURE__ */ operation<operations['previewAdminNoticeRecipients']>('POST', '/admin-api/v1/apps/{app_id}/notices/{id}/recipient-preview', 1);
/** Get the delivery statistics of a notice. */
export const getAdminNoticeRecipients = /* @__PURE__ */ operation<operations['getAdminNoticeRecipients']>('GET', '/admin-api/v1/apps/{app_id}/notices/{id}/recipients', 1);
/** Recall a notice. */
export const recallAdminNotice = /* @__PURE__ */ operation<operations['recallAdminNotice']>('POST', '/admin-api/v1/apps/{app_id}/notices/{id}/recall', 9);
/** Publish, unschedule or cancel a notice. */
export const moveAdminNotice = /* @__PURE__ */ operation<operations['moveAdminNotice']>('POST', '/admin-api/v1/apps/{app_id}/notices/{id}/{action}', 9);
/** List the messages of an App. */
export const listAdminMessages = /* @__PURE__ */ operation<operations['listAdminMessages']>('GET', '/admin-api/v1/apps/{app_id}/messages', 1);
/** Create a message. */
export const createAdminMessage = /* @__PURE__ */ operation<operations['createAdminMessage']>('POST', '/admin-api/v1/apps/{app_id}/messages', 9);
/** Get a message. */
export const getAdminMessage = /* @__PURE__ */ operation<operations['getAdminMessage']>('GET', '/admin-api/v1/apps/{app_id}/messages/{id}', 1);
/** Change the draft of a message. */
export const updateAdminMessage = /* @__PURE__ */ operation<operations['updateAdminMessage']>('PATCH', '/admin-api/v1/apps/{app_id}/messages/{id}', 1);
/** Delete a message. */
export const deleteAdminMessage = /* @__PURE__ */ operation<operations['deleteAdminMessage']>('DELETE', '/admin-api/v1/apps/{app_id}/messages/{id}', 1);
/** Copy a message. */
export const copyAdminMessage = /* @__PURE__ */ operation<operations['copyAdminMessage']>('POST', '/admin-api/v1/apps/{app_id}/messages/{id}/copy', 9);
/** Send a test of the draft of a message. */
export const testAdminMessage = /* @__PURE__ */ operation<operations['testAdminMessage']>('POST', '/admin-api/v1/apps/{app_id}/messages/{id}/test', 9);
/** Preview the recipients of a message. */
export const previewAdminMessageRecipients = /* @__PURE__ */ operation<operations['previewAdminMessageRecipients']>('POST', '/admin-api/v1/apps/{app_id}/messages/{id}/recipient-preview', 1);
/** Get the delivery statistics of a message. */
export const getAdminMessageRecipients = /* @__PURE__ */ operation<operations['getAdminMessageRecipients']>('GET', '/admin-api/v1/apps/{app_id}/messages/{id}/recipients', 1);
/** Recall a message. */
export const recallAdminMessage = /* @__PURE__ */ operation<operations['recallAdminMessage']>('POST', '/admin-api/v1/apps/{app_id}/messages/{id}/recall', 9);
/** Publish, unschedule or cancel a message. */
export const moveAdminMessage = /* @__PURE__ */ operation<operations['moveAdminMessage']>('POST', '/admin-api/v1/apps/{app_id}/messages/{id}/{action}', 9);
/** List the organization units. */
export const listAdminOrganizationUnits = /* @__PURE__ */ operation<operations['listAdminOrganizationUnits']>('GET', '/admin-api/v1/organization/units', 1);
/** Create an organization unit. */
export const createAdminOrganizationUnit = /* @__PURE__ */ operation<operations['createAdminOrganizationUnit']>('POST', '/admin-api/v1/organization/units', 9);
/** Get an organization unit. */
export const getAdminOrganizationUnit = /* @__PURE__ */ operation<operations['getAdminOrganizationUnit']>('GET', '/admin-api/v1/organization/units/{id}', 1);
/** Change an organization unit. */
export const updateAdminOrganizationUnit = /* @__PURE__ */ operation<operations['updateAdminOrganizationUnit']>('PATCH', '/admin-api/v1/organization/units/{id}', 1);
/** Delete an empty organization unit. */
export const deleteAdminOrganizationUnit = /* @__PURE__ */ operation<operations['deleteAdminOrganizationUnit']>('DELETE', '/admin-api/v1/organization/units/{id}', 1);
/** Move an organization unit. */
export const moveAdminOrganizationUnit = /* @__PURE__ */ operation<operations['moveAdminOrganizationUnit']>('POST', '/admin-api/v1/organization/units/{id}/move', 9);
/** List the members of an organization unit. */
export const listAdminOrganizationUnitMembers = /* @__PURE__ */ operation<operations['listAdminOrganizationUnitMembers']>('GET', '/admin-api/v1/organization/units/{id}/members', 1);
/** Replace the members of an organization unit. */
export const replaceAdminOrganizationUnitMembers = /* @__PURE__ */ operation<operations['replaceAdminOrganizationUnitMembers']>('PUT', '/admin-api/v1/organization/units/{id}/members', 1);
/** List the push providers of an App. */
export const listAdminPushProviders = /* @__PURE__ */ operation<operations['listAdminPushProviders']>('GET', '/admin-api/v1/apps/{app_id}/push-providers', 1);
/** Configure a push provider. */
export const putAdminPushProvider = /* @__PURE__ */ operation<operations['putAdminPushProvider']>('PUT', '/admin-api/v1/apps/{app_id}/push-providers/{provider}', 1);
/** Remove a push provider. */
export const deleteAdminPushProvider = /* @__PURE__ */ operation<operations['deleteAdminPushProvider']>('DELETE', '/admin-api/v1/apps/{app_id}/push-providers/{provider}', 1);
/** Send a test push. */
export const testAdminPushProvider = /* @__PURE__ */ operation<operations['testAdminPushProvider']>('POST', '/admin-api/v1/apps/{app_id}/push-providers/{provider}/test', 9);
/** List all regions. */
export const listAdminRegions = /* @__PURE__ */ operation<operations['listAdminRegions']>('GET', '/admin-api/v1/regions', 1);
/** Get any region. */
export const getAdminRegion = /* @__PURE__ */ operation<operations['getAdminRegion']>('GET', '/admin-api/v1/regions/{code}', 1);
/** Rename, hide or show a region. */
export const updateAdminRegion = /* @__PURE__ */ operation<operations['updateAdminRegion']>('PATCH', '/admin-api/v1/regions/{code}', 1);
/** Explain which upgrade policy a client of an App gets, and why. */
export const explainAdminMobileReleases = /* @__PURE__ */ operation<operations['explainAdminMobileReleases']>('GET', '/admin-api/v1/apps/{app_id}/mobile/releases/explain', 1);
/** Get the statistics of a release of an App. */
export const getAdminMobileReleaseStatistics = /* @__PURE__ */ operation<operations['getAdminMobileReleaseStatistics']>('GET', '/admin-api/v1/apps/{app_id}/mobile/releases/{id}/statistics', 1);
/** List the releases of an App. */
export const listAdminMobileReleases = /* @__PURE__ */ operation<operations['listAdminMobileReleases']>('GET', '/admin-api/v1/apps/{app_id}/mobile/releases', 1);
/** Create a release of an App. */
export const createAdminMobileRelease = /* @__PURE__ */ operation<operations['createAdminMobileRelease']>('POST', '/admin-api/v1/apps/{app_id}/mobile/releases', 9);
/** Widen, pause or resume the rollout of a release. */
export const rollOutAdminMobileRelease = /* @__PURE__ */ operation<operations['rollOutAdminMobileRelease']>('POST', '/admin-api/v1/apps/{app_id}/mobile/releases/{id}/rollout', 9);
/** Delete several drafts of an App, or none of them. */
export const batchDeleteAdminMobileReleases = /* @__PURE__ */ operation<operations['batchDeleteAdminMobileReleases']>('POST', '/admin-api/v1/apps/{app_id}/mobile/releases/batch-delete', 9);
/** Get a release of an App. */
export const getAdminMobileRelease = /* @__PURE__ */ operation<operations['getAdminMobileRelease']>('GET', '/admin-api/v1/apps/{app_id}/mobile/releases/{id}', 1);
/** Change a release of an App. */
export const updateAdminMobileRelease = /* @__PURE__ */ operation<operations['updateAdminMobileRelease']>('PATCH', '/admin-api/v1/apps/{app_id}/mobile/releases/{id}', 1);
/** Delete a draft of an App. */
export const deleteAdminMobileRelease = /* @__PURE__ */ operation<operations['deleteAdminMobileRelease']>('DELETE', '/admin-api/v1/apps/{app_id}/mobile/releases/{id}', 1);
/** Publish a release of an App. */
export const publishAdminMobileRelease = /* @__PURE__ */ operation<operations['publishAdminMobileRelease']>('POST', '/admin-api/v1/apps/{app_id}/mobile/releases/{id}/publish', 9);
/** Take a release of an App offline. */
export const unpublishAdminMobileRelease = /* @__PURE__ */ operation<operations['unpublishAdminMobileRelease']>('POST', '/admin-api/v1/apps/{app_id}/mobile/releases/{id}/unpublish', 9);
/** List the newest releases of the App in X-AppID. */
export const listLegacyMobileReleases = /* @__PURE__ */ operation<operations['listLegacyMobileReleases']>('GET', '/admin-api/v1/mobile/releases', 1);
/** Create a release of an App. */
export const createLegacyMobileRelease = /* @__PURE__ */ operation<operations['createLegacyMobileRelease']>('POST', '/admin-api/v1/mobile/releases', 9);
/** Delete several drafts of an App, or none of them. */
export const batchDeleteLegacyMobileReleases = /* @__PURE__ */ operation<operations['batchDeleteLegacyMobileReleases']>('POST', '/admin-api/v1/mobile/releases/batch-delete', 9);
/** Get a release of an App. */
export const getLegacyMobileRelease = /* @__PURE__ */ operation<operations['getLegacyMobileRelease']>('GET', '/admin-api/v1/mobile/releases/{id}', 1);
/** Change a release of an App. */
export const updateLegacyMobileRelease = /* @__PURE__ */ operation<operations['updateLegacyMobileRelease']>('PATCH', '/admin-api/v1/mobile/releases/{id}', 1);
/** Delete a draft of an App. */
export const deleteLegacyMobileRelease = /* @__PURE__ */ operation<operations['deleteLegacyMobileRelease']>('DELETE', '/admin-api/v1/mobile/releases/{id}', 1);
/** Publish a release of an App. */
export const publishLegacyMobileRelease = /* @__PURE__ */ operation<operations['publishLegacyMobileRelease']>('POST', '/admin-api/v1/mobile/releases/{id}/publish', 9);
/** Take a release of an App offline. */
export const unpublishLegacyMobileRelease = /* @__PURE__ */ operation<operations['unpublishLegacyMobileRelease']>('POST', '/admin-api/v1/mobile/releases/{id}/unpublish', 9);
/** List the roles of the tenant. */
export const listAdminRoles = /* @__PURE__ */ operation<operations['listAdminRoles']>('GET', '/admin-api/v1/roles', 1);
/** Create a role. */
export const createAdminRole = /* @__PURE__ */ operation<operations['createAdminRole']>('POST', '/admin-api/v1/roles', 9);
/** Get a role. */
export const getAdminRole = /* @__PURE__ */ operation<operations['getAdminRole']>('GET', '/admin-api/v1/roles/{code}', 1);
/** Change a role. */
export const updateAdminRole = /* @__PURE__ */ operation<operations['updateAdminRole']>('PATCH', '/admin-api/v1/roles/{code}', 1);
/** Delete an unassigned role. */
export const deleteAdminRole = /* @__PURE__ */ operation<operations['deleteAdminRole']>('DELETE', '/admin-api/v1/roles/{code}', 1);
/** List all permissions. */
export const listAdminPermissions = /* @__PURE__ */ operation<operations['listAdminPermissions']>('GET', '/admin-api/v1/permissions', 1);
/** Search everything that the caller may read. */
export const searchAdmin = /* @__PURE__ */ operation<operations['searchAdmin']>('GET', '/admin-api/v1/search', 1);
/** List the settings of the tenant and its Apps. */
export const listAdminSettings = /* @__PURE__ */ operation<operations['listAdminSettings']>('GET', '/admin-api/v1/settings', 1);
/** Create a setting. */
export const createAdminSetting = /* @__PURE__ */ operation<operations['createAdminSetting']>('POST', '/admin-api/v1/settings', 9);
/** List the settings that the service itself reads. */
export const listAdminKnownSettings = /* @__PURE__ */ operation<operations['listAdminKnownSettings']>('GET', '/admin-api/v1/settings/known', 1);
/** Get a setting. */
export const getAdminSetting = /* @__PURE__ */ operation<operations['getAdminSetting']>('GET', '/admin-api/v1/settings/{id}', 1);
/** Change a setting. */
export const updateAdminSetting = /* @__PURE__ */ operation<operations['updateAdminSetting']>('PATCH', '/admin-api/v1/settings/{id}', 1);
/** Delete a setting. */
export const deleteAdminSetting = /* @__PURE__ */ operation<operations['deleteAdminSetting']>('DELETE', '/admin-api/v1/settings/{id}', 1);
/** List the live sessions. */
export const listAdminSessions = /* @__PURE__ */ operation<operations['listAdminSessions']>('GET', '/admin-api/v1/sessions', 1);
/** End a session. */
export const revokeAdminSession = /* @__PURE__ */ operation<operations['revokeAdminSession']>('DELETE', '/admin-api/v1/sessions/{id}', 1);
/** End the sessions of a user or at an App. */
export const revokeAdminSessions = /* @__PURE__ */ operation<operations['revokeAdminSessions']>('POST', '/admin-api/v1/sessions/revoke', 9);
/** List the sign-ins of all users. */
export const listAdminLoginEvents = /* @__PURE__ */ operation<operations['listAdminLoginEvents']>('GET', '/admin-api/v1/security/login-events', 1);
/** List the security events of all users and API clients. */
export const listAdminSecurityEvents = /* @__PURE__ */ operation<operations['listAdminSecurityEvents']>('GET', '/admin-api/v1/security/events', 1);
/** Get the processes of the installation and the state of their dependencies. */
export const getRuntime = /* @__PURE__ */ operation<operations['getRuntime']>('GET', '/admin-api/v1/runtime', 1);
/** List the tenants of the platform. */
export const listAdminTenants = /* @__PURE__ */ operation<operations['listAdminTenants']>('GET', '/admin-api/v1/tenants', 1);
/** Create a tenant. */
export const createAdminTenant = /* @__PURE__ */ operation<operations['createAdminTenant']>('POST', '/admin-api/v1/tenants', 9);
/** Get a tenant. */
export const getAdminTenant = /* @__PURE__ */ operation<operations['getAdminTenant']>('GET', '/admin-api/v1/tenants/{id}', 1);
/** Change the name of a tenant. */
export const updateAdminTenant = /* @__PURE__ */ operation<operations['updateAdminTenant']>('PATCH', '/admin-api/v1/tenants/{id}', 1);
/** Enable a disabled tenant. */
export const enableAdminTenant = /* @__PURE__ */ operation<operations['enableAdminTenant']>('POST', '/admin-api/v1/tenants/{id}/enable', 9);
/** Disable a tenant. */
export const disableAdminTenant = /* @__PURE__ */ operation<operations['disableAdminTenant']>('POST', '/admin-api/v1/tenants/{id}/disable', 9);
/** List the users of the tenant. */
export const listAdminUsers = /* @__PURE__ */ operation<operations['listAdminUsers']>('GET', '/admin-api/v1/users', 1);
/** Invite a user. */
export const inviteAdminUser = /* @__PURE__ */ operation<operations['inviteAdminUser']>('POST', '/admin-api/v1/users', 9);
/** Get a user with identifiers, memberships and roles. */
export const getAdminUser = /* @__PURE__ */ operation<operations['getAdminUser']>('GET', '/admin-api/v1/users/{id}', 1);
/** Change the name and locale of a user. */
export const updateAdminUser = /* @__PURE__ */ operation<operations['updateAdminUser']>('PATCH', '/admin-api/v1/users/{id}', 1);
/** Delete a user permanently. */
export const deleteAdminUser = /* @__PURE__ */ operation<operations['deleteAdminUser']>('DELETE', '/admin-api/v1/users/{id}', 1);
/** Enable a disabled user. */
export const enableAdminUser = /* @__PURE__ */ operation<operations['enableAdminUser']>('POST', '/admin-api/v1/users/{id}/enable', 9);
/** Disable a user. */
export const disableAdminUser = /* @__PURE__ */ operation<operations['disableAdminUser']>('POST', '/admin-api/v1/users/{id}/disable', 9);
/** Replace the roles of a user. */
export const assignAdminUserRoles = /* @__PURE__ */ operation<operations['assignAdminUserRoles']>('PUT', '/admin-api/v1/users/{id}/roles', 1);
/** End all sessions of a user. */
export const revokeAdminUserSessions = /* @__PURE__ */ operation<operations['revokeAdminUserSessions']>('POST', '/admin-api/v1/users/{id}/revoke-sessions', 9);
/** Mail a user a link to set a new password. */
export const sendAdminUserPasswordReset = /* @__PURE__ */ operation<operations['sendAdminUserPasswordReset']>('POST', '/admin-api/v1/users/{id}/send-password-reset', 9);
/** Enable several disabled users, or none of them. */
export const batchEnableAdminUsers = /* @__PURE__ */ operation<operations['batchEnableAdminUsers']>('POST', '/admin-api/v1/users/batch-enable', 9);
/** Disable several users, or none of them. */
export const batchDisableAdminUsers = /* @__PURE__ */ operation<operations['batchDisableAdminUsers']>('POST', '/admin-api/v1/users/batch-disable', 9);
/** List the webhook endpoints of the tenant. */
export const listAdminWebhookEndpoints = /* @__PURE__ */ operation<operations['listAdminWebhookEndpoints']>('GET', '/admin-api/v1/webhooks/endpoints', 1);
/** Create a webhook endpoint. */
export const createAdminWebhookEndpoint = /* @__PURE__ */ operation<operations['createAdminWebhookEndpoint']>('POST', '/admin-api/v1/webhooks/endpoints', 9);
/** Get a webhook endpoint. */
export const getAdminWebhookEndpoint = /* @__PURE__ */ operation<operations['getAdminWebhookEndpoint']>('GET', '/admin-api/v1/webhooks/endpoints/{id}', 1);
/** Change a webhook endpoint. */
export const updateAdminWebhookEndpoint = /* @__PURE__ */ operation<operations['updateAdminWebhookEndpoint']>('PATCH', '/admin-api/v1/webhooks/endpoints/{id}', 1);
/** Delete a webhook endpoint. */
export const deleteAdminWebhookEndpoint = /* @__PURE__ */ operation<operations['deleteAdminWebhookEndpoint']>('DELETE', '/admin-api/v1/webhooks/endpoints/{id}', 1);
/** Replace the secret of a webhook endpoint. */
export const rotateAdminWebhookSecret = /* @__PURE__ */ operation<operations['rotateAdminWebhookSecret']>('POST', '/admin-api/v1/webhooks/endpoints/{id}/rotate-secret', 9);
/** Send a test event. */
export const testAdminWebhookEndpoint = /* @__PURE__ */ operation<operations['testAdminWebhookEndpoint']>('POST', '/admin-api/v1/webhooks/endpoints/{id}/test', 9);
/** Send the events of a time range again. */
export const replayAdminWebhookEvents = /* @__PURE__ */ operation<operations['replayAdminWebhookEvents']>('POST', '/admin-api/v1/webhooks/endpoints/{id}/replay', 9);
/** List what was delivered to a webhook endpoint. */
export const listAdminWebhookDeliveries = /* @__PURE__ */ operation<operations['listAdminWebhookDeliveries']>('GET', '/admin-api/v1/webhooks/endpoints/{id}/deliveries', 1);
/** List the types of events that webhook endpoints may subscribe to. */
export const listAdminWebhookEventTypes = /* @__PURE__ */ operation<operations['listAdminWebhookEventTypes']>('GET', '/admin-api/v1/webhooks/event-types', 1);
/** Get a delivery with what was sent and answered. */
export const getAdminWebhookDelivery = /* @__PURE__ */ operation<operations['getAdminWebhookDelivery']>('GET', '/admin-api/v1/webhooks/deliveries/{id}', 1);
/** Deliver an event again. */
export const redeliverAdminWebhookDelivery = /* @__PURE__ */ operation<operations['redeliverAdminWebhookDelivery']>('POST', '/admin-api/v1/webhooks/deliveries/{id}/redeliver', 9);
/** List the messages that the client has sent. */
export const listSubmittedNotifications = /* @__PURE__ */ operation<operations['listSubmittedNotifications']>('GET', '/api/v1/service/notifications', 1);
/** Send a message to members of an App. */
export const submitNotification = /* @__PURE__ */ operation<operations['submitNotification']>('POST', '/api/v1/service/notifications', 9);
/** Get the delivery statistics of a message. */
export const getNotificationStatistics = /* @__PURE__ */ operation<operations['getNotificationStatistics']>('GET', '/api/v1/service/notifications/{id}', 1);
/** Recall a message. */
export const recallSubmittedNotification = /* @__PURE__ */ operation<operations['recallSubmittedNotification']>('POST', '/api/v1/service/notifications/{id}/recall', 9);
/** Get an access token for an API client. */
export const issueClientToken = /* @__PURE__ */ operation<operations['issueClientToken']>('POST', '/api/v1/oauth/token', 80);
/** Introspect a token of an API client. */
export const introspectClientToken = /* @__PURE__ */ operation<operations['introspectClientToken']>('POST', '/api/v1/oauth/introspect', 80);
/** Revoke a token of an API client. */
export const revokeClientToken = /* @__PURE__ */ operation<operations['revokeClientToken']>('POST', '/api/v1/oauth/revoke', 80);

import { domainError, type DomainErrorOptions } from './domain-error';

/** One reason why a field was refused. `field` is a path such as `captcha.response.point.x`. */
export interface FieldError {
  readonly field: string;
  /** A short reason, such as `required` or `too_long`, that names an entry of the api's field messages. */
  readonly code: string;
  /** Figures for the message, such as the largest length. */
  readonly params?: Readonly<Record<string, string | number>>;
}

/** Answers list at most this many field errors. */
export const MAX_FIELD_ERRORS = 20;

/** Names of fields come from the client, so only their beginning is repeated. */
const MAX_FIELD_LENGTH = 200;

export class ValidationFailedError extends domainError('invalid', 'REQUEST.VALIDATION_FAILED', 'Validation failed', {
  'zh-CN': '请求中有字段不符合要求，请根据 errors 修改后重试。',
  'zh-TW': '請求中有欄位不符合要求，請依 errors 修改後重試。',
  'en-US': 'Some fields are not valid. Correct those listed in errors and send the request again.',
  'ja-JP': '正しくない項目があります。errors に示された項目を修正して再送してください。',
}) {
  readonly fields: readonly FieldError[];

  constructor(fields: readonly FieldError[], extra: DomainErrorOptions['extra'] = {}) {
    super({ extra });
    this.fields = fields
      .slice(0, MAX_FIELD_ERRORS)
      .map((error) => ({ ...error, field: error.field.slice(0, MAX_FIELD_LENGTH).toWellFormed() }));
  }

  static of(field: string, code: string, params?: FieldError['params']): ValidationFailedError {
    return new ValidationFailedError([params ? { field, code, params } : { field, code }]);
  }
}

export class ResourceNotFoundError extends domainError('not_found', 'RESOURCE.NOT_FOUND', 'Resource not found', {
  'zh-CN': '请求的资源不存在或不可访问。',
  'zh-TW': '請求的資源不存在或無法存取。',
  'en-US': 'The resource does not exist or is not available to you.',
  'ja-JP': '対象のリソースは存在しないか、利用できません。',
}) {}

export class ResourceConflictError extends domainError('conflict', 'RESOURCE.CONFLICT', 'Conflict', {
  'zh-CN': '请求与资源的当前状态冲突，请刷新后重试。',
  'zh-TW': '請求與資源的目前狀態衝突，請重新整理後重試。',
  'en-US': 'The request conflicts with the current state of the resource. Reload it and try again.',
  'ja-JP': 'リソースの現在の状態と競合しています。再読み込みしてからやり直してください。',
}) {}

/** @public Part of the catalogue, to be raised by the first resource with such a field. */
export class ResourceImmutableFieldError extends domainError(
  'conflict',
  'RESOURCE.IMMUTABLE_FIELD',
  'Field cannot be changed',
  {
    'zh-CN': '该字段创建后不可修改。',
    'zh-TW': '該欄位建立後不可修改。',
    'en-US': 'A field that is fixed at creation cannot be changed.',
    'ja-JP': '作成時に決まる項目は変更できません。',
  },
) {}

export class VersionConflictError extends domainError('conflict', 'RESOURCE.VERSION_CONFLICT', 'Stale lock_version', {
  'zh-CN': '资源已被他人修改，请重新读取后再提交。',
  'zh-TW': '資源已被他人修改，請重新讀取後再提交。',
  'en-US': 'Somebody else changed the resource. Read it again and repeat the change with its lock_version.',
  'ja-JP': 'リソースは他の操作により変更されました。再取得し、最新の lock_version でやり直してください。',
}) {}

export class RateLimitedError extends domainError('too_many', 'REQUEST.RATE_LIMITED', 'Too many requests', {
  'zh-CN': '请求过于频繁，请按 Retry-After 指示的秒数等待后重试。',
  'zh-TW': '請求過於頻繁，請依 Retry-After 指示的秒數等待後重試。',
  'en-US': 'Too many requests. Wait the number of seconds in Retry-After, then try again.',
  'ja-JP': 'リクエストが多すぎます。Retry-After の秒数だけ待ってから再試行してください。',
}) {}

export class DependencyUnavailableError extends domainError(
  'unavailable',
  'DEPENDENCY.UNAVAILABLE',
  'Dependency unavailable',
  {
    'zh-CN': '服务暂时不可用，请稍后重试。',
    'zh-TW': '服務暫時無法使用，請稍後重試。',
    'en-US': 'The service is temporarily unavailable. Try again shortly.',
    'ja-JP': 'サービスは一時的に利用できません。しばらくしてから再試行してください。',
  },
) {}

import { domainError } from '@libs/kernel';

export class MalformedRequestError extends domainError('malformed', 'REQUEST.MALFORMED', 'Malformed request', {
  'zh-CN': '请求无法解析，请检查其格式（例如 JSON 语法）。',
  'zh-TW': '請求無法解析，請檢查其格式（例如 JSON 語法）。',
  'en-US': 'The request cannot be read. Check its syntax, such as that of the JSON body.',
  'ja-JP': 'リクエストを解釈できません。JSON の構文などの形式を確認してください。',
}) {}

export class RequestTimeoutError extends domainError('timed_out', 'REQUEST.TIMEOUT', 'Request timed out', {
  'zh-CN': '请求未在规定时间内完整到达，请检查网络后重试。',
  'zh-TW': '請求未在規定時間內完整送達，請檢查網路後重試。',
  'en-US': 'The request did not arrive in time. Check the connection and send it again.',
  'ja-JP': 'リクエストが時間内に届きませんでした。接続を確認して再送してください。',
}) {}

export class RequestTooLargeError extends domainError('too_large', 'REQUEST.TOO_LARGE', 'Request body too large', {
  'zh-CN': '请求体过大，请减小后重试。',
  'zh-TW': '請求內容過大，請縮小後重試。',
  'en-US': 'The request body is larger than this route accepts. Send less.',
  'ja-JP': 'リクエスト本文が大きすぎます。小さくして再送してください。',
}) {}

export class HeadersTooLargeError extends domainError(
  'head_too_large',
  'REQUEST.HEADERS_TOO_LARGE',
  'Request headers too large',
  {
    'zh-CN': '请求头过大，请减小后重试。',
    'zh-TW': '請求標頭過大，請縮小後重試。',
    'en-US': 'The headers of the request are larger than 16 KiB. Send less.',
    'ja-JP': 'リクエストヘッダーが大きすぎます。小さくして再送してください。',
  },
) {}

export class UnsupportedMediaTypeError extends domainError(
  'unsupported_media_type',
  'REQUEST.UNSUPPORTED_MEDIA_TYPE',
  'Unsupported media type',
  {
    'zh-CN': '请使用该接口接受的 Content-Type 发送请求体，一般为 application/json（UTF-8），且不要压缩。',
    'zh-TW': '請使用該介面接受的 Content-Type 傳送請求內容，一般為 application/json（UTF-8），且不要壓縮。',
    'en-US':
      'Send the body uncompressed, in the media type that the route accepts (application/json in UTF-8 unless stated otherwise).',
    'ja-JP':
      '本文はこのルートが受け付けるメディアタイプ（通常は UTF-8 の application/json）で、圧縮せずに送信してください。',
  },
) {}

export class RouteNotFoundError extends domainError('not_found', 'ROUTE.NOT_FOUND', 'Route not found', {
  'zh-CN': '没有该接口，请检查请求方法和路径。',
  'zh-TW': '沒有此介面，請檢查請求方法與路徑。',
  'en-US': 'There is no such route. Check the method and the path.',
  'ja-JP': 'このルートは存在しません。メソッドとパスを確認してください。',
}) {}

export class UnexpectedError extends domainError('unexpected', 'INTERNAL.UNEXPECTED', 'Unexpected error', {
  'zh-CN': '服务器发生意外错误，请凭 request_id 联系支持人员。',
  'zh-TW': '伺服器發生非預期的錯誤，請憑 request_id 聯絡支援人員。',
  'en-US': 'Something unexpected went wrong. Give the request_id to support.',
  'ja-JP': '予期しないエラーが発生しました。request_id を添えてサポートにご連絡ください。',
}) {}

export class AppHeaderRequiredError extends domainError('malformed', 'APP.HEADER.REQUIRED', 'X-AppID required', {
  'zh-CN': '请在 X-AppID 请求头中提供 App 的 id。',
  'zh-TW': '請在 X-AppID 請求標頭中提供 App 的 id。',
  'en-US': 'Send the id of the App in the X-AppID header.',
  'ja-JP': 'X-AppID ヘッダーに App の ID を指定してください。',
}) {}

export class AppHeaderInvalidError extends domainError('malformed', 'APP.HEADER.INVALID', 'X-AppID malformed', {
  'zh-CN': 'X-AppID 必须是一个 UUID。',
  'zh-TW': 'X-AppID 必須是一個 UUID。',
  'en-US': 'X-AppID must be a single UUID.',
  'ja-JP': 'X-AppID は 1 つの UUID でなければなりません。',
}) {}

export class AppHeaderUnavailableError extends domainError('malformed', 'APP.HEADER.UNAVAILABLE', 'App unavailable', {
  'zh-CN': '该 App 不可用。',
  'zh-TW': '此 App 無法使用。',
  'en-US': 'This App is not available.',
  'ja-JP': 'この App は利用できません。',
}) {}

export class TenantHeaderInvalidError extends domainError(
  'malformed',
  'TENANT.HEADER.INVALID',
  'X-Tenant-ID malformed',
  {
    'zh-CN': 'X-Tenant-ID 必须是一个 UUID。',
    'zh-TW': 'X-Tenant-ID 必須是一個 UUID。',
    'en-US': 'X-Tenant-ID must be a single UUID.',
    'ja-JP': 'X-Tenant-ID は 1 つの UUID でなければなりません。',
  },
) {}

export class RangeNotSatisfiableError extends domainError(
  'range_not_satisfiable',
  'REQUEST.RANGE_NOT_SATISFIABLE',
  'Range not satisfiable',
  {
    'zh-CN': 'Range 请求头所指的范围超出了内容的长度。',
    'zh-TW': 'Range 請求標頭所指的範圍超出了內容的長度。',
    'en-US': 'The requested range begins beyond the end of the content.',
    'ja-JP': 'Range ヘッダーの範囲が内容の長さを超えています。',
  },
) {}

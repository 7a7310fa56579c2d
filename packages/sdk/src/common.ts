// What every entry of the package has.
export { fetchTransport } from './fetch-transport.js';
export type { ErrorCode, Problem, ProblemFields } from './generated/errors.js';
export type { AbortSignalLike, BlobLike } from './host.js';
export { items, pages } from './items.js';
export type { Answer, BinaryAnswer, Input, Operation, RequestOptions, Sender } from './operation.js';
export { ApiError, type ClientErrorCode, isApiError } from './problem.js';
export type { SenderOptions } from './sender.js';
export type { Session, Tokens } from './session.js';
export { memoryStorage, type Storage } from './storage.js';
export {
  type MultipartForm,
  type Transport,
  type TransportAnswer,
  TransportFailure,
  type TransportRequest,
} from './transport.js';
export type { Upload, UploadProgress } from './upload.js';

import type { StoredFile } from '../domain/stored-file';

/** A file as the record of administrators' doings has it, with the keys of the wire. */
export function auditedFile(file: StoredFile): object {
  return {
    purpose: file.purpose,
    app_id: file.appId,
    filename: file.filename,
    media_type: file.mediaType,
    size_bytes: file.sizeBytes,
    sha256: file.sha256,
    image: file.image,
    scan_status: file.scanStatus,
    scan_detail: file.scanDetail,
    detected_version: file.detectedVersion,
  };
}

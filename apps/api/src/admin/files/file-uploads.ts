import { Injectable } from '@nestjs/common';
import { ManagedApps } from '@libs/apps';
import { type FilePurpose, type FileView, needsApp, PURPOSES, type UploadDetails, UploadsService } from '@libs/files';
import { type AdminSession, expectNamedApp } from '@libs/iam';
import { ValidationFailedError } from '@libs/kernel';
import { type IncomingUpload, readUpload, type UploadFields } from '../../http/request/multipart';
import type { ApiRequest } from '../../http/request/request';
import { ValidationPipe } from '../../http/fields/validation.pipe';
import { AdminFileRequest, AdminFileResponse } from './admin-files.dto';

/** The fields of the form beside the file. */
export const FILE_FIELDS = ['purpose', 'app_id'] as const;

/** Parses the form of an upload. The file streams into the storage while the rest of the form still arrives. */
@Injectable()
export class FileUploads {
  private readonly validation = new ValidationPipe();

  constructor(
    private readonly uploads: UploadsService,
    private readonly apps: ManagedApps,
  ) {}

  receive(request: ApiRequest, admin: AdminSession): Promise<FileView> {
    return readUpload(request, FILE_FIELDS, (upload) => this.take(upload, admin, request));
  }

  private take(
    upload: IncomingUpload,
    admin: AdminSession,
    { uploadOnce }: Pick<ApiRequest, 'uploadOnce'>,
  ): Promise<FileView> {
    const { content, signal } = upload;
    const purpose = knownPurpose(upload.fields['purpose']);
    return this.uploads.upload(admin.tenantId, content, this.detailsOf(upload, admin), {
      signal,
      announcedBytes: upload.announcedBytes,
      ...(purpose ? { purpose } : {}),
      ...(uploadOnce && {
        once: async (sha256, add) =>
          uploadOnce({ fields: await upload.complete, sha256 }, add, (file) => new AdminFileResponse(file)),
      }),
    });
  }

  private async detailsOf({ complete, filename }: IncomingUpload, admin: AdminSession): Promise<UploadDetails> {
    const { purpose, app_id: appId = null } = await this.validated(await complete);
    if (appId === null && needsApp(purpose)) throw ValidationFailedError.of('app_id', 'required');
    expectNamedApp(admin, appId);
    if (appId !== null && !(await this.apps.find(admin.tenantId, appId))) {
      throw ValidationFailedError.of('app_id', 'unknown_app');
    }
    return { purpose, appId, filename, createdBy: admin.userId };
  }

  private async validated(fields: UploadFields): Promise<AdminFileRequest> {
    const body = { ...fields };
    return (await this.validation.transform(body, { type: 'body', metatype: AdminFileRequest })) as AdminFileRequest;
  }
}

/** A purpose that came before the file sets its limit from the start. */
function knownPurpose(purpose: string | undefined): FilePurpose | undefined {
  return PURPOSES.find((known) => known === purpose);
}

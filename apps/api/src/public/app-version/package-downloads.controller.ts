import { Get, Param, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiQuery, ApiResponse } from '@nestjs/swagger';
import { FileAssets } from '@libs/files';
import { ResourceNotFoundError } from '@libs/kernel';
import { ReleaseDownloads } from '@libs/releases';
import type { Response } from 'express';
import { answerHeaders, FILE_HEADERS, RANGE_HEADERS } from '../../http/answers/answer-headers';
import { Raises } from '../../http/answers/answers';
import { CanBeResumed, describeBytes, rangeOf, sendBytes } from '../../http/answers/byte-ranges';
import type { ApiRequest } from '../../http/request/request';
import { RangeNotSatisfiableError } from '../../http/request/request-errors';
import { AssetController } from '../../surfaces/surfaces';
import { type PackageDownload, PackageDownloads } from './package-downloads';
import { packageDisposition } from './package-name';

const UUID = { type: 'string', format: 'uuid' } as const;
const CONTENT = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } as const;
const OF_PACKAGE = answerHeaders('ETag', 'Repr-Digest', 'Digest');

@AssetController('app-version/download', 'Releases')
export class PackageDownloadsController {
  constructor(
    private readonly downloads: PackageDownloads,
    private readonly files: FileAssets,
    private readonly counts: ReleaseDownloads,
  ) {}

  @Get(':release_id/:file_id')
  @ApiOperation({
    summary: 'Download a package',
    description:
      'The package URL of an upgrade policy, valid for a few minutes. Any problem with the URL, or with the package that it names, is 404. Resume an interrupted download with `Range` and, to be safe, `If-Range`; if the URL has expired in the meantime, use that of a new policy. The file name ends in its lower-case extension.',
  })
  @ApiQuery({
    name: 'expires',
    description: 'Expiry time in seconds since 1970',
    schema: { type: 'integer', format: 'int64' },
  })
  @ApiQuery({ name: 'signature', schema: { type: 'string', minLength: 43, maxLength: 43 } })
  @ApiHeader({ name: 'X-AppID', required: false, description: 'The App of the release; optional', schema: UUID })
  @CanBeResumed()
  @ApiResponse({
    status: 200,
    description: 'The whole package',
    headers: { ...FILE_HEADERS, ...OF_PACKAGE },
    content: CONTENT,
  })
  @ApiResponse({
    status: 206,
    description: 'The requested range',
    headers: { ...RANGE_HEADERS, ...OF_PACKAGE },
    content: CONTENT,
  })
  @Raises(ResourceNotFoundError, RangeNotSatisfiableError)
  async downloadPackage(
    @Param('release_id') release: string,
    @Param('file_id') file: string,
    @Req() request: ApiRequest,
    @Res() response: Response,
  ): Promise<void> {
    const download = await this.downloads.find(request, release, file);
    if (!download) throw new ResourceNotFoundError();
    const { app, offered, asset } = download;
    // For the access log: the URL named no App.
    request.currentApp = app;
    const etag = `"${asset.sha256}"`;
    const range = rangeOf(request, response, asset.sizeBytes, etag);
    const content = request.method === 'HEAD' ? null : await this.files.openChunks(asset, range ?? undefined);
    describePackage(response, download, etag);
    describeBytes(response, asset.sizeBytes, range);
    if (!content) {
      response.end();
      return;
    }
    const isSent = await sendBytes(response, content);
    // Counted once, by the answer that brings the last byte, in however many parts the package is fetched.
    const isLast = !range || range.end === asset.sizeBytes - 1;
    if (isSent && isLast) this.counts.count(app.tenantId, offered.release.id);
  }
}

function describePackage(response: Response, { offered, asset }: PackageDownload, etag: string): void {
  const digest = Buffer.from(asset.sha256, 'hex').toString('base64');
  response.setHeader('Content-Disposition', packageDisposition(offered.release, asset));
  response.setHeader('Content-Type', 'application/octet-stream');
  response.setHeader('ETag', etag);
  response.setHeader('Digest', `sha-256=${digest}`);
  response.setHeader('Repr-Digest', `sha-256=:${digest}:`);
  response.setHeader('Cache-Control', 'no-store');
}

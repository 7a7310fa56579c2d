import { Get, Param, Req, Res } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiQuery, ApiResponse } from '@nestjs/swagger';
import { DataExportsService } from '@libs/iam';
import { isUuid, ResourceNotFoundError } from '@libs/kernel';
import type { Response } from 'express';
import { answerHeaders, FILE_HEADERS, RANGE_HEADERS } from '../../http/answers/answer-headers';
import { Raises } from '../../http/answers/answers';
import { CanBeResumed, describeBytes, rangeOf, sendBytes } from '../../http/answers/byte-ranges';
import { ticketOf } from '../../http/request/link-ticket';
import type { Query } from '../../http/request/query';
import type { ApiRequest } from '../../http/request/request';
import { RangeNotSatisfiableError } from '../../http/request/request-errors';
import { AssetController } from '../../surfaces/surfaces';
import { DATA_ARCHIVE_CONTENT, DataArchive } from './data-archive.dto';

const ETAG = answerHeaders('ETag');

@AssetController('data-exports', 'Account')
export class DataExportDownloadsController {
  constructor(private readonly exports: DataExportsService) {}

  @Get(':id')
  @ApiOperation({
    summary: 'Download a copy of the member’s personal data',
    description:
      'The `download_url` of an export, valid for 24 hours. The copy is one JSON object with `schema`, `schema_version`, `made_at` and the stored records by name. Any problem with the URL, or with the export that it names, is 404.',
  })
  @ApiQuery({
    name: 'expires',
    description: 'Expiry time in seconds since 1970',
    schema: { type: 'integer', format: 'int64' },
  })
  @ApiQuery({ name: 'signature', schema: { type: 'string', minLength: 43, maxLength: 43 } })
  @CanBeResumed()
  @ApiExtraModels(DataArchive)
  @ApiResponse({
    status: 200,
    description: 'The whole archive',
    headers: { ...FILE_HEADERS, ...ETAG },
    content: DATA_ARCHIVE_CONTENT,
  })
  @ApiResponse({
    status: 206,
    description: 'The requested range',
    headers: { ...RANGE_HEADERS, ...ETAG },
    content: DATA_ARCHIVE_CONTENT,
  })
  @Raises(ResourceNotFoundError, RangeNotSatisfiableError)
  async downloadDataExport(
    @Param('id') id: string,
    @Req() request: ApiRequest,
    @Res() response: Response,
  ): Promise<void> {
    const ticket = ticketOf(request.query as Query);
    const archive = ticket && isUuid(id) ? await this.exports.findLinked(id.toLowerCase(), ticket) : null;
    if (!archive) throw new ResourceNotFoundError();
    const etag = `"${archive.sha256}"`;
    const range = rangeOf(request, response, archive.sizeBytes, etag);
    const isHead = request.method === 'HEAD';
    const content = isHead ? null : await this.exports.open(archive, range ?? undefined);
    if (!content && !isHead) throw new ResourceNotFoundError();
    response.attachment(`data-export-${id.toLowerCase()}.json`);
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('ETag', etag);
    response.setHeader('Cache-Control', 'no-store');
    describeBytes(response, archive.sizeBytes, range);
    if (content) await sendBytes(response, content);
    else response.end();
  }
}

import { Module } from '@nestjs/common';
import { StreamedExports } from './streamed-export';

/** One for all that is exported, since all share its limits. */
@Module({ providers: [StreamedExports], exports: [StreamedExports] })
export class ExportsModule {}

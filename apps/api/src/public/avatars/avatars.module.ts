import { Module } from '@nestjs/common';
import { FilesModule } from '@libs/files';
import { AvatarsController } from './avatars.controller';

@Module({ imports: [FilesModule], controllers: [AvatarsController] })
export class AvatarsModule {}

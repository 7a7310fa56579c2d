import { Module } from '@nestjs/common';
import { FilesModule } from '@libs/files';
import { StartupAssets } from './startup-assets';
import { StartupAssetsController } from './startup-assets.controller';

@Module({ imports: [FilesModule], controllers: [StartupAssetsController], providers: [StartupAssets] })
export class StartupAssetsModule {}

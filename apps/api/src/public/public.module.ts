import { Module } from '@nestjs/common';
import { AppVersionModule } from './app-version/app-version.module';
import { PublicArticlesModule } from './articles/articles.module';
import { AvatarsModule } from './avatars/avatars.module';
import { CompatModule } from './compat/compat.module';
import { PublicConfigModule } from './config/config.module';
import { ContentImagesModule } from './content-images/content-images.module';
import { PublicDictionariesModule } from './dictionaries/dictionaries.module';
import { PublicPagesModule } from './pages/pages.module';
import { PreviewsModule } from './previews/previews.module';
import { PublicRegionsModule } from './regions/regions.module';
import { StartupAssetsModule } from './startup-assets/startup-assets.module';

/** The anonymous surface of an App, one module per folder. */
@Module({
  imports: [
    AppVersionModule,
    PublicArticlesModule,
    AvatarsModule,
    CompatModule,
    PublicConfigModule,
    ContentImagesModule,
    PublicDictionariesModule,
    PublicPagesModule,
    PreviewsModule,
    PublicRegionsModule,
    StartupAssetsModule,
  ],
})
export class PublicModule {}

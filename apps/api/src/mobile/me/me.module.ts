import { Module } from '@nestjs/common';
import { ContentModule } from '@libs/content';
import { FilesModule } from '@libs/files';
import { NotificationsModule } from '@libs/notifications';
import { RegionsModule } from '@libs/regions';
import { PublicArticlesModule } from '../../public/articles/articles.module';
import { ArticleBookmarksController } from './article-bookmarks.controller';
import { AvatarUploads } from './avatar-uploads';
import { LegalConsentsController } from './legal-consents.controller';
import { PreferencesController } from './preferences.controller';
import { ProfileController } from './profile.controller';
import { ProfileRegions } from './profile-regions';

/** Profile, preferences, legal consents and bookmarks of members. */
@Module({
  imports: [ContentModule, FilesModule, NotificationsModule, PublicArticlesModule, RegionsModule],
  controllers: [ArticleBookmarksController, LegalConsentsController, PreferencesController, ProfileController],
  providers: [AvatarUploads, ProfileRegions],
})
export class MeModule {}

import { Module } from '@nestjs/common';
import { ContentModule } from '@libs/content';
import { FilesModule } from '@libs/files';
import { NotificationsModule } from '@libs/notifications';
import { RegionsModule } from '@libs/regions';
import { AvatarUploads } from './avatar-uploads';
import { LegalConsentsController } from './legal-consents.controller';
import { PreferencesController } from './preferences.controller';
import { ProfileAnswers } from './profile-answers';
import { ProfileController } from './profile.controller';
import { ProfileRegions } from './profile-regions';

/** Profile, preferences and legal consents of members. */
@Module({
  imports: [ContentModule, FilesModule, NotificationsModule, RegionsModule],
  controllers: [LegalConsentsController, PreferencesController, ProfileController],
  providers: [AvatarUploads, ProfileAnswers, ProfileRegions],
})
export class MeModule {}

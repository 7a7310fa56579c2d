import { AppsModule } from '@libs/apps';
import { Module } from '@nestjs/common';
import { UnsubscribeService } from '../application/unsubscribe/unsubscribe.service';
import { UnsubscribeLinks } from '../infrastructure/unsubscribe/unsubscribe-links';
import { PreferencesModule } from './preferences.module';

@Module({
  imports: [AppsModule, PreferencesModule],
  providers: [UnsubscribeLinks, UnsubscribeService],
  exports: [UnsubscribeLinks, UnsubscribeService],
})
export class UnsubscribeModule {}

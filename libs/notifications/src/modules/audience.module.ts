import { Module } from '@nestjs/common';
import { AudienceTurns } from '../application/audience/audience-turns';
import { AudiencePreviews } from '../infrastructure/audience/audience-previews';
import { Audiences } from '../infrastructure/audience/audiences';
import { NamedRecipientsQuery } from '../infrastructure/audience/named-recipients';

@Module({
  providers: [AudiencePreviews, Audiences, AudienceTurns, NamedRecipientsQuery],
  exports: [AudiencePreviews, Audiences, AudienceTurns, NamedRecipientsQuery],
})
export class AudienceModule {}

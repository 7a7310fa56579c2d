import { IamModule } from '@libs/iam';
import { RegionCodesModule } from '@libs/regions';
import { Module } from '@nestjs/common';
import { AudienceResolver } from '../application/audience/audience-resolver';
import { AudienceTurns } from '../application/audience/audience-turns';
import { AudiencePreviews } from '../infrastructure/audience/audience-previews';
import { Audiences } from '../infrastructure/audience/audiences';
import { NamedRecipientsQuery } from '../infrastructure/audience/named-recipients';

@Module({
  imports: [IamModule, RegionCodesModule],
  providers: [AudiencePreviews, AudienceResolver, Audiences, AudienceTurns, NamedRecipientsQuery],
  exports: [AudiencePreviews, AudienceResolver, Audiences, AudienceTurns, NamedRecipientsQuery],
})
export class AudienceModule {}

import { ApiProperty } from '@nestjs/swagger';
import { DOCUMENT_TYPES, type LegalConsent, type OutstandingConsent } from '@libs/content';
import { LegalOutstandingResponse } from '../auth/context.dto';

class MobileLegalConsentResponse {
  @ApiProperty({ enum: DOCUMENT_TYPES, enumName: 'LegalDocumentType', example: 'privacy-policy' })
  readonly document_type: string;

  @ApiProperty({ example: '5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef' })
  readonly revision_hash: string;

  @ApiProperty({ format: 'date-time', description: 'The first time', example: '2026-11-21T09:00:00.000Z' })
  readonly accepted_at: string;

  constructor({ documentType, revisionHash, acceptedAt }: LegalConsent) {
    this.document_type = documentType;
    this.revision_hash = revisionHash;
    this.accepted_at = acceptedAt.toISOString();
  }
}

export class MobileLegalConsentListResponse {
  @ApiProperty({ type: () => [MobileLegalConsentResponse], description: 'What was accepted, the newest first' })
  readonly items: readonly MobileLegalConsentResponse[];

  @ApiProperty({ type: () => [LegalOutstandingResponse], description: 'Published revisions yet to be accepted' })
  readonly outstanding: readonly LegalOutstandingResponse[];

  constructor(consents: readonly LegalConsent[], outstanding: readonly OutstandingConsent[]) {
    this.items = consents.map((consent) => new MobileLegalConsentResponse(consent));
    this.outstanding = outstanding;
  }
}

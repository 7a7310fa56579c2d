import { DOCUMENT_TYPES, type LegalConsent, type OutstandingConsent } from '@libs/content';
import { Answer } from '../../http/answers/answer-fields';
import { LegalOutstandingResponse } from '../auth/context.dto';

class MobileLegalConsentResponse {
  @Answer.OneOf('LegalDocumentType', DOCUMENT_TYPES)
  readonly document_type: string;

  @Answer.Sha256({ example: '5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef' })
  readonly revision_hash: string;

  @Answer.Instant({ description: 'Time of the first acceptance' })
  readonly accepted_at: string;

  constructor({ documentType, revisionHash, acceptedAt }: LegalConsent) {
    this.document_type = documentType;
    this.revision_hash = revisionHash;
    this.accepted_at = acceptedAt.toISOString();
  }
}

export class MobileLegalConsentListResponse {
  @Answer.ListOf(() => MobileLegalConsentResponse, { description: 'The accepted revisions, newest first' })
  readonly items: readonly MobileLegalConsentResponse[];

  @Answer.ListOf(() => LegalOutstandingResponse, {
    description: 'Published revisions that the member has not accepted yet',
  })
  readonly outstanding: readonly LegalOutstandingResponse[];

  constructor(consents: readonly LegalConsent[], outstanding: readonly OutstandingConsent[]) {
    this.items = consents.map((consent) => new MobileLegalConsentResponse(consent));
    this.outstanding = outstanding;
  }
}

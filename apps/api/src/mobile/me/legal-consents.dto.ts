import { DOCUMENT_TYPES, type LegalConsent, type OutstandingConsent } from '@libs/content';
import { field } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
import { Answer } from '../../http/answers/answer-fields';
import { LegalOutstandingResponse } from '../auth/context.dto';

class MobileLegalConsentResponse extends answer({
  documentType: field.one('LegalDocumentType', DOCUMENT_TYPES).as<string>(),
  revisionHash: field.sha256().example('5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef'),
  acceptedAt: field.instant().about('Time of the first acceptance'),
}) {}

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

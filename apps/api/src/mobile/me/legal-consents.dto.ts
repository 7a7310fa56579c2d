import { DOCUMENT_TYPES } from '@libs/content';
import { field } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
import { LegalOutstandingResponse } from '../auth/context.dto';

class MobileLegalConsentResponse extends answer({
  documentType: field.one('LegalDocumentType', DOCUMENT_TYPES).as<string>(),
  revisionHash: field.sha256().example('5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef'),
  acceptedAt: field.instant().about('Time of the first acceptance'),
}) {}

export class MobileLegalConsentListResponse extends answer({
  items: field.listOf(() => MobileLegalConsentResponse).about('The accepted revisions, newest first'),
  outstanding: field
    .madeListOf(() => LegalOutstandingResponse)
    .about('Published revisions that the member has not accepted yet'),
}) {}

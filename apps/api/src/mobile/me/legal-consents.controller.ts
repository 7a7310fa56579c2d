import { Body, Get, Post } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { LegalConsents, LegalRevisionStaleError } from '@libs/content';
import type { MemberSession } from '@libs/iam';
import { ValidationFailedError } from '@libs/kernel';
import { Answers, Raises } from '../../http/answers/answers';
import { BooleanSuccessResponse } from '../../http/answers/common-responses.dto';
import { CurrentMember } from '../../surfaces/parameters';
import { MobileController } from '../../surfaces/surfaces';
import { AppLegalConsentRequest } from '../auth/registration.dto';
import { MobileLegalConsentListResponse } from './legal-consents.dto';

@MobileController('me/legal-consents', 'Profile')
export class LegalConsentsController {
  constructor(private readonly consents: LegalConsents) {}

  @Get()
  @ApiOperation({
    summary: 'List the member’s legal consents and outstanding documents',
    description: '`outstanding` names the published revisions that the member has not accepted yet.',
  })
  @Answers(MobileLegalConsentListResponse)
  async listLegalConsents(@CurrentMember() member: MemberSession) {
    const [items, outstanding] = await Promise.all([
      this.consents.acceptedBy(member, member.userId),
      this.consents.outstanding(member, member.userId),
    ]);
    return new MobileLegalConsentListResponse({ items, outstanding });
  }

  @Post()
  @ApiOperation({
    summary: 'Accept the published revision of a legal document',
    description: 'Accepting a revision again changes nothing: the time of the first acceptance is kept.',
  })
  @Answers(BooleanSuccessResponse)
  @Raises(ValidationFailedError, LegalRevisionStaleError)
  async acceptLegalDocument(
    @CurrentMember() member: MemberSession,
    @Body() { document_type, revision_hash }: AppLegalConsentRequest,
  ) {
    await this.consents.accept(member, member.userId, document_type, revision_hash);
    return new BooleanSuccessResponse();
  }
}

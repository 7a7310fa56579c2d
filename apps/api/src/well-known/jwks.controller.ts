import { Get, Req, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { AccessTokens } from '@libs/iam';
import type { Response } from 'express';
import { Answer } from '../http/answers/answer-fields';
import { answerHeaders } from '../http/answers/answer-headers';
import { AnswersBare } from '../http/answers/answers';
import { type CachedAnswer, cachedDocument, sendCachedAnswer } from '../http/answers/cached-answer';
import type { ApiRequest } from '../http/request/request';
import { WellKnownController } from '../surfaces/surfaces';
import { Conditional } from '../http/answers/cacheable';

class JsonWebKeyResponse {
  @Answer.Constant('EC')
  readonly kty!: string;

  @Answer.Constant('P-256')
  readonly crv!: string;

  @Answer.Text({ example: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU' })
  readonly x!: string;

  @Answer.Text({ example: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0' })
  readonly y!: string;

  @Answer.Text({ example: 'mQ0r2Yq4Y0mYd3l3mJwqfK1c0f0pZy2sX8Q5wS1xV9k' })
  readonly kid!: string;

  @Answer.Constant('sig')
  readonly use!: string;

  @Answer.Constant('ES256')
  readonly alg!: string;
}

/** A JWK set (RFC 7517). */
class JsonWebKeySetResponse {
  @Answer.ListOf(() => JsonWebKeyResponse)
  readonly keys!: JsonWebKeyResponse[];
}

const MAX_AGE_SECONDS = 300;

const HEADERS = answerHeaders('ETag', `Cache-Control.public-${MAX_AGE_SECONDS}`);

@WellKnownController('jwks.json', 'Keys')
export class JwksController {
  private readonly answer: CachedAnswer;

  constructor(accessTokens: AccessTokens) {
    const keys: JsonWebKeySetResponse = accessTokens.jwks();
    this.answer = cachedDocument(keys, MAX_AGE_SECONDS);
  }

  @Get()
  @ApiOperation({
    summary: 'Get the public keys that verify access tokens',
    description:
      'A JWK set (RFC 7517). A key is listed before it signs its first token, and for as long as one of its tokens is valid.',
  })
  @Conditional(HEADERS)
  @AnswersBare(JsonWebKeySetResponse, { headers: HEADERS })
  getJwks(@Req() request: ApiRequest, @Res() response: Response): void {
    sendCachedAnswer(request, response, this.answer);
  }
}

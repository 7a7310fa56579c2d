import { Get } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { AccessTokens } from '@libs/iam';
import { field } from '@libs/kernel';
import { answer } from '../http/answers/answer';
import { answerHeaders } from '../http/answers/answer-headers';
import { AnswersBare } from '../http/answers/answers';
import { type CachedAnswer, cachedDocument } from '../http/answers/cached-answer';
import { WellKnownController } from '../surfaces/surfaces';
import { Conditional } from '../http/answers/cacheable';

class JsonWebKeyResponse extends answer({
  kty: field.constant('EC'),
  crv: field.constant('P-256'),
  x: field.text().example('f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU'),
  y: field.text().example('x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0'),
  kid: field.text().example('mQ0r2Yq4Y0mYd3l3mJwqfK1c0f0pZy2sX8Q5wS1xV9k'),
  use: field.constant('sig'),
  alg: field.constant('ES256'),
}) {}

/** A JWK set (RFC 7517). */
class JsonWebKeySetResponse extends answer({ keys: field.listOf(() => JsonWebKeyResponse) }) {}

const MAX_AGE_SECONDS = 300;

const HEADERS = answerHeaders('ETag', `Cache-Control.public-${MAX_AGE_SECONDS}`);

@WellKnownController('jwks.json', 'Keys')
export class JwksController {
  private readonly answer: CachedAnswer;

  constructor(accessTokens: AccessTokens) {
    this.answer = cachedDocument(accessTokens.jwks(), MAX_AGE_SECONDS);
  }

  @Get()
  @ApiOperation({
    summary: 'Get the public keys that verify access tokens',
    description:
      'A JWK set (RFC 7517). A key is listed before it signs its first token, and for as long as one of its tokens is valid.',
  })
  @Conditional(HEADERS)
  @AnswersBare(JsonWebKeySetResponse, { headers: HEADERS })
  getJwks() {
    return this.answer;
  }
}

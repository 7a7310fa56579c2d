import { Get, Header } from '@nestjs/common';
import { ApiOperation, ApiProperty } from '@nestjs/swagger';
import { AccessTokens } from '@libs/iam';
import { AnswersBare } from '../http/answers';
import { WellKnownController } from '../http/surfaces';

class JsonWebKeyResponse {
  @ApiProperty({ enum: ['EC'], example: 'EC' })
  readonly kty!: string;

  @ApiProperty({ enum: ['P-256'], example: 'P-256' })
  readonly crv!: string;

  @ApiProperty({ example: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU' })
  readonly x!: string;

  @ApiProperty({ example: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0' })
  readonly y!: string;

  @ApiProperty({ example: 'mQ0r2Yq4Y0mYd3l3mJwqfK1c0f0pZy2sX8Q5wS1xV9k' })
  readonly kid!: string;

  @ApiProperty({ enum: ['sig'], example: 'sig' })
  readonly use!: string;

  @ApiProperty({ enum: ['ES256'], example: 'ES256' })
  readonly alg!: string;
}

/** A JWK set (RFC 7517). */
class JsonWebKeySetResponse {
  @ApiProperty({ type: () => [JsonWebKeyResponse] })
  readonly keys!: JsonWebKeyResponse[];
}

@WellKnownController('jwks.json')
export class JwksController {
  constructor(private readonly accessTokens: AccessTokens) {}

  @Get()
  @Header('Cache-Control', 'public, max-age=300')
  @ApiOperation({ summary: 'The public keys that verify access tokens' })
  @AnswersBare(JsonWebKeySetResponse)
  getJwks(): JsonWebKeySetResponse {
    return this.accessTokens.jwks();
  }
}

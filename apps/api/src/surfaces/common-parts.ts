import { ApiHeader } from '@nestjs/swagger';
import { SUPPORTED_LOCALES } from '@libs/kernel';
import { Raises } from '../http/answers/answers';
import {
  AppHeaderInvalidError,
  AppHeaderRequiredError,
  AppHeaderUnavailableError,
  MalformedRequestError,
  UnexpectedError,
} from '../http/request/request-errors';

/** What several surfaces have. */
export const AcceptLanguage = () =>
  ApiHeader({
    name: 'Accept-Language',
    required: false,
    description: `Locale of the response (RFC 4647 lookup); one of ${SUPPORTED_LOCALES.join(', ')}`,
    schema: { type: 'string', maxLength: 1000, example: 'en-US' },
  });

export const RaisesAppErrors = () => [
  Raises(
    AppHeaderRequiredError,
    AppHeaderInvalidError,
    AppHeaderUnavailableError,
    MalformedRequestError,
    UnexpectedError,
  ),
];

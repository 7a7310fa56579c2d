import type { LoginIdentifierType } from './login-identifier';

const HIDDEN = '****';
/** Calling codes of one and two digits (ITU-T E.164); all others have three. */
const CALLING_CODE = /^\+(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;
/** From this length on a national number shows three digits at its start and four at its end. */
const LONG_NUMBER = 10;

/** As much of a login identifier as its owner needs to recognise it: `j***@example.com`, `+86 138****0000`. */
export function maskedIdentifier(type: LoginIdentifierType, value: string): string {
  return type === 'email' ? maskedEmail(value) : maskedMobile(value);
}

/** Always three stars, so that not even the length of the name is revealed. */
function maskedEmail(value: string): string {
  const at = value.lastIndexOf('@');
  return `${value.slice(0, 1)}***${value.slice(at)}`;
}

function maskedMobile(value: string): string {
  const [code = ''] = CALLING_CODE.exec(value) ?? [];
  const number = value.slice(code.length);
  const [first, last] = number.length >= LONG_NUMBER ? [3, 4] : [2, 2];
  return `${code} ${number.slice(0, first)}${HIDDEN}${number.slice(-last)}`;
}

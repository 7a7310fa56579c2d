import { domainToASCII } from 'node:url';
import { z } from 'zod';
import { list, url } from './values';

/** What may be typed as a domain: the conversion to ASCII parses a URL's host, which ends at `/` and decodes `%61`. */
const TYPED_DOMAIN = /^[a-z0-9.\u0080-\u{10ffff}-]+$/iu;
const DOMAIN = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

/** An address alone, or in brackets after a name. */
const SENDER = /^(?:[^<>\p{Cc}]*<([^<>]+)>|([^<>]+))$/u;
const ADDRESS = /^[^\s@<>,;:"()]+@[^\s@<>,;"()]+$/;

/** The variables about mail. */
export const MAIL_VARIABLES = {
  SMTP_URL: url(['smtp:', 'smtps:'], 'an SMTP URL, smtp://user:password@host:587').optional(),
  MAIL_FROM: z
    .string()
    .max(320, 'must have at most 320 characters')
    .refine((sender) => addressIn(sender) !== null, 'must be an address, alone or as AppKernel <no-reply@example.com>')
    .optional(),
  MAIL_FROM_DOMAINS: list(
    (domain) => asciiDomain(domain) !== null,
    'must be domains such as mail.example.com, separated by commas',
  ),
};

type MailEnvironment = z.infer<z.ZodObject<typeof MAIL_VARIABLES>>;

export interface MailSettings {
  /** Undefined only outside production: mails wait in the development outbox. */
  readonly smtpUrl: string | undefined;
  /** Who mails are from that belong to no App, as a header has it. */
  readonly from: string;
  /** The address of that. */
  readonly fromAddress: string;
  /** The domains of addresses that Apps may have instead, in ASCII and lower case. A subdomain is another domain. */
  readonly fromDomains: readonly string[];
}

export function mailSettings(env: MailEnvironment, publicBaseUrl: string): MailSettings {
  const from = env.MAIL_FROM ?? `AppKernel <no-reply@${new URL(publicBaseUrl).hostname}>`;
  const fromAddress = addressIn(from) ?? from;
  const typed = env.MAIL_FROM_DOMAINS.length > 0 ? env.MAIL_FROM_DOMAINS : [domainOf(fromAddress)];
  const fromDomains = new Set(typed.flatMap((domain) => asciiDomain(domain) ?? []));
  return { smtpUrl: env.SMTP_URL, from, fromAddress, fromDomains: [...fromDomains] };
}

/** The part of an address after the at sign. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

function addressIn(sender: string): string | null {
  const [, inBrackets, alone] = SENDER.exec(sender.trim()) ?? [];
  const address = (inBrackets ?? alone ?? '').trim();
  return ADDRESS.test(address) ? address : null;
}

/** As domains are compared; null if it is none. */
function asciiDomain(domain: string): string | null {
  if (!TYPED_DOMAIN.test(domain)) return null;
  const ascii = domainToASCII(domain.normalize('NFC')).toLowerCase();
  return DOMAIN.test(ascii) ? ascii : null;
}

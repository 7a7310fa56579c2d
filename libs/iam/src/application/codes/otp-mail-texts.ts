import type { MailTexts, SupportedLocale } from '@libs/kernel';
import type { OtpPurpose } from '../../domain/codes/otp';
import type { StepUpPurpose } from '../../domain/codes/step-up';
import { TEXTS } from '../../locales/texts';

/**
 * The texts of the mail with a code; null for those to sign in with, which are sent to mobiles only. Each names the act,
 * so that someone who is talked into passing a code on reads what it is for.
 */
export function otpMailTexts(
  { purpose, stepUpPurpose }: { purpose: OtpPurpose; stepUpPurpose: StepUpPurpose | null },
  locale: SupportedLocale,
): MailTexts | null {
  const { purposes, stepUpSubject, stepUpLeads, ...common } = TEXTS[locale].mails.codes;
  if (stepUpPurpose) return { ...common, subject: stepUpSubject, lead: stepUpLeads[stepUpPurpose] };
  const own = (purposes as Partial<Record<OtpPurpose, Pick<MailTexts, 'subject' | 'lead'>>>)[purpose];
  return own ? { ...common, ...own } : null;
}

import type { SupportedLocale } from '@libs/kernel';
import type { OtpPurpose } from '../../domain/codes/otp';
import type { StepUpPurpose } from '../../domain/codes/step-up';
import { TEXTS } from '../../locales/texts';

/** The text of the SMS with a code, which names the act, as its mail does. */
export function otpSmsText(
  { purpose, stepUpPurpose }: { purpose: OtpPurpose; stepUpPurpose: StepUpPurpose | null },
  locale: SupportedLocale,
  values: { readonly app: string; readonly code: string; readonly minutes: number },
): string {
  const act = stepUpPurpose ?? (purpose === 'step_up' ? null : purpose);
  if (act === null) throw new Error('A step-up needs an act');
  const { code, acts } = TEXTS[locale].sms;
  const filled: Readonly<Record<string, string | number>> = { ...values, act: acts[act] };
  return code.replace(/\{(\w+)\}/g, (_, name: string) => String(filled[name]));
}

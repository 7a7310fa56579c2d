import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@libs/iam';
import type { DomainError, SupportedLocale } from '@libs/kernel';
import { markup, type Markup } from '../http/answers/markup';
import { layout } from './layout';
import { TEXTS } from '../locales/texts';

export type PagePurpose = 'invitation' | 'password_reset';

/** The error messages of the two fields. */
export interface FormProblems {
  readonly password?: string;
  readonly repeat?: string;
}

interface PasswordForm {
  readonly purpose: PagePurpose;
  readonly tenantName: string;
  readonly token: string;
  readonly action: string;
}

/** The form that sets a password. It never contains what was typed before. */
export function formPage(locale: SupportedLocale, form: PasswordForm, problems: FormProblems = {}): string {
  const texts = TEXTS[locale].passwordPages;
  const { title, lead } = texts.purposes[form.purpose];
  const isWrong = problems.password !== undefined || problems.repeat !== undefined;
  const hint = filled(texts.hint, { min: String(PASSWORD_MIN_LENGTH), max: String(PASSWORD_MAX_LENGTH) });
  const content = markup`<h1>${title}</h1>
<p>${filled(lead, { tenant: markup`<strong>${form.tenantName}</strong>` })}</p>
${isWrong && alert(texts.notSet)}
<form method="post" action="${form.action}" novalidate>
<input type="hidden" name="token" value="${form.token}">
${field('password', texts.password, problems.password, { hint, hasFocus: problems.password !== undefined })}
${field('password_repeat', texts.repeat, problems.repeat, { hasFocus: isWrong && problems.password === undefined })}
<button type="submit">${texts.submit}</button>
</form>`;
  return layout(locale, isWrong ? `${texts.errorTitle}${title}` : title, content);
}

/** A password field with its label, hint and error. After an error the first wrong field has the focus. */
function field(
  name: string,
  label: string,
  problem: string | undefined,
  { hint, hasFocus }: { hint?: Markup; hasFocus: boolean },
): Markup {
  const isWrong = problem !== undefined;
  const describing = [isWrong && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(' ');
  return markup`<label for="${name}">${label}</label>
${hint !== undefined && markup`<p class="hint" id="${name}-hint">${hint}</p>`}
${isWrong && markup`<p class="error" id="${name}-error">${problem}</p>`}
<input id="${name}" name="${name}" type="password" autocomplete="new-password" autocapitalize="none" spellcheck="false"\
 required${describing !== '' && markup` aria-describedby="${describing}"`}\
${isWrong && markup` aria-invalid="true"`}${hasFocus && markup` autofocus`}>`;
}

interface NextSteps {
  /** The path of Swagger UI; null if it is not served. */
  readonly documentation: string | null;
  /** Null for the default tenant. */
  readonly tenantCode: string | null;
}

/** Says that the password is set, and what to do next, in words of somebody who knows no routes. */
export function donePage(locale: SupportedLocale, purpose: PagePurpose, steps: NextSteps): string {
  const texts = TEXTS[locale].passwordPages;
  const { doneTitle, doneLead } = texts.purposes[purpose];
  const { documentation, tenantCode } = steps;
  const content = markup`<h1>${doneTitle}</h1>
<p role="status">${doneLead}</p>
${tenantCode !== null && markup`<p>${filled(texts.tenant, { code: markup`<code>${tenantCode}</code>` })}</p>`}
<p>${texts.next}</p>
${documentation !== null && markup`<p class="hint"><a href="${documentation}">${texts.documentation}</a></p>`}`;
  return layout(locale, doneTitle, content);
}

/** One page for links that were used, have expired, were replaced or never existed: it does not say which. */
export function deadLinkPage(locale: SupportedLocale): string {
  const { deadTitle, deadLead, deadAdvice } = TEXTS[locale].passwordPages;
  return layout(
    locale,
    deadTitle,
    markup`<h1>${deadTitle}</h1>
${alert(deadLead)}
<p>${deadAdvice}</p>`,
  );
}

/** The page for any other error. */
export function problemPage(locale: SupportedLocale, error: DomainError, requestId: string): string {
  const { problemTitle, busy, again, requestId: label } = TEXTS[locale].passwordPages;
  const { kind } = error.definition;
  const reason = kind === 'too_many' || kind === 'unavailable' ? busy : error.detail(locale);
  return layout(
    locale,
    problemTitle,
    markup`<h1>${problemTitle}</h1>
${alert(reason)}
<p>${again}</p>
<p class="hint">${label} <code>${requestId}</code></p>`,
  );
}

function alert(text: string): Markup {
  return markup`<div role="alert"><p>${text}</p></div>`;
}

/** A text with its placeholders filled in. */
function filled(text: string, values: Readonly<Record<string, Markup | string>>): Markup {
  const parts = text.split(/\{(\w+)\}/).map((part, at) => markup`${(at % 2 === 1 && values[part]) || part}`);
  return markup`${parts}`;
}

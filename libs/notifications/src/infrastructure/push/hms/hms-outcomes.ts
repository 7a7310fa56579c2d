import type { OutgoingAnswer } from '@libs/foundation';
import type { PushOutcome } from '../../../domain/push/push-provider';
import { codeOf, configuration, defect, isObject, objectOf, retry, retryAfterSeconds } from '../common/push-answers';

const SENT = '80000000';
const SOME_TOKENS = '80100000';
const ALL_TOKENS = '80300007';
const STALE = ['80200001', '80200003', '80200005'];
const DEFECTS = ['80100001', '80100003', '80100016', '80300008', '80300010'];
const NO_PERMISSION = '80300002';
const INTERNAL = '81000001';

const BAD_TOKEN = /^(?:tokenFormatError|noRight|illegal_tokens)$/;
const BAD_ACCOUNT =
  /^(?:noPushTypeRight|appinfoError|disableSend\w*Penalty|tokenPlatformNotSupport|countryNotSupport)$/;

/** What Huawei made of a message to these tokens, in their order; `stale` where another access token may help. */
export function hmsOutcomes(answer: OutgoingAnswer, tokens: readonly string[]): PushOutcome[] | 'stale' {
  const { code: given, msg, requestId } = objectOf(answer.body);
  const code = codeOf(given);
  const all = (outcome: PushOutcome) => tokens.map(() => outcome);
  const sent: PushOutcome = { kind: 'sent', providerId: codeOf(requestId) || null };
  if (code === SENT) return all(sent);
  if (code === SOME_TOKENS || code === ALL_TOKENS) {
    const refused = refusedTokens(objectOf(msg));
    const otherwise: PushOutcome = code === SOME_TOKENS ? sent : { kind: 'drop_token', since: null, reason: code };
    return tokens.map((token) => {
      const reason = refused.get(token);
      return reason === undefined ? otherwise : refusal(reason, sent);
    });
  }
  if (STALE.includes(code) || answer.status === 401) return 'stale';
  if (DEFECTS.includes(code)) return all(defect(code));
  if (code === NO_PERMISSION || answer.status === 403 || answer.status === 404) {
    return all(configuration(code || String(answer.status)));
  }
  if (code === INTERNAL || answer.status >= 500 || answer.status === 429 || answer.status === 200) {
    return all(retry(code || `status ${answer.status}`, retryAfterSeconds(answer.headers)));
  }
  return all(defect(code || `status ${answer.status}`));
}

/** By reason in one protocol, without one in the other. */
function refusedTokens({
  illegalTokens,
  illegal_tokens: plain,
}: Readonly<Record<string, unknown>>): Map<string, string> {
  const byReason = isObject(illegalTokens) ? Object.entries(illegalTokens) : [];
  return new Map(
    [...byReason, ['illegal_tokens', plain] as const].flatMap(([reason, tokens]) =>
      (Array.isArray(tokens) ? tokens : []).map((token) => [String(token), reason] as const),
    ),
  );
}

function refusal(reason: string, sent: PushOutcome): PushOutcome {
  if (BAD_TOKEN.test(reason)) return { kind: 'drop_token', since: null, reason: codeOf(reason) };
  return BAD_ACCOUNT.test(reason) ? configuration(codeOf(reason)) : sent;
}

import { issueRefreshTokens } from '../data/members';
import { PASSWORD } from '../data/seed';
import { appHeaders, dataOf, JSON_BODY, type Suite } from './suite';

/** More would only wait longer: hashes are made one after the other. */
const LOGIN_CONNECTIONS = 4;
const LOGIN_WEIGHT = 100;

/** Who is told what in which form; the tokens themselves are new each time. */
function pair(body: string) {
  const data = dataOf(body);
  const { token_type, app_id, access_token, refresh_token } = data;
  return {
    fields: Object.keys(data),
    token_type,
    app_id,
    access: accessToken(String(access_token)),
    refresh: String(refresh_token).replaceAll(/[\w-]{43}$/g, '43 characters'),
  };
}

function accessToken(token: string) {
  const [header, payload] = token.split('.', 2).map((part) => {
    return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
  });
  const { iat, exp, iss, aud, sub, tid } = payload ?? {};
  return { header, fields: Object.keys(payload ?? {}), iss, aud, sub, tid, seconds: Number(exp) - Number(iat) };
}

export const login: Suite = {
  name: 'login',
  title: 'POST auth/login/password',
  writes: true,
  connections: LOGIN_CONNECTIONS,
  weight: LOGIN_WEIGHT,
  script: (stage) => ({
    requests: stage.population.members.map(({ email, deviceKey, address }) => ({
      method: 'POST',
      path: '/api/v1/auth/login/password',
      headers: { ...appHeaders(stage), ...JSON_BODY, 'X-AK-Device-Key': deviceKey, 'X-Forwarded-For': address },
      body: JSON.stringify({ email, password: PASSWORD }),
    })),
    status: 200,
  }),
  declared: pair,
};

export const refresh: Suite = {
  name: 'refresh',
  title: 'POST auth/token/refresh',
  writes: true,
  script: async (stage, side) => {
    const tokens = await issueRefreshTokens(stage.client, stage.population, `${side} ${Date.now()}`);
    return {
      requests: stage.population.members.map(({ address }, at) => ({
        method: 'POST',
        path: '/api/v1/auth/token/refresh',
        headers: { ...appHeaders(stage), ...JSON_BODY, 'X-Forwarded-For': address },
        body: JSON.stringify({ refresh_token: tokens[at] }),
      })),
      status: 200,
      followsRefreshTokens: true,
    };
  },
  declared: (body) => ({ ...pair(body), session_id: dataOf(body)['session_id'] }),
};

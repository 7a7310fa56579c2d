import type { KnownMember } from '../data/members';
import { appHeaders, bearerHeader, JSON_BODY, type Stage, type Suite } from './suite';

export function headersOf(stage: Stage, member: KnownMember): Record<string, string> {
  const { tenantId, appId } = stage.population;
  return { ...appHeaders(stage), ...bearerHeader(stage, { tenantId, appId, ...member }) };
}

export const me: Suite = {
  name: 'me',
  title: 'GET me',
  script: (stage) => ({
    requests: stage.population.members.map((member) => ({
      method: 'GET',
      path: '/api/v1/me',
      headers: headersOf(stage, member),
    })),
    status: 200,
  }),
};

export const preferences: Suite = {
  name: 'preferences',
  title: 'PATCH me/preferences',
  writes: true,
  script: (stage) => ({
    requests: stage.population.members.map((member, at) => ({
      method: 'PATCH',
      path: '/api/v1/me/preferences',
      headers: { ...headersOf(stage, member), ...JSON_BODY },
      body: JSON.stringify({
        time_zone: at % 2 === 0 ? 'Asia/Shanghai' : 'Asia/Tokyo',
        appearance: { theme: at % 2 === 0 ? 'dark' : 'light', font_scale: 1.2 },
      }),
    })),
    status: 200,
  }),
};

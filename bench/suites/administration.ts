import { bearerHeader, type Suite } from './suite';

const PAGES = 20;

export const adminList: Suite = {
  name: 'admin-list',
  title: 'GET admin members, 20 rows',
  script: (stage) => {
    const { tenantId, appId, administrators, members } = stage.population;
    const pages = Math.max(1, Math.min(PAGES, Math.floor(members.length / 20)));
    return {
      requests: administrators.map((administrator, at) => ({
        method: 'GET',
        path: `/admin-api/v1/apps/${appId}/members?page=${1 + (at % pages)}`,
        headers: bearerHeader(stage, { tenantId, appId: null, ...administrator }),
      })),
      status: 200,
    };
  },
};

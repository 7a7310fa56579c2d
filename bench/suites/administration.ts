import { bearerHeader, JSON_BODY, type Suite } from './suite';

const PAGES = 20;

export const adminList: Suite = {
  name: 'admin-list',
  title: 'GET admin members, 20 rows',
  weight: 4,
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

const DRAFT = {
  title: { 'zh-CN': '秋季菜单上线', 'en-US': 'The autumn menu is here' },
  body: { 'zh-CN': '来尝尝吧。'.repeat(20), 'en-US': 'Come and try it. '.repeat(20) },
  audience: { mode: 'all_members' },
  channels: ['in_app'],
  // Nobody is told of it while the bench runs.
  scheduled_at: '2100-01-01T00:00:00.000Z',
};

/** A row of its own, one in the table that is searched, and an audit record. */
export const adminWrite: Suite = {
  name: 'admin-write',
  title: 'POST admin notices',
  writes: true,
  isApiOnly: true,
  weight: 4,
  script: (stage) => {
    const { tenantId, appId, administrators } = stage.population;
    return {
      requests: administrators.map((administrator) => ({
        method: 'POST',
        path: `/admin-api/v1/apps/${appId}/notices`,
        headers: { ...bearerHeader(stage, { tenantId, appId: null, ...administrator }), ...JSON_BODY },
        body: JSON.stringify(DRAFT),
      })),
      status: 201,
    };
  },
};

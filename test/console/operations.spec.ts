import { readSources } from '../architecture/sources';
import { committedDocument } from '../support/openapi';

const PREFIX = '/admin-api/v1/';
const VIA_LINK = 'A browser loads it by a link that is asked for first, since a download carries no bearer token.';
const DOOR =
  'The page signs in by `/console/session`, where the refresh token is in a cookie that scripts cannot read.';
const LEGACY =
  'An older address of the releases of the default App, kept for its clients: the screens use the new one.';
const TWIN = 'The same as the GET without a body, for programs that ask whether there is something.';

/** Operations of administrators that no screen asks for, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  adminLogin: DOOR,
  adminLoginMfa: DOOR,
  adminLogout: DOOR,
  adminRefresh: DOOR,
  batchDeleteLegacyMobileReleases: LEGACY,
  createLegacyMobileRelease: LEGACY,
  deleteLegacyMobileRelease: LEGACY,
  downloadAdminFile: VIA_LINK,
  exportAdminMembers: VIA_LINK,
  exportAuditLogs: VIA_LINK,
  getLegacyMobileRelease: LEGACY,
  headDownloadAdminFile: TWIN,
  headExportAdminMembers: TWIN,
  headExportAuditLogs: TWIN,
  headGetAdminFileThumbnail: TWIN,
  listLegacyMobileReleases: LEGACY,
  publishLegacyMobileRelease: LEGACY,
  unpublishLegacyMobileRelease: LEGACY,
  updateLegacyMobileRelease: LEGACY,
};

/** What the console is made of, but for what is generated of the document itself. */
const program = readSources('apps/console/src/**/*.{ts,vue}')
  .filter(({ path }) => !path.endsWith('.d.ts'))
  .map(({ text }) => text)
  .join('\n');

const operations = Object.entries(committedDocument().paths)
  .filter(([path]) => path.startsWith(PREFIX))
  .flatMap(([, path]) => Object.values(path as Record<string, { readonly operationId?: string }>))
  .flatMap(({ operationId }) => operationId ?? []);

describe('The operations of administrators', () => {
  it('are all reached by some screen, but for those with a reason', () => {
    expect(operations.length).toBeGreaterThan(200);
    const named = new Set([...program.matchAll(/(['"`])(\w+)\1/g)].map(([, , name]) => name));
    const unreached = operations.filter((id) => !named.has(id)).sort();
    expect(unreached).toEqual(Object.keys(EXCEPTIONS).sort());
  });
});

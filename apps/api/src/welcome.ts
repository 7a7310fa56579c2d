import type { Config } from '@libs/foundation';
import type { Introduction } from './seed/seed';

/** What a newcomer needs, on the terminal. A generated password is shown here and nowhere else. */
export function welcome(config: Config, { appId, admin }: Introduction): string {
  const url = config.publicBaseUrl;
  const lines = [
    '',
    'AppKernel is ready.',
    '',
    ...(config.http.consoleEnabled ? [`  Console      ${url}/console/`] : []),
    `  API          ${url}/api/v1`,
    ...(config.http.swaggerEnabled ? [`  Swagger UI   ${url}/docs`, `  Guide        ${url}/docs/guide/`] : []),
    `  Default App  ${appId}`,
    ...(admin ? [`  Admin        ${admin.email}`, `  Password     ${admin.password}   (shown once)`] : []),
    '',
    'Try it:',
    '',
    `  curl -H 'X-AppID: ${appId}' ${url}/api/v1/public/config`,
    '',
    '',
  ];
  return lines.join('\n');
}

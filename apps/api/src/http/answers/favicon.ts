import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Express, Request, Response } from 'express';

/** A PNG of 32 by 32 pixels, in the form that every browser looks for. */
export const FAVICON_FILE = join(__dirname, 'assets', 'favicon.ico');

const FAVICON = readFileSync(FAVICON_FILE);

/** The icon as a data URL, for pages that load nothing. */
export const FAVICON_DATA = `data:image/vnd.microsoft.icon;base64,${FAVICON.toString('base64')}`;

/** Serves the icon at the path that browsers request for any content. */
export function serveFavicon(http: Express): void {
  http.get('/favicon.ico', (_request: Request, response: Response) => {
    response.setHeader('Cache-Control', 'public, max-age=86400');
    response.type('image/vnd.microsoft.icon').send(FAVICON);
  });
}

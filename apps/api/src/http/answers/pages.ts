import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Express, Request, Response } from 'express';

const FOR_GOOD = 'public, max-age=31536000, immutable';

/** A page of this service, with the files that it loads. */
export interface ServedPage {
  /** Its path, without a trailing slash. */
  readonly path: string;
  /** The HTML file. It refers to the files as `"assets/<name>"`. */
  readonly html: string;
  /** The files that it loads, by name. */
  readonly files: Readonly<Record<string, string>>;
  /** JSON that it loads, by name, made on the first request for the page. */
  readonly documents?: Readonly<Record<string, () => string>>;
  /** Finds the App to use when the URL names none. */
  readonly findApp: () => Promise<string | null>;
}

/** Serves the page, and its files under URLs with a hash of the content, so that browsers may cache them for ever. */
export function servePage(http: Express, page: ServedPage): void {
  const { path, files, documents = {} } = page;
  const html = readFileSync(page.html, 'utf8');
  const hashes = new Map(Object.entries(files).map(([name, file]) => [name, hashOf(readFileSync(file))]));
  const made = new Map<string, { hash: string; text: string }>();
  const documentOf = (name: string, make: () => string) => {
    const known = made.get(name);
    if (known) return known;
    const text = make();
    const document = { hash: hashOf(text), text };
    made.set(name, document);
    return document;
  };

  http.get(path, async (request: Request, response: Response) => {
    const [asked = '', query] = request.originalUrl.split('?');
    if (asked.endsWith('/')) {
      // Its links are relative, so that it also works behind a prefix.
      response.redirect(308, `../${basename(path)}${query === undefined ? '' : `?${query}`}`);
      return;
    }
    const all = new Map([
      ...hashes,
      ...Object.entries(documents).map(([name, make]) => [name, documentOf(name, make).hash] as const),
    ]);
    const app = await page.findApp();
    response
      .type('html')
      .send(
        html
          .replaceAll(
            /"assets\/([\w.-]+)"/g,
            (_, name: string) => `"${basename(path)}/assets/${all.get(name)}/${name}"`,
          )
          .replace('data-app=""', `data-app="${app ?? ''}"`),
      );
  });
  for (const [name, file] of Object.entries(files)) {
    http.get(`${path}/assets/${hashes.get(name)}/${name}`, (_request: Request, response: Response) => {
      response.setHeader('Cache-Control', FOR_GOOD);
      response.sendFile(basename(file), { root: dirname(file) });
    });
  }
  for (const [name, make] of Object.entries(documents)) {
    http.get(`${path}/assets/:hash/${name}`, (request: Request, response: Response, next: () => void) => {
      const { hash, text } = documentOf(name, make);
      if (request.params['hash'] !== hash) return next();
      response.setHeader('Cache-Control', FOR_GOOD);
      response.type('json').send(text);
    });
  }
}

function hashOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}

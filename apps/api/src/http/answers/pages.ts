import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Express, Request, Response } from 'express';

const FOR_GOOD = 'public, max-age=31536000, immutable';

/** A page of ours, with what it loads. */
export interface ServedPage {
  /** Where it is, without a slash at the end. */
  readonly path: string;
  /** The file of the page. It names what it loads by `"assets/<name>"`. */
  readonly html: string;
  /** The files that it loads, by their names. */
  readonly files: Readonly<Record<string, string>>;
  /** What it loads besides, by its name: JSON, made when the page is first asked for. */
  readonly documents?: Readonly<Record<string, () => string>>;
  /** The App that it is for where its URL names none. */
  readonly findApp: () => Promise<string | null>;
}

/** Serves the page, and what it loads under URLs with the hash of the content, so that browsers keep it for good. */
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

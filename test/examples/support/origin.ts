import { createServer, type IncomingMessage, request as ask, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.png': 'image/png',
};

/** Serves the files of a site from an origin of its own, and below `/api/` what an api does that is named later. */
export async function startOrigin() {
  let files: ReadonlyMap<string, Buffer> = new Map();
  let api = '';
  const server = createServer((request, response) => {
    const { url = '/' } = request;
    if (url.startsWith('/api/')) return pass(api, request, response);
    const name = new URL(url, 'http://site').pathname.slice(1) || 'index.html';
    const content = files.get(name);
    if (!content) return void response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream' }).end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serve: (given: ReadonlyMap<string, Buffer>, behind: string) => {
      files = given;
      api = behind;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function pass(api: string, request: IncomingMessage, response: ServerResponse): void {
  const { method, url, headers } = request;
  const onward = ask(api + url, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  request.pipe(onward);
}

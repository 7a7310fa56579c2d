import { dirname, join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { Express, NextFunction, Request, RequestHandler, Response } from 'express';
import { serveCaptchaPage } from '../captcha-page/captcha-page';
import { FAVICON_FILE } from '../http/answers/favicon';
import { servePage } from '../http/answers/pages';
import { createDocument } from './document';

/** Swagger UI brings its own scripts and styles and sets styles inline; nothing comes from anywhere else. */
const UI_CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
  "font-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const OWN = join(__dirname, 'assets');

/**
 * Serves the document and Swagger UI, with the assets from its package: it works without a network.
 *
 * @param findApp finds the App that pages use when none is named.
 */
export function serveDocumentation(app: NestExpressApplication, findApp: () => Promise<string | null>): void {
  app.use('/docs', (_request: Request, response: Response, next: NextFunction) => {
    response.setHeader('Content-Security-Policy', UI_CONTENT_SECURITY_POLICY);
    next();
  });
  let document: OpenAPIObject | undefined;
  const theDocument = () => (document ??= createDocument(app));
  const swaggerUi = dirname(require.resolve('swagger-ui-dist/package.json'));
  const http: Express = app.getHttpAdapter().getInstance();
  serveCaptchaPage(app, findApp);
  servePage(http, {
    path: '/docs',
    html: join(OWN, 'index.html'),
    files: {
      'favicon.ico': FAVICON_FILE,
      'swagger-ui.css': join(swaggerUi, 'swagger-ui.css'),
      'swagger-ui-bundle.js': join(swaggerUi, 'swagger-ui-bundle.js'),
      'page.css': join(OWN, 'page.css'),
      'page.js': join(OWN, 'page.js'),
    },
    documents: { 'openapi.json': () => JSON.stringify(theDocument()) },
    findApp,
  });
  for (const path of ['/docs/openapi.json', '/docs/openapi.yaml']) http.get(path, writtenOnce());
  SwaggerModule.setup('docs', app, theDocument, {
    ui: false,
    jsonDocumentUrl: 'docs/openapi.json',
    yamlDocumentUrl: 'docs/openapi.yaml',
  });
}

/** Caches the next handler's answer: serializing the document, above all as YAML, takes too long for each request. */
function writtenOnce(): RequestHandler {
  let kept: { readonly type: string; readonly text: string } | undefined;
  return (_request, response, next) => {
    if (kept) {
      response.type(kept.type).send(kept.text);
      return;
    }
    const send = response.send.bind(response);
    response.send = (text: string) => {
      if (response.statusCode === 200) kept = { type: response.get('Content-Type') ?? '', text };
      return send(text);
    };
    next();
  };
}

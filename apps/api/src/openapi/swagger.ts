import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import type { NextFunction, Request, Response } from 'express';
import { serveCaptchaPage } from '../captcha-page/captcha-page';
import { createDocument } from './document';

/** Swagger UI brings its own scripts and styles and sets styles inline; nothing comes from anywhere else. */
const UI_CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
  "font-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Serves the document and Swagger UI, with the assets of its package: it works without a network. */
export function serveDocumentation(app: NestExpressApplication): void {
  app.use('/docs', (_request: Request, response: Response, next: NextFunction) => {
    response.setHeader('Content-Security-Policy', UI_CONTENT_SECURITY_POLICY);
    next();
  });
  serveCaptchaPage(app);
  SwaggerModule.setup('docs', app, () => createDocument(app), {
    jsonDocumentUrl: 'docs/openapi.json',
    yamlDocumentUrl: 'docs/openapi.yaml',
    customSiteTitle: 'AppKernel API',
    swaggerOptions: { persistAuthorization: true, displayRequestDuration: true },
  });
}

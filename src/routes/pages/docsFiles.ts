// What /docs loads: Swagger UI as its package has it, its licences, and the script that starts it. All of it is part of the
// Worker, so that the page asks no other host.
import license from 'swagger-ui-dist/LICENSE?raw';
import notice from 'swagger-ui-dist/NOTICE?raw';
import { version } from 'swagger-ui-dist/package.json';
import swaggerUiStyle from 'swagger-ui-dist/swagger-ui.css?raw';
import swaggerUiScript from 'swagger-ui-dist/swagger-ui-bundle.js?raw';
import usedLicenses from 'swagger-ui-dist/swagger-ui-bundle.js.LICENSE.txt?raw';
import { z } from 'zod';
import { ok } from '../../errors.ts';
import { fileResponse, textResponse } from '../../http/answer.ts';
import { operation, type Operation } from '../../http/operation.ts';
import { DOCS_SCRIPT } from './docsScript.ts';

/** Stands in the addresses of the files of Swagger UI, so that a cache never serves those of another version. */
export const SWAGGER_UI_VERSION = version;

/** The files of /docs, one operation each. */
export const docsFileOperations: readonly Operation[] = [
  operation({
    method: 'get',
    path: '/docs/init.js',
    operationId: 'docsScript',
    tag: 'pages',
    access: 'open',
    summary: 'The script of the page of the API documents',
    description: 'Starts Swagger UI.',
    answers: { 200: { description: 'The script.', text: { 'text/javascript': "'use strict';" } } },
    faults: [],
    async handle(ctx) {
      return ok(textResponse(DOCS_SCRIPT, 'text/javascript', ctx.redactor));
    },
  }),
  swaggerUiFile('swaggerUiStyle', 'swagger-ui.css', 'text/css', 'The style of Swagger UI', swaggerUiStyle),
  swaggerUiFile('swaggerUiScript', 'swagger-ui-bundle.js', 'text/javascript', 'Swagger UI', swaggerUiScript),
  swaggerUiFile(
    'swaggerUiLicenses',
    'swagger-ui-bundle.js.LICENSE.txt',
    'text/plain',
    'The licences of Swagger UI and of what it contains',
    [notice, license, usedLicenses].join('\n\n'),
  ),
];

function swaggerUiFile(operationId: string, name: string, type: string, summary: string, text: string): Operation {
  return operation({
    method: 'get',
    path: `/docs/${name}`,
    operationId,
    tag: 'pages',
    access: 'open',
    summary,
    description: 'A file of the package swagger-ui-dist, as it is.',
    query: z.strictObject({
      v: z.string().max(32).optional().meta({ description: 'The version of Swagger UI: caches keep what is asked for by it.', example: '5.35.0' }),
    }),
    answers: { 200: { description: 'The file.', text: { [type]: '/* Swagger UI */' }, headers: ['cache-control'] } },
    faults: [],
    async handle(_, { query: { v } }) {
      // Another version is asked for while a new build goes out: what is answered then must not be kept for long.
      return ok(fileResponse(text, type, v === SWAGGER_UI_VERSION ? 'max-age=31536000, immutable' : 'max-age=60'));
    },
  });
}

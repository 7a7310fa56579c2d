// A gateway of SMS for trials: takes what the program sends with SMS_DRIVER=http, if its signature is right, and hands it
// to the mail catcher, where it is shown as a mail to <number>@sms.invalid.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

const { MAIL_CATCHER_URL, PORT = '8080', SMS_HTTP_SECRET_FILE } = process.env;
const secret = readFileSync(SMS_HTTP_SECRET_FILE, 'utf8').trim();
const TIMEOUT_MS = 5_000;

const server = createServer((request, response) => {
  answer(request).then(
    (status) => response.writeHead(status).end(),
    (error) => {
      process.stderr.write(`${error}\n`);
      response.writeHead(502).end();
    },
  );
});
server.listen(Number(PORT), () => process.stdout.write(`listening on ${server.address().port}\n`));
process.on('SIGTERM', () => process.exit(0));

async function answer(request) {
  const body = await buffer(request);
  if (!isSigned(body, request.headers['x-signature'])) return 401;
  const { to, template, params } = JSON.parse(body.toString());
  const { status } = await fetch(`${MAIL_CATCHER_URL}/api/v1/send`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      From: { Name: params.app_name, Email: 'sms@sms.invalid' },
      To: [{ Email: `${to.replace('+', '')}@sms.invalid` }],
      Subject: `SMS to ${to}: ${params.code ?? params.change ?? template}`,
      Text: JSON.stringify(params, null, 2),
    }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return status === 200 ? 204 : 502;
}

function isSigned(body, signature = '') {
  const right = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const given = Buffer.from(signature);
  return given.length === right.length && timingSafeEqual(given, right);
}

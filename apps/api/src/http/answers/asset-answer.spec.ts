import { once } from 'node:events';
import { createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { Response } from 'express';
import type { ApiRequest } from '../request/request';
import { sendImage } from './asset-answer';

const IMAGE = { sha256: 'a'.repeat(64), mediaType: 'image/png', sizeBytes: 5 };

describe('sendImage', () => {
  let server: Server;

  beforeEach(() => {
    server = createServer();
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  /** Serves the content, which is there when `open` says so, to one client. */
  const serve = async (content: Readable, open: (response: Response) => Promise<unknown>) => {
    const sent = new Promise<void>((resolve, reject) => {
      server.once('request', (request, bare) => {
        const response = bare as Response;
        sendImage(request as ApiRequest, response, IMAGE, () => open(response).then(() => content)).then(
          resolve,
          reject,
        );
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const client = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
    return { sent, client };
  };

  it('sends the whole content', async () => {
    const { sent, client } = await serve(Readable.from([Buffer.from('image')]), () => Promise.resolve());
    const [answer] = (await once(client, 'response')) as [Readable];
    expect(Buffer.concat(await answer.toArray()).toString()).toBe('image');
    await sent;
  });

  it.each(['left before the content was there', 'leaves while it is sent'])(
    'closes the content when its client %s',
    async (when) => {
      const content = new Readable({ read: () => undefined });
      const isBefore = when.startsWith('left');
      const { sent, client } = await serve(content, async (response) => {
        if (!isBefore) return;
        client.destroy();
        await once(response, 'close');
      });
      client.on('error', () => undefined);
      if (!isBefore) {
        content.push('im');
        await once(client, 'response');
        client.destroy();
      }
      await sent;
      expect(content.destroyed).toBe(true);
    },
  );
});

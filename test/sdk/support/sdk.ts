import { DevelopmentCaptchas } from '@libs/captcha';
import {
  type CaptchaChallenge,
  type CaptchaResponse,
  type Client,
  type ClientOptions,
  createClient,
  fetchTransport,
  memoryStorage,
  type Transport,
  type TransportRequest,
} from '../../../packages/sdk/src/index';
import type { TestApi } from '../../support/api';

/** A client of the App under test, as a program in Node has it. */
export function sdkClient(api: TestApi, options: Partial<ClientOptions> = {}): Client {
  return createClient({ baseUrl: api.url, appId: api.appId, storage: memoryStorage(), locale: 'en-US', ...options });
}

/** What has been sent, in order, by whatever is behind it. */
export function recording(behind: Transport = fetchTransport()) {
  const requests: TransportRequest[] = [];
  const transport: Transport = (request) => {
    requests.push(request);
    return behind(request);
  };
  const pathsOf = (method: string) =>
    requests.filter((request) => request.method === method).map(({ url }) => new URL(url).pathname);
  return { transport, requests, pathsOf };
}

/** What a person would answer to a challenge. */
export async function rightResponse(api: TestApi, challenge: CaptchaChallenge): Promise<CaptchaResponse> {
  const response = await api.get(DevelopmentCaptchas).rightResponse(challenge.captcha_id);
  if (!response) throw new Error('There is no such challenge');
  return response;
}

/** What a machine would answer, badly. */
export function wrongResponse({ type }: CaptchaChallenge): CaptchaResponse {
  const far = { x: -1_000, y: -1_000 };
  if (type === 'rotate') return { type, angle: 0 };
  return type === 'click' ? { type, points: [far, far, far] } : { type, point: far };
}

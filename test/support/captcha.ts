import { randomUUID } from 'node:crypto';
import { CaptchaChallengesService, CaptchaProofsService, type CaptchaScope } from '@libs/captcha';
import { type Database, Secrets } from '@libs/foundation';
import { newId } from '@libs/kernel';
import type { CaptchaAnswer, CaptchaResponse } from '../../libs/captcha/src/domain/answer';
import type { CaptchaChoice, CaptchaKind, ChallengeType } from '../../libs/captcha/src/domain/captcha';
import type { CaptchaProof } from '../../libs/captcha/src/domain/captcha-proof';
import { ChallengeRenderer, type RenderedChallenge } from '../../libs/captcha/src/domain/challenge-renderer';
import { CaptchaCounters } from '../../libs/captcha/src/infrastructure/captcha-counters';
import { ChallengeStore } from '../../libs/captcha/src/infrastructure/challenge-store';
import { ScopeKeys } from '../../libs/captcha/src/infrastructure/scope-keys';
import { createDataSource } from '../../libs/foundation/src/database/data-source';
import { Database as OwnDatabase } from '../../libs/foundation/src/database/database';
import type { TestApi } from './api';

const picture = { dataUrl: 'data:image/png;base64,AA==', width: 300, height: 220 };

const RENDERED: Readonly<Record<ChallengeType, RenderedChallenge>> = {
  click: {
    puzzle: { type: 'click', main: picture, prompt: picture, requiredPoints: 3 },
    answer: {
      type: 'click',
      targets: [
        { x: 40, y: 50, tolerance: 20 },
        { x: 140, y: 60, tolerance: 20 },
        { x: 240, y: 150, tolerance: 20 },
      ],
    },
  },
  slide: tile('slide'),
  drag: tile('drag'),
  rotate: {
    puzzle: { type: 'rotate', main: picture, thumb: picture },
    answer: { type: 'rotate', angle: 120, tolerance: 6 },
  },
};

/** The right response to a challenge of the type that the renderer below makes. */
export const RIGHT: Readonly<Record<ChallengeType, CaptchaResponse>> = {
  click: {
    type: 'click',
    points: [
      { x: 40, y: 50 },
      { x: 140, y: 60 },
      { x: 240, y: 150 },
    ],
  },
  slide: { type: 'slide', point: { x: 180, y: 40 } },
  drag: { type: 'drag', point: { x: 180, y: 40 } },
  rotate: { type: 'rotate', angle: 120 },
};

function tile(type: 'slide' | 'drag'): RenderedChallenge {
  const answer: CaptchaAnswer = { type, point: { x: 180, y: 40 }, tolerance: 5 };
  return { puzzle: { type, main: picture, tile: picture, initialPoint: { x: 10, y: 40 } }, answer };
}

/** Draws nothing, and records what it was asked for. */
export class PlainRenderer extends ChallengeRenderer {
  readonly asked: CaptchaKind[] = [];
  failure: Error | null = null;

  render(kind: CaptchaKind): Promise<RenderedChallenge> {
    this.asked.push(kind);
    return this.failure ? Promise.reject(this.failure) : Promise.resolve(RENDERED[kind.type]);
  }
}

const plain = new PlainRenderer();

/**
 * From now on an api draws none of its challenges, whose process and pictures cost more than all else about a code by
 * SMS. They are issued, kept, compared and used up as always.
 */
export function drawNothing(api: Pick<TestApi, 'get'>): void {
  api.get(ChallengeRenderer).render = (kind) => plain.render(kind);
}

export interface TestCaptcha {
  readonly renderer: PlainRenderer;
  readonly challenges: CaptchaChallengesService;
  readonly proofs: CaptchaProofsService;
  issue(scope: CaptchaScope, choice?: Partial<CaptchaChoice>): Promise<CaptchaProof>;
}

const SECRETS = [{ id: 'test', bytes: Buffer.alloc(32, 7) }];

/** The services of one process, except for the drawing. */
export function captchaOn(database: Database, secretKeys = SECRETS): TestCaptcha {
  const keys = new ScopeKeys(new Secrets(secretKeys));
  const counters = new CaptchaCounters(database, keys);
  const store = new ChallengeStore(database, keys);
  const renderer = new PlainRenderer();
  const challenges = new CaptchaChallengesService(database, counters, renderer, store);
  return {
    renderer,
    challenges,
    proofs: new CaptchaProofsService(database, counters, store, keys),
    issue: async (scope, { type = 'slide', level = 'standard', characters = 'hanzi' } = {}) => {
      const { id, token, puzzle } = await challenges.issue(scope, { type, level, characters }, 'zh-CN');
      return { id, token, response: RIGHT[puzzle.type] };
    },
  };
}

/** Another pool on the same database, as another process would have. */
export async function anotherPool(url: string): Promise<{ database: Database; close(): Promise<void> }> {
  const dataSource = await createDataSource(
    {
      url,
      poolSize: 10,
      acquireTimeoutMs: 20_000,
      preparedStatements: true,
      assumeApplicationRole: false,
      applicationName: 'appkernel-test',
      statementTimeoutMs: 10_000,
      queryTimeoutMs: 11_000,
    },
    [],
  ).initialize();
  return {
    database: new OwnDatabase(dataSource, { preparedStatements: true }),
    close: () => dataSource.destroy(),
  };
}

export function aScope(tenantId: string, given: Partial<CaptchaScope> = {}): CaptchaScope {
  return {
    tenantId,
    appId: newId(),
    scene: 'login',
    mobile: '+8613800138000',
    deviceKey: randomUUID(),
    addressKey: '203.0.113.7',
    sessionId: null,
    stepUp: null,
    ...given,
  };
}

import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { CaptchaAnswer, CaptchaResponse } from '../domain/answer';

/** Reveals the right answers, for automated tests of those who develop against this service. Development only. */
@Injectable()
export class DevelopmentCaptchas {
  constructor(private readonly database: Database) {}

  /** The response that solves the challenge; null for an unknown id. @param id a uuid. */
  async rightResponse(id: string): Promise<CaptchaResponse | null> {
    const [row] = await this.database.readAsSystem<{ answer: CaptchaAnswer }>(
      'SELECT answer FROM captcha_challenges WHERE id = $1',
      [id],
    );
    return row ? responseTo(row.answer) : null;
  }
}

function responseTo(answer: CaptchaAnswer): CaptchaResponse {
  switch (answer.type) {
    case 'click':
      return { type: 'click', points: answer.targets.map(({ x, y }) => ({ x, y })) };
    case 'slide':
    case 'drag':
      return { type: answer.type, point: answer.point };
    case 'rotate':
      return { type: 'rotate', angle: answer.angle };
  }
}

import type { CaptchaKind } from '../../domain/captcha';
import type { RenderedChallenge } from '../../domain/challenge-renderer';
import { Random } from '../../domain/random';
import { drawClick } from './click-drawing';
import { Lettering } from './lettering';
import { drawRotate } from './rotate-drawing';
import { Studio } from './studio';
import { drawTile } from './tile-drawing';

/** Draws challenges one after the other. */
export class Artist {
  private readonly studio: Studio;
  private readonly lettering = new Lettering();

  constructor(random = new Random()) {
    this.studio = new Studio(random);
  }

  draw({ type, level, characters }: CaptchaKind): RenderedChallenge {
    switch (type) {
      case 'click':
        return drawClick(this.studio, this.lettering, level, characters);
      case 'slide':
      case 'drag':
        return drawTile(this.studio, type, level);
      case 'rotate':
        return drawRotate(this.studio, level);
    }
  }
}

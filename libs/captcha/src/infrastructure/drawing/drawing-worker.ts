import type { CaptchaKind } from '../../domain/captcha';
import type { RenderedChallenge } from '../../domain/challenge-renderer';
import { Artist } from './artist';

/** The program of the process that DrawingProcess starts. */
const artist = new Artist();

export default function draw(kind: CaptchaKind): RenderedChallenge {
  return artist.draw(kind);
}

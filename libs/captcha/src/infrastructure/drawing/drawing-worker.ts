import type { CaptchaKind } from '../../domain/captcha';
import type { RenderedChallenge } from '../../domain/challenge-renderer';
import { Artist } from './artist';

/** The program of the thread that DrawingThread starts. */
const artist = new Artist();

export default function draw(kind: CaptchaKind): RenderedChallenge {
  return artist.draw(kind);
}

import type { OnApplicationShutdown } from '@nestjs/common';
import type { CaptchaKind } from '../domain/captcha';
import { ChallengeRenderer, type RenderedChallenge, RendererUnavailableError } from '../domain/challenge-renderer';
import type { DrawingProcess } from './drawing-process';

/** Ready challenges of one kind: 35 kB each. */
const QUEUE_LENGTH = 16;
const REFILL_BELOW = QUEUE_LENGTH / 2;
const WAIT_LIMIT_MS = 1_500;
const MAX_WAITERS = 64;

interface Waiter {
  give(challenge: RenderedChallenge): void;
  refuse(error: RendererUnavailableError): void;
}

interface Queue {
  readonly kind: CaptchaKind;
  readonly ready: RenderedChallenge[];
  readonly waiters: Waiter[];
  isFilling: boolean;
}

/**
 * Keeps some challenges of each requested kind ready, so that a request seldom waits for a drawing. Waiting requests
 * come before drawing in advance. After a failure nothing is drawn until the next request.
 */
export class QueuedChallengeRenderer extends ChallengeRenderer implements OnApplicationShutdown {
  private readonly queues = new Map<string, Queue>();
  private waiting = 0;
  private isDrawing = false;
  private isClosed = false;

  constructor(
    private readonly drawing: Pick<DrawingProcess, 'draw' | 'close'>,
    private readonly waitLimitMs = WAIT_LIMIT_MS,
  ) {
    super();
  }

  async render(kind: CaptchaKind): Promise<RenderedChallenge> {
    if (this.isClosed) throw new RendererUnavailableError('the server is shutting down');
    const queue = this.queueOf(kind);
    const ready = queue.ready.shift();
    if (queue.ready.length < REFILL_BELOW) queue.isFilling = true;
    if (!ready && this.waiting >= MAX_WAITERS) throw new RendererUnavailableError('too many requests wait already');
    const challenge = ready ?? this.waitIn(queue);
    void this.drawWhatIsWanted();
    return challenge;
  }

  async onApplicationShutdown(): Promise<void> {
    this.isClosed = true;
    this.giveUp(new RendererUnavailableError('the server is shutting down'));
    await this.drawing.close();
  }

  private queueOf({ type, level, characters }: CaptchaKind): Queue {
    // Only click shows characters.
    const key = type === 'click' ? `${type} ${level} ${characters}` : `${type} ${level}`;
    const known = this.queues.get(key);
    if (known) return known;
    const queue: Queue = { kind: { type, level, characters }, ready: [], waiters: [], isFilling: false };
    this.queues.set(key, queue);
    return queue;
  }

  private waitIn(queue: Queue): Promise<RenderedChallenge> {
    this.waiting++;
    return new Promise<RenderedChallenge>((resolve, reject) => {
      const waiter: Waiter = { give: resolve, refuse: reject };
      const timer = setTimeout(() => {
        queue.waiters.splice(queue.waiters.indexOf(waiter), 1);
        reject(new RendererUnavailableError('drawing one takes too long'));
      }, this.waitLimitMs);
      waiter.give = (challenge) => {
        clearTimeout(timer);
        resolve(challenge);
      };
      waiter.refuse = (error) => {
        clearTimeout(timer);
        reject(error);
      };
      queue.waiters.push(waiter);
    }).finally(() => this.waiting--);
  }

  private async drawWhatIsWanted(): Promise<void> {
    if (this.isDrawing) return;
    this.isDrawing = true;
    try {
      for (let queue = this.nextQueue(); queue && !this.isClosed; queue = this.nextQueue()) {
        const challenge = await this.drawing.draw(queue.kind);
        const waiter = queue.waiters.shift();
        if (waiter) waiter.give(challenge);
        else queue.ready.push(challenge);
        if (queue.ready.length >= QUEUE_LENGTH) queue.isFilling = false;
      }
    } catch (error) {
      this.giveUp(new RendererUnavailableError('drawing failed', { cause: error }));
    } finally {
      this.isDrawing = false;
    }
  }

  /** The queue with the most waiting requests, otherwise the shortest of those that are being filled. */
  private nextQueue(): Queue | undefined {
    const wanted = [...this.queues.values()].filter(({ waiters, isFilling }) => waiters.length > 0 || isFilling);
    return wanted.sort((a, b) => b.waiters.length - a.waiters.length || a.ready.length - b.ready.length)[0];
  }

  private giveUp(error: RendererUnavailableError): void {
    for (const queue of this.queues.values()) {
      queue.isFilling = false;
      for (const waiter of queue.waiters.splice(0)) waiter.refuse(error);
    }
  }
}

import type { IncomingHttpHeaders } from 'node:http';
import { type INestApplication, Injectable, type Type } from '@nestjs/common';
import {
  EXCEPTION_FILTERS_METADATA,
  GUARDS_METADATA,
  INTERCEPTORS_METADATA,
  PIPES_METADATA,
} from '@nestjs/common/constants';
import type { AppSnapshot } from '@libs/apps';
import { isUuid, negotiateLocale, type SupportedLocale } from '@libs/kernel';
import { AppGuard } from '../auth/app.guard';
import type { CachedAnswer } from '../http/answers/cached-answer';
import { type Route, routesOf } from './routes';

const KNOWN_ANSWER = 'appkernel:known-answer';
const MUST_BE_ABSENT = [INTERCEPTORS_METADATA, PIPES_METADATA, EXCEPTION_FILTERS_METADATA];

/** A request for an App that is available. */
export interface KnownQuestion {
  readonly app: AppSnapshot;
  readonly locale: SupportedLocale;
  /** The query as sent, without the question mark. */
  readonly search: string;
  readonly headers: IncomingHttpHeaders;
}

/** After null or an exception the route itself answers. */
type FindKnown = (question: KnownQuestion) => CachedAnswer | null;

export interface KnownAnswer {
  readonly path: string;
  readonly app: AppSnapshot;
  readonly answer: CachedAnswer;
}

/**
 * Declares a method of the same controller that returns the answer of the route, the same as its handler would send, if
 * everything that it depends on is in memory.
 */
export function AnsweredFromMemory<Name extends string>(name: Name) {
  return (controller: Record<Name, FindKnown>, _handler: string, descriptor: PropertyDescriptor): void => {
    Reflect.defineMetadata(KNOWN_ANSWER, controller[name], descriptor.value as object);
  };
}

/** Answers from memory, without the database and the steps of a route, whose checks are known to pass. */
@Injectable()
export class KnownAnswers {
  private readonly routes = new Map<string, FindKnown>();

  constructor(private readonly apps: AppGuard) {}

  /** Collects the declared routes. @throws Error for a route with a step that would be skipped. */
  collect(app: INestApplication): void {
    for (const route of routesOf(app)) {
      const find = Reflect.getMetadata(KNOWN_ANSWER, route.handler) as FindKnown | undefined;
      if (!find) continue;
      expectPlain(route);
      this.routes.set(route.path, find.bind(app.get<object>(route.controller, { strict: false })));
    }
  }

  /** The answer of `GET` on the path, if it is known. */
  find(path: string, search: string, headers: IncomingHttpHeaders): KnownAnswer | null {
    const find = this.routes.get(path);
    const id = headers['x-appid'];
    const app = find && isUuid(id) && this.apps.knownAvailable(id.toLowerCase());
    if (!app) return null;
    const locale = negotiateLocale(headers['accept-language'], app.supportedLocales, app.defaultLocale);
    const answer = answerOf(find, { app, locale, search, headers });
    return answer && { path, app, answer };
  }
}

/** A refusal is left to the route. */
function answerOf(find: FindKnown, question: KnownQuestion): CachedAnswer | null {
  try {
    return find(question);
  } catch {
    return null;
  }
}

function expectPlain({ method, path, controller, handler }: Route): void {
  const guards = [controller, handler].flatMap(
    (place) => (Reflect.getMetadata(GUARDS_METADATA, place) ?? []) as Type[],
  );
  const steps = MUST_BE_ABSENT.filter((step) =>
    [controller, handler].some((place) => Reflect.hasMetadata(step, place)),
  );
  const isPlain = method === 'get' && !path.includes('{') && guards.length === 1 && guards[0] === AppGuard;
  if (!isPlain || steps.length > 0) throw new Error(`${path} cannot be answered from memory: it has steps of its own`);
}

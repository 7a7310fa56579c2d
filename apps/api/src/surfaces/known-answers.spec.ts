import { Get, type INestApplication, type Type, UseGuards } from '@nestjs/common';
import type { AppSnapshot } from '@libs/apps';
import { ResourceNotFoundError } from '@libs/kernel';
import type { AppGuard } from '../auth/app.guard';
import { type CachedAnswer, cachedAnswer } from '../http/answers/cached-answer';
import { AuthRateLimitGuard } from '../rate-limits/rate-limit.guards';
import { AnsweredFromMemory, KnownAnswers, type KnownQuestion } from './known-answers';
import { AnonymousMobileController, MobileController, OpenController, PublicController } from './surfaces';

const APP = { id: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901', supportedLocales: ['en-US'], defaultLocale: 'en-US' };
const HEADERS = { 'x-appid': APP.id.toUpperCase() };

class Thing {
  @Get()
  @AnsweredFromMemory('known')
  get(): void {}

  known({ locale, search }: KnownQuestion): CachedAnswer | null {
    if (search === 'refused') throw new ResourceNotFoundError();
    return search === 'unknown' ? null : cachedAnswer(search, locale, 60);
  }
}

@PublicController('thing', 'Apps')
class PublicThing extends Thing {}

@OpenController('thing', 'Apps')
class OpenThing extends Thing {}

@MobileController('thing', 'Apps')
class MembersThing extends Thing {}

@AnonymousMobileController('thing', 'Apps')
class CountedThing extends Thing {}

@PublicController('thing', 'Apps')
class GuardedThing {
  @Get()
  @UseGuards(AuthRateLimitGuard)
  @AnsweredFromMemory('known')
  get(): void {}

  known(): null {
    return null;
  }
}

@PublicController('thing', 'Apps')
class NamedThing {
  @Get(':id')
  @AnsweredFromMemory('known')
  get(): void {}

  known(): null {
    return null;
  }
}

/** An application of these controllers, complete enough to list its routes. */
function applicationOf(...controllers: Type[]): INestApplication {
  const module = { controllers: new Map(controllers.map((metatype) => [metatype, { metatype }])) };
  return {
    get: (token: Type) => (controllers.includes(token) ? new token() : new Map([['module', module]])),
  } as unknown as INestApplication;
}

function answersOf(controller: Type): KnownAnswers {
  const guard = { knownAvailable: (id: string) => (id === APP.id ? (APP as unknown as AppSnapshot) : null) };
  const answers = new KnownAnswers(guard as AppGuard);
  answers.collect(applicationOf(controller));
  return answers;
}

describe('KnownAnswers', () => {
  it('gives what the controller knows of the App', () => {
    const found = answersOf(PublicThing).find('/api/v1/public/thing', 'x=1', HEADERS);
    expect(found).toMatchObject({ path: '/api/v1/public/thing', app: APP, answer: { locale: 'en-US' } });
    expect(found?.answer.body.toString()).toBe('{"data":"x=1"}');
  });

  it.each([
    ['another path', '/api/v1/public/other', '', HEADERS],
    ['no App', '/api/v1/public/thing', '', {}],
    ['an App that is not in memory', '/api/v1/public/thing', '', { 'x-appid': APP.id.replace('0', '1') }],
    ['an id that is none', '/api/v1/public/thing', '', { 'x-appid': 'thing' }],
    ['what the controller does not know', '/api/v1/public/thing', 'unknown', HEADERS],
    ['what it refuses', '/api/v1/public/thing', 'refused', HEADERS],
  ])('says nothing of %s', (_, path, search, headers) => {
    expect(answersOf(PublicThing).find(path, search, headers)).toBeNull();
  });

  it.each([
    ['that asks for a member', MembersThing],
    ['that is counted', CountedThing],
    ['with a guard that leaves out the App', OpenThing],
    ['with a guard of its own', GuardedThing],
    ['with a parameter', NamedThing],
  ])('refuses a route %s, as its steps would be left out', (_, controller) => {
    expect(() => answersOf(controller)).toThrow('cannot be answered from memory: it has steps of its own');
  });
});

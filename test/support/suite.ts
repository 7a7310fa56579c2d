import { startTestApi, type TestApi } from './api';
import {
  copyTemplate,
  createTestDatabase,
  type RegionsWanted,
  type TestDatabase,
  type TestDatabaseUrls,
} from './database';

/**
 * Heads of suites: what all tests of a block share, made by a hook before them and closed by one after them. Until then
 * the object is empty, so it is for tests and hooks, not for what is read while they are declared.
 */

/** What is made before the tests of the block: an object of closures, since a class would get lost. */
export function beforeTests<Made extends object>(make: () => Promise<Made>): Made {
  const made = {} as Made;
  beforeAll(async () => {
    Object.assign(made, await make());
  });
  return made;
}

/** An api on a database of its own. */
export function suiteApi(environment: Readonly<Record<string, string>> = {}, options: RegionsWanted = {}): TestApi {
  const api = beforeTests(() => startTestApi(environment, undefined, options));
  afterAll(() => api.close());
  return api;
}

/** For suites below HTTP. */
export function suiteDatabase(options: RegionsWanted = {}): TestDatabase {
  const database = beforeTests(() => createTestDatabase(options));
  afterAll(() => database.close());
  return database;
}

/** For suites that start processes, or several apis, on one database. */
export function suiteUrls(options: RegionsWanted = {}): TestDatabaseUrls {
  const urls = beforeTests(() => copyTemplate(options));
  afterAll(() => urls.drop());
  return urls;
}

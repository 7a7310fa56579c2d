import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { prepareDatabase } from './data/database';
import { keyPairOf, loadKeys, type StoredKeys } from './data/keys';
import { loadPopulation } from './data/members';
import { Tokens } from './data/tokens';
import { LoadGenerator } from './load/generator';
import type { Options } from './options';
import { type ApiOptions, startApi } from './programs/api';
import { startFloor } from './programs/floor';
import { type RunningPooler, startPgBouncer } from './programs/pgbouncer';
import { type PostgresServer, startPostgres } from './programs/postgres';
import type { RunningServer } from './programs/server';
import type { Stage } from './suites/suite';

/** A database with the servers on it. */
export interface Ground {
  readonly members: number;
  readonly database: string;
  readonly stage: Stage;
  readonly api: RunningServer;
  readonly floor: RunningServer;
}

/** PostgreSQL with its databases, and the servers that are measured on them. */
export class Arena {
  private readonly generators: LoadGenerator[] = [];
  private readonly toClose: (() => Promise<unknown>)[] = [];

  private constructor(
    readonly postgres: PostgresServer,
    private readonly directory: string,
    private readonly keys: StoredKeys,
    private readonly active: number,
  ) {
    this.toClose.push(() => postgres.stop());
  }

  static async open({ directory, databaseUrl, active }: Options): Promise<Arena> {
    mkdirSync(join(directory, 'data'), { recursive: true });
    const keys = loadKeys(directory);
    return new Arena(await startPostgres(directory, databaseUrl, keys), directory, keys, active);
  }

  /** One of the processes that generate load, which are used over and over. */
  generator(place: number): LoadGenerator {
    const known = this.generators[place];
    if (known) return known;
    const generator = new LoadGenerator();
    this.toClose.push(() => generator.stop());
    return (this.generators[place] = generator);
  }

  /** Whatever was started ends, the last first. */
  async close(): Promise<void> {
    for (const close of this.toClose.splice(0).reverse()) await close();
  }

  /** The database with so many members, made at the first time. @returns its name. */
  database(members: number): Promise<string> {
    const say = (what: string) => console.log(`… ${what}`);
    return prepareDatabase({ ...this.surroundings(), say }, members);
  }

  async api(database: string, more: Pick<ApiOptions, 'flags' | 'environment' | 'place'> = {}): Promise<RunningServer> {
    const api = await startApi({ ...this.surroundings(), database, ...more });
    this.toClose.push(() => api.stop());
    return api;
  }

  async pooler(): Promise<RunningPooler> {
    const pooler = await startPgBouncer(this.postgres);
    this.toClose.push(() => pooler.stop());
    return pooler;
  }

  /** Both servers on a database. The floor gets the configuration as the api answers it. */
  async ground(members: number): Promise<Ground> {
    const database = await this.database(members);
    const api = await this.api(database);
    const { stage, configuration } = await this.stage(members, database, api);
    const floor = await startFloor(this.directory, {
      databaseUrl: this.postgres.urlOf('superuser', database),
      keys: this.keys,
      configuration,
    });
    this.toClose.push(() => floor.stop());
    return { members, database, stage, api, floor };
  }

  async stage(members: number, database: string, api: RunningServer) {
    const client = new pg.Client({ connectionString: this.postgres.urlOf('superuser', database) });
    await client.connect();
    this.toClose.push(() => client.end());
    const population = await loadPopulation(client, members, this.active);
    const answer = await fetch(`${api.url}/api/v1/public/config`, {
      headers: { 'X-AppID': population.appId, 'Accept-Language': 'zh-CN' },
    });
    const configuration = { body: await answer.text(), etag: answer.headers.get('etag') ?? '' };
    const tokens = new Tokens(keyPairOf(this.keys));
    const stage: Stage = { population, tokens, client, configurationEtag: configuration.etag };
    return { stage, configuration };
  }

  private surroundings() {
    return { directory: this.directory, postgres: this.postgres, keys: this.keys };
  }
}

import { Injectable } from '@nestjs/common';
import { ManagedApps } from '@libs/apps';
import { AuditTrail, SystemAudit, Transactions } from '@libs/kernel';
import { Repetitions } from '../../domain/imports/repetitions';
import type { Permission } from '../../domain/roles/permissions';
import { ImportedUsers } from '../../infrastructure/imports/imported-users';
import { PasswordHasher } from '../../infrastructure/passwords/password-hasher';
import { MemberInsertion, type NewMember } from './member-insertion';
import {
  type Candidate,
  candidateOf,
  claimsOf,
  isRepeated,
  keyOf,
  skipped,
  type UniIdImportOptions,
  type UniIdResult,
} from './uni-id-import';

const ACTION: Permission = 'members.write';
const JOB = 'admin import-uni-id';
const MOST_KNOWN_APPS = 1_000;
/** Of one hash, for an estimate. */
const MEASURED_HASHES = 3;

type Results = Map<Candidate, UniIdResult>;

interface Plan {
  readonly candidate: Candidate;
  readonly appIds: readonly string[];
}

const NOTHING: Results = new Map();

/** Makes members of the users that a uni-id has exported. */
@Injectable()
export class UniIdImportService {
  constructor(
    private readonly transactions: Transactions,
    private readonly systemAudit: SystemAudit,
    private readonly audit: AuditTrail,
    private readonly apps: ManagedApps,
    private readonly imported: ImportedUsers,
    private readonly insertion: MemberInsertion,
    private readonly hasher: PasswordHasher,
  ) {}

  /** Every record is surveyed, then every record is taken. */
  begin(options: UniIdImportOptions): UniIdImport {
    return new UniIdImport(options, this);
  }

  /** How long a core works for one password. */
  async secondsOfPassword(): Promise<number> {
    const startedAt = performance.now();
    for (let at = 0; at < MEASURED_HASHES; at++) {
      await this.hasher.wrap({ scheme: 'uni-id-hmac-sha1', key: 'measured', digest: '' });
    }
    return (performance.now() - startedAt) / 1_000 / MEASURED_HASHES;
  }

  /** The id of the tenant's App with the id at DCloud; null if there is none. */
  async findApp(tenantId: string, dcloudAppid: string): Promise<string | null> {
    const app = await this.apps.findAnywhere({ dcloudAppid });
    return app?.tenantId === tenantId ? app.id : null;
  }

  /** What stands in the way of candidates. */
  async obstacles(tenantId: string, candidates: readonly Candidate[]): Promise<Results> {
    const existing = await this.imported.existing(
      tenantId,
      candidates.map(({ id }) => id),
    );
    const identifiers = candidates.flatMap((candidate) => candidate.identifiers.map((one) => ({ candidate, ...one })));
    const proven = await this.imported.proven(tenantId, identifiers);
    const rivals = new Set([...proven].map((at) => identifiers[at]?.candidate));
    const results: Results = new Map();
    for (const candidate of candidates) {
      if (existing.has(candidate.id)) results.set(candidate, resultOf(candidate, 'unchanged'));
      else if (rivals.has(candidate)) results.set(candidate, skipped('identifier_taken', about(candidate)));
    }
    return results;
  }

  /** Hashes and inserts, all of them in one transaction with its audit record. */
  async insert({ tenantId, runId, threads }: UniIdImportOptions, plans: readonly Plan[]): Promise<Results> {
    const members = await mapInParallel(plans, threads, async ({ candidate, appIds }) => {
      const { id, from, identifiers, password } = candidate;
      const passwordHash = password && (await this.hasher.wrap(password));
      const member: NewMember = { tenantId, id, from, identifiers, appIds, passwordHash };
      return { candidate, member };
    });
    const job = { tenantId, action: ACTION, name: JOB, id: runId };
    return this.systemAudit.perform(job, () =>
      this.transactions.run(tenantId, async () => {
        await this.imported.lock(tenantId);
        // Another import may have been faster.
        const present = await this.imported.existing(
          tenantId,
          members.map(({ member }) => member.id),
        );
        const now = await this.transactions.now();
        const results: Results = new Map();
        let imported = 0;
        for (const { candidate, member } of members) {
          if (present.has(member.id)) results.set(candidate, resultOf(candidate, 'unchanged'));
          else if (await this.insertion.insert(member, now)) {
            present.add(member.id);
            imported++;
            results.set(candidate, resultOf(candidate, 'created'));
          } else results.set(candidate, skipped('identifier_taken', about(candidate)));
        }
        if (imported > 0) {
          const after = { source: 'uni-id', imported };
          this.audit.record({ resourceType: 'member', resourceId: null, before: null, after });
        }
        return results;
      }),
    );
  }
}

/** One run. */
export class UniIdImport {
  private readonly repetitions = new Repetitions();
  private readonly knownApps = new Map<string, string | null>();

  constructor(
    private readonly options: UniIdImportOptions,
    private readonly service: UniIdImportService,
  ) {}

  /** Remembers who signs in by what, for an address of two users is nobody's. */
  survey(value: unknown): void {
    for (const identifier of claimsOf(value, new Date())) this.repetitions.add(keyOf(identifier));
  }

  endSurvey(): void {
    this.repetitions.close();
  }

  /** @returns the results in the order of the records. */
  async take(values: readonly unknown[]): Promise<UniIdResult[]> {
    const { tenantId, isDryRun } = this.options;
    const now = new Date();
    const read = values.map((value) => this.expectAlone(candidateOf(value, this.options, now)));
    const candidates = read.filter((one): one is Candidate => !('outcome' in one));
    const results = await this.service.obstacles(tenantId, candidates);
    const plans: Plan[] = [];
    for (const candidate of candidates) {
      if (results.has(candidate)) continue;
      const appIds = await this.appIdsOf(candidate);
      if (appIds.length === 0) results.set(candidate, skipped('no_app', about(candidate)));
      else if (isDryRun) results.set(candidate, resultOf(candidate, 'created'));
      else plans.push({ candidate, appIds });
    }
    const inserted = plans.length > 0 ? await this.service.insert(this.options, plans) : NOTHING;
    return read.flatMap((one) => ('outcome' in one ? one : (results.get(one) ?? inserted.get(one) ?? [])));
  }

  private expectAlone(read: Candidate | UniIdResult): Candidate | UniIdResult {
    if ('outcome' in read || !isRepeated(read, this.repetitions)) return read;
    return skipped('identifier_repeated', about(read));
  }

  private async appIdsOf({ from }: Candidate): Promise<string[]> {
    const { appOfAll } = this.options;
    if (from.appids === null) return appOfAll === null ? [] : [appOfAll];
    const found = new Set<string>();
    for (const appid of from.appids) {
      const id = await this.findApp(appid);
      if (id !== null) found.add(id);
    }
    return [...found];
  }

  private async findApp(appid: string): Promise<string | null> {
    const known = this.knownApps.get(appid);
    if (known !== undefined) return known;
    if (this.knownApps.size >= MOST_KNOWN_APPS) this.knownApps.clear();
    const found = await this.service.findApp(this.options.tenantId, appid);
    this.knownApps.set(appid, found);
    return found;
  }
}

function about({ from: { sourceId }, leftOut }: Candidate): Pick<UniIdResult, 'sourceId' | 'leftOut'> {
  return { sourceId, leftOut };
}

function resultOf(candidate: Candidate, outcome: 'created' | 'unchanged'): UniIdResult {
  const { id: userId, password } = candidate;
  return { ...about(candidate), userId, outcome, reason: null, hasPassword: password !== null };
}

/** @returns the results in the order of the items. */
async function mapInParallel<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length);
  const places = items.entries();
  const workers = Array.from({ length: Math.min(atOnce, items.length) }, async () => {
    for (const [at, item] of places) results[at] = await work(item);
  });
  await Promise.all(workers);
  return results;
}

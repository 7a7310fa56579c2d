import { type Changes, newId, type SettingsChanges, ValidationFailedError } from '@libs/kernel';
import { IamStateError } from '../accounts/accounts.errors';
import type { ApiClientScope } from './api-client-scopes';

export const API_CLIENT_STATUSES = ['active', 'disabled'] as const;
export type ApiClientStatus = (typeof API_CLIENT_STATUSES)[number];

/** The limit per tenant. */
export const MAX_API_CLIENTS = 100;
export const MAX_ALLOWED_CIDRS = 50;

export const MAX_OVERLAP_SECONDS = 86_400;

const LAST_YEAR = 9999;

/** What administrators say about a client. */
interface IndispensableSettings {
  readonly name: string;
  readonly scopes: readonly ApiClientScope[];
}

interface OptionalSettings {
  readonly description: string | null;
  /** In canonical spelling. From anywhere when it is empty. */
  readonly allowedCidrs: readonly string[];
  /** Null for never. */
  readonly expiresAt: Date | null;
}

/** Undefined fields stay as they are, null resets to the default. */
export type ApiClientChanges = Changes<IndispensableSettings> & SettingsChanges<OptionalSettings>;
export type NewApiClient = IndispensableSettings & SettingsChanges<OptionalSettings>;

const INITIALLY: OptionalSettings = { description: null, allowedCidrs: [], expiresAt: null };

/** A program that acts for the tenant. */
export class ApiClient implements IndispensableSettings, OptionalSettings {
  readonly tenantId: string;
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly scopes: readonly ApiClientScope[];
  readonly allowedCidrs: readonly string[];
  readonly expiresAt: Date | null;
  readonly status: ApiClientStatus;
  /** Tokens tell which it was when they were issued: once it is another, they are worthless. */
  readonly tokensSince: Date;
  readonly createdBy: string | null;
  readonly lockVersion: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;

  /** @throws ValidationFailedError when it would have expired already. */
  constructor(tenantId: string, { name, scopes, ...settings }: NewApiClient, createdBy: string, now: Date) {
    const { description, allowedCidrs, expiresAt } = settings;
    expectExpiry(expiresAt ?? null, now);
    this.tenantId = tenantId;
    this.id = newId();
    this.name = name;
    this.description = description ?? INITIALLY.description;
    this.scopes = scopes;
    this.allowedCidrs = allowedCidrs ?? INITIALLY.allowedCidrs;
    this.expiresAt = expiresAt ?? INITIALLY.expiresAt;
    this.status = 'active';
    this.tokensSince = now;
    this.createdBy = createdBy;
    this.lockVersion = 1;
    this.createdAt = now;
    this.updatedAt = now;
  }

  /** Whether whoever has its secret could use it for longer, or from elsewhere. */
  isExtendedBy({ expiresAt, allowedCidrs }: ApiClientChanges): boolean {
    const present = this.expiresAt;
    const isLonger = present !== null && (expiresAt === null || (expiresAt !== undefined && expiresAt > present));
    const cidrs = chosen(allowedCidrs, this.allowedCidrs, INITIALLY.allowedCidrs);
    const isNarrower = cidrs.length > 0 && cidrs.every((cidr) => this.allowedCidrs.includes(cidr));
    return isLonger || (this.allowedCidrs.length > 0 && !isNarrower);
  }

  /** @throws ValidationFailedError when it would have expired already; a time that does not change may have passed. */
  update({ name, scopes, description, allowedCidrs, expiresAt }: ApiClientChanges, now: Date): void {
    const isMoved = expiresAt !== undefined && expiresAt?.getTime() !== this.expiresAt?.getTime();
    if (isMoved) expectExpiry(expiresAt, now);
    this.change(
      {
        name: name ?? this.name,
        scopes: scopes ?? this.scopes,
        description: chosen(description, this.description, INITIALLY.description),
        allowedCidrs: chosen(allowedCidrs, this.allowedCidrs, INITIALLY.allowedCidrs),
        expiresAt: chosen(expiresAt, this.expiresAt, INITIALLY.expiresAt),
      },
      now,
    );
  }

  /** Without an overlap the old secret is taken for stolen: what was got with it ends, too. */
  rotate(overlapSeconds: number, now: Date): void {
    this.change(overlapSeconds === 0 ? this.withoutTokens(now) : {}, now);
  }

  /** @throws IamStateError when it is active already. */
  enable(now: Date): void {
    this.enter('active', now);
  }

  /** Ends its tokens for good. @throws IamStateError when it is disabled already. */
  disable(now: Date): void {
    this.enter('disabled', now);
  }

  private enter(status: ApiClientStatus, now: Date): void {
    if (this.status === status) throw new IamStateError();
    this.change(status === 'disabled' ? { status, ...this.withoutTokens(now) } : { status }, now);
  }

  /** Always another one, even if a change that waited for the one before began as early. */
  private withoutTokens(now: Date): Pick<ApiClient, 'tokensSince'> {
    return { tokensSince: new Date(Math.max(now.getTime(), this.tokensSince.getTime() + 1)) };
  }

  private change(state: Partial<ApiClient>, now: Date): void {
    Object.assign(this, state, { lockVersion: this.lockVersion + 1, updatedAt: now });
  }
}

function chosen<T>(change: T | null | undefined, present: T, atFirst: T): T {
  return change === undefined ? present : (change ?? atFirst);
}

function expectExpiry(expiresAt: Date | null, now: Date): void {
  if (expiresAt === null) return;
  if (expiresAt.getUTCFullYear() > LAST_YEAR) throw ValidationFailedError.of('expires_at', 'not_instant');
  if (expiresAt <= now) throw ValidationFailedError.of('expires_at', 'not_future');
}

import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type SealedColumn, Secrets } from '@libs/foundation';
import { newId } from '@libs/kernel';
import type { EndpointSecret } from '../../domain/endpoints/endpoint';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export const SEALED_WEBHOOK_SECRETS: SealedColumn = {
  table: 'webhook_endpoint_secrets',
  column: 'sealed_secret',
  purpose: 'webhook-secret',
  key: ['tenant_id', 'endpoint_id', 'id'],
  contextOf: (row) =>
    contextOf({ tenantId: String(row['tenant_id']), id: String(row['endpoint_id']) }, String(row['id'])),
};

interface EndpointRef {
  readonly tenantId: string;
  readonly id: string;
}

/** A secret before it is stored. */
interface NewSecret {
  readonly id: string;
  /** Shown once. */
  readonly plain: string;
  readonly sealed: string;
}

/** Encrypted, each for its endpoint and its own id: one that was put elsewhere cannot be opened. */
@Injectable()
export class EndpointSecrets {
  constructor(private readonly secrets: Secrets) {}

  make(endpoint: EndpointRef): NewSecret {
    const id = newId();
    const plain = PREFIX + randomBytes(SECRET_BYTES).toString('base64');
    return { id, plain, sealed: this.secrets.seal('webhook-secret', plain, contextOf(endpoint, id)) };
  }

  /** Leaves out those that cannot be opened: their key is no longer configured, or is another one under its id. */
  open(endpoint: EndpointRef, secrets: readonly Pick<EndpointSecret, 'id' | 'sealed'>[]): string[] {
    return secrets.flatMap((secret) => this.openOne(endpoint, secret) ?? []);
  }

  private openOne(endpoint: EndpointRef, { id, sealed }: Pick<EndpointSecret, 'id' | 'sealed'>): string | null {
    try {
      return this.secrets.open('webhook-secret', sealed, contextOf(endpoint, id));
    } catch {
      return null;
    }
  }
}

function contextOf({ tenantId, id }: EndpointRef, secretId: string): Buffer {
  return Buffer.from(`${tenantId}.${id}.${secretId}`);
}

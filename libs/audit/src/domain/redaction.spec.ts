import type { AuditRecord } from './audit-record';
import { redactionOf } from './redaction';

const USER = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903';
const OTHER = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904';

const RECORD: AuditRecord = {
  id: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90a',
  tenant_id: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901',
  seq: 7,
  occurred_at: '2026-11-21T09:00:00.000Z',
  actor: { type: 'user', id: OTHER, display: 'Somebody' },
  action: 'users.write',
  method: 'PATCH',
  route: '/admin-api/v1/users/{id}',
  resource_type: 'user',
  resource_id: OTHER,
  app_id: null,
  changes: [{ path: 'display_name', before: 'Lin', after: 'Mei' }],
  changes_omitted: null,
  ip: '192.0.2.1',
  user_agent: 'Browser/1.0',
  request_id: 'request-1',
  reason: null,
  outcome: 'success',
  prev_hash: '0'.repeat(64),
  hash: 'f'.repeat(64),
};

const redaction = (changes: Partial<AuditRecord>) => redactionOf({ ...RECORD, ...changes }, USER);

describe('What has to be blanked in a record', () => {
  it('is nothing if the user is neither the actor nor the resource', () => {
    expect(redaction({})).toBeNull();
    expect(redaction({ resource_type: 'app', resource_id: USER })).toBeNull();
    expect(redaction({ actor: { type: 'api_client', id: USER, display: 'Client' } })).toBeNull();
  });

  it('is the actor, until that is done', () => {
    const actor = { type: 'user', id: USER, display: 'Lin' } as const;
    expect(redaction({ actor })).toEqual({ seq: 7, ofActor: true, paths: [], ofOmitted: false, ofReason: false });
    const erased = { actor: { ...actor, display: '[erased]' }, ip: null, user_agent: null };
    expect(redaction(erased)).toBeNull();
    expect(redaction({ ...erased, user_agent: 'Browser/1.0' })).toEqual({
      seq: 7,
      ofActor: true,
      paths: [],
      ofOmitted: false,
      ofReason: false,
    });
  });

  it.each(['user', 'member'])('is every value about the %s, known as personal or not, until that is done', (type) => {
    const about = { resource_type: type, resource_id: USER };
    const changes = [
      { path: 'display_name', before: 'Lin', after: null },
      { path: 'something.new', before: null, after: { email: 'lin@example.com' } },
      { path: 'status', before: 'active', after: 'disabled' },
    ];
    expect(redaction({ ...about, changes })).toEqual({
      seq: 7,
      ofActor: false,
      paths: ['display_name', 'something.new'],
      ofOmitted: false,
      ofReason: false,
    });
    const erased = [{ path: 'display_name', before: '[erased]', after: null }];
    expect(redaction({ ...about, changes: erased })).toBeNull();
  });

  it('is the digest of changes about the user that the record leaves out, until that is done', () => {
    const about = { resource_type: 'user', resource_id: USER, changes: [] };
    const omitted = { count: 2, sha256: 'a'.repeat(64) };
    expect(redaction({ ...about, changes_omitted: omitted })).toEqual({
      seq: 7,
      ofActor: false,
      paths: [],
      ofOmitted: true,
      ofReason: false,
    });
    expect(redaction({ ...about, changes_omitted: { ...omitted, sha256: null } })).toBeNull();
    expect(redaction({ changes_omitted: omitted })).toBeNull();
  });

  it('is the reason for what was done to the user, until that is done, and not that of what the user did', () => {
    const about = { resource_type: 'member', resource_id: USER, changes: [] };
    const blanked = { seq: 7, ofActor: false, paths: [], ofOmitted: false, ofReason: true };
    expect(redaction({ ...about, reason: 'Lin asked for it' })).toEqual(blanked);
    expect(redaction({ ...about, reason: '[erased]' })).toBeNull();
    const ofActor = { actor: { type: 'user', id: USER, display: 'Lin' }, reason: 'No longer offered' } as const;
    expect(redaction(ofActor)).toMatchObject({ ofActor: true, ofReason: false });
  });
});

import { randomUUID } from 'node:crypto';
import type { Act } from './acts-of-members';
import { type Answer, isKnown, type Question } from './client';
import type { Entry, Publication } from './ledger';
import type { World } from './world';

const ADMIN = '/admin-api/v1';
/** To whom notices by every way go: each costs a mail and a push. */
const FEW = 2;

/** Asks with a key, so that it can be repeated, which is done when the outcome is unknown. */
async function once(world: World, question: Question, settled: (answer: Answer) => void): Promise<void> {
  const headers = { 'idempotency-key': randomUUID() };
  const answer = await world.asOwner('write', { ...question, headers });
  if (!answer) return;
  settled(answer);
  if (isKnown(answer)) return;
  world.ledger.repeats.push({
    what: `${question.method} ${question.path}`,
    again: async () => {
      const repeated = await world.asOwner('write', { ...question, headers });
      if (!repeated || !isKnown(repeated) || isUnderWay(repeated)) return false;
      settled(repeated);
      return true;
    },
  });
}

/** The first of the two is still at work, or was killed at it. */
function isUnderWay({ status, text }: Answer): boolean {
  return status === 409 && text.includes('IDEMPOTENCY_KEY.RUNNING');
}

/** Replaces what was unknown of it by what is known now. */
function note(entries: Entry[], key: string, { outcome }: Answer): void {
  const isAcknowledged = outcome === 'done';
  const known = entries.findIndex((entry) => entry.key === key);
  if (known < 0) entries.push({ key, isAcknowledged });
  else if (isAcknowledged) entries[known] = { key, isAcknowledged };
}

export const createRole: Act = async (world) => {
  const code = `role_${world.next()}`;
  const body = { code, name: 'Support', permissions: ['users.read'] };
  await once(world, { method: 'POST', path: `${ADMIN}/roles`, body }, (answer) =>
    note(world.ledger.roles, code, answer),
  );
};

/** Only one at a time, who reads the version before. */
let isRenaming = false;

export const renameApp: Act = async (world) => {
  if (isRenaming) return;
  isRenaming = true;
  try {
    const path = `${ADMIN}/apps/${world.app.id}`;
    const read = await world.asOwner('read', { method: 'GET', path });
    if (read?.outcome !== 'done') return;
    const name = `Shop ${world.next()}`;
    const body = { name, lock_version: read.data.lock_version as number };
    const answer = await world.asOwner('write', { method: 'PATCH', path, body });
    if (answer) note(world.ledger.renames, name, answer);
  } finally {
    isRenaming = false;
  }
};

const publishing =
  (
    audience: (world: World) => { readonly recipients: number; readonly body: object; readonly channels: string[] },
  ): Act =>
  async (world) => {
    const { ledger, app } = world;
    const { recipients, body, channels } = audience(world);
    const title = `Notice ${world.next()}`;
    const notices = `${ADMIN}/apps/${app.id}/notices`;
    const text = { title: { 'zh-CN': title, 'en-US': title }, body: { 'zh-CN': '一些*新闻*', 'en-US': 'Some *news*' } };
    const publish = (id: string) => {
      const publication: Publication = { id, title, recipients, channels, isAcknowledged: false };
      ledger.publications.push(publication);
      return once(world, { method: 'POST', path: `${notices}/${id}/publish` }, (answer) => {
        publication.isAcknowledged ||= answer.outcome === 'done';
      });
    };
    let id: string | null = null;
    await once(world, { method: 'POST', path: notices, body: { ...text, ...body, channels } }, (answer) => {
      note(ledger.notices, title, answer);
      if (answer.outcome === 'done') id = answer.data.id as string;
      else if (answer.outcome === 'refused') ledger.violations.push(`A notice is refused: ${answer.text}`);
    });
    if (id !== null) await publish(id);
  };

export const publishToAll = publishing(({ members, visitors }) => ({
  recipients: members.length + visitors.length,
  body: { audience: { mode: 'all_members' } },
  channels: ['in_app'],
}));

export const publishToFew = publishing(({ members, random }) => ({
  recipients: FEW,
  body: {
    audience: {
      mode: 'users',
      user_ids: random
        .shuffled(members)
        .slice(0, FEW)
        .map(({ userId }) => userId),
    },
  },
  channels: ['in_app', 'push', 'email'],
}));

const listing =
  (path: (world: World) => string): Act =>
  async (world) => {
    await world.asOwner('read', { method: 'GET', path: ADMIN + path(world) });
  };

export const listMembers = listing(({ app }) => `/apps/${app.id}/members`);
export const listAudit = listing(() => '/audit/logs');
export const listNotices = listing(({ app }) => `/apps/${app.id}/notices`);

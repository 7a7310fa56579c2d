import { useQueryClient } from '@tanstack/vue-query';
import { onScopeDispose, shallowReactive, type ShallowReactive } from 'vue';
import type { components } from '../api/schema';
import { upload } from '../api/upload';

type Schemas = components['schemas'];
export type AdminFile = Schemas['AdminFileResponse'];

export interface Target {
  readonly purpose: Schemas['FilePurpose'];
  readonly appId?: string | null | undefined;
}

export interface Upload {
  readonly key: number;
  readonly name: string;
  readonly size: number;
  /** What has been sent, from 0 to 1. */
  share: number;
  failure: unknown;
  readonly stop: () => void;
}

/** The server reads and scans each: more at once would only take turns. */
const MOST_AT_ONCE = 2;
let last = 0;

/** Sends files one after another, and tells how far each is. */
export function useUploads(done: (file: AdminFile) => void) {
  const queries = useQueryClient();
  const uploads = shallowReactive<ShallowReactive<Upload>[]>([]);
  const waiting: (() => Promise<void>)[] = [];
  let running = 0;
  onScopeDispose(() => uploads.forEach(({ stop }) => stop()));

  function add(file: File, target: Target): void {
    const controller = new AbortController();
    last += 1;
    const entry: ShallowReactive<Upload> = shallowReactive({
      ...{ key: last, name: file.name, size: file.size, share: 0, failure: null },
      stop: () => {
        controller.abort();
        remove(entry);
      },
    });
    uploads.push(entry);
    waiting.push(() => send(file, target, entry, controller.signal));
    next();
  }

  function next(): void {
    if (running >= MOST_AT_ONCE) return;
    const start = waiting.shift();
    if (!start) return;
    running += 1;
    void start().finally(() => {
      running -= 1;
      next();
    });
  }

  async function send(
    file: File,
    { purpose, appId }: Target,
    entry: ShallowReactive<Upload>,
    signal: AbortSignal,
  ): Promise<void> {
    if (signal.aborted) return;
    const form = new FormData();
    form.append('purpose', purpose);
    if (appId) form.append('app_id', appId);
    // The last part: the server decides by the others whether it wants it.
    form.append('file', file);
    try {
      const answer = await upload('uploadAdminFile', { form, signal, onProgress: (share) => (entry.share = share) });
      remove(entry);
      void queries.invalidateQueries({ queryKey: ['listAdminFiles'] });
      done(answer);
    } catch (problem) {
      if (!signal.aborted) entry.failure = problem;
    }
  }

  function remove(entry: Upload): void {
    const at = uploads.findIndex(({ key }) => key === entry.key);
    if (at >= 0) uploads.splice(at, 1);
  }

  return { uploads, add };
}

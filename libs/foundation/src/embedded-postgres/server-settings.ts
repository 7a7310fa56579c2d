import { chmod, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Layout } from './layout';

export type ServerSettings = Readonly<Record<string, string>>;

/** The whole configuration, written anew at each start; the file that initdb puts into `data` is not read. */
export async function writeSettings(layout: Layout, settings: ServerSettings): Promise<void> {
  const all: ServerSettings = {
    data_directory: layout.data,
    hba_file: join(layout.data, 'pg_hba.conf'),
    ident_file: join(layout.data, 'pg_ident.conf'),
    cluster_name: 'appkernel',
    listen_addresses: '127.0.0.1',
    // The path of a socket is limited to about a hundred characters, and a checkout may be deeper than that.
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: '128MB',
    // In files: /dev/shm has 64 MB in a container, and parallel queries fail when it is full.
    dynamic_shared_memory_type: 'mmap',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    default_text_search_config: 'pg_catalog.simple',
    // A refused statement is its sender's concern; its text or row may be personal, and the log would grow.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    // Values written by ALTER SYSTEM would silently override this file.
    allow_alter_system: 'off',
    ...settings,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${quoted(value)}\n`);
  const draft = `${layout.settings}.draft`;
  await rm(draft, { force: true });
  await writeFile(draft, lines.join(''));
  // The server's account has to read it, whatever our umask is. It holds no secrets.
  await chmod(draft, 0o644);
  await rename(draft, layout.settings);
}

function quoted(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

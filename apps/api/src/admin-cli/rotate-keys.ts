import { resolve } from 'node:path';
import {
  type Config,
  generatedKeys,
  replaceGeneratedKeys,
  rotatedSecretKeys,
  rotatedSigningKeys,
  type RotationStep,
  SealedColumns,
  Secrets,
} from '@libs/foundation';
import { type Command, type CommandInput, type CommandResult, type Services, UsageError } from './command';

const SETTINGS = { signing: 'JWT_PRIVATE_KEYS', secrets: 'SECRET_KEYS' } as const;
type Kind = keyof typeof SETTINGS;

export const ROTATE_KEYS: Command = {
  name: 'rotate-keys',
  summary: 'Makes new keys, and seals what is stored with the newest one.',
  positionals: [],
  options: {
    jwt: { type: 'boolean', help: 'The keys that sign access tokens.' },
    secrets: { type: 'boolean', help: 'The keys of encryption, peppers and hashes.' },
    append: { type: 'boolean', help: 'Put the new key at the end, where it is known but not used yet.' },
    promote: { type: 'boolean', help: 'Make no key, and move the last one to the front.' },
    write: { type: 'boolean', help: 'Replace the generated keys in DATA_DIR; not where the setting names keys.' },
    're-encrypt': { type: 'boolean', help: 'With --secrets: seal anew what was sealed with older keys.' },
    'dry-run': { type: 'boolean', help: 'With --re-encrypt: only tell which keys are in use.' },
  },
  help:
    'Prints the value of JWT_PRIVATE_KEYS or SECRET_KEYS with a new key in front. It is secret: keep it from terminals ' +
    'that are\nrecorded. With several processes, --append first, roll out, then --promote and roll out again: none then ' +
    'meets a key that it\ndoes not know.\n\n--re-encrypt comes after that, while processes run; repeat it after an ' +
    'interruption. It tells which keys are still in use.\nHashes cannot be made anew: passwords are at their next ' +
    'sign-in, the seals of the audit log by verify-audit. Recovery codes\nand counters do not tell their key: codes ' +
    'that were drawn before the key in front came stop working when their key is removed.\nThe exit code is 1 if ' +
    'something could not be read.',
  runAlone: rotate,
  run: reEncrypt,
};

/** @throws UsageError */
function rotate(config: Config, { options }: CommandInput): CommandResult | null {
  const kind = kindOf(options);
  if (options['re-encrypt'] === true) return expectAlone(kind, options);
  if (options['dry-run'] === true) throw new UsageError('--dry-run goes with --re-encrypt');
  const step = stepOf(options);
  const isConfigured = config.keys[kind] !== undefined;
  const directory = resolve(config.dataDirectory);
  const isWritten = options['write'] === true;
  if (isWritten && isConfigured) {
    throw new UsageError(`--write is for generated keys: change ${SETTINGS[kind]} where it is kept`);
  }
  const current = { ...config.keys, ...(isConfigured ? {} : { [kind]: generatedKeys(directory)[kind] }) };
  const { value, ids } =
    kind === 'signing'
      ? rotatedSigningKeys(current.signing ?? [], step)
      : rotatedSecretKeys(current.secrets ?? [], step);
  if (isWritten) replaceGeneratedKeys(directory, kind, value);
  const output = { setting: SETTINGS[kind], key_ids: ids, written: isWritten, ...(isWritten ? {} : { value }) };
  return { output, isGood: true };
}

async function reEncrypt(app: Services, { options }: CommandInput): Promise<CommandResult> {
  const [columns, secrets] = [app.get(SealedColumns), app.get(Secrets)];
  const isDryRun = options['dry-run'] === true;
  const resealed = isDryRun ? [] : await columns.reseal();
  const uses = await columns.uses();
  const used = new Set(uses.flatMap(({ rowsByKey }) => Object.keys(rowsByKey)));
  const output = {
    dry_run: isDryRun,
    key_ids: secrets.keyIds,
    re_encrypted: resealed,
    in_use: uses.map(({ table, column, renewal, rowsByKey }) => ({
      table,
      ...(column === null ? { hashed: true, renewal } : { column }),
      rows_by_key: rowsByKey,
    })),
    unused_key_ids: secrets.keyIds.filter((id) => id !== secrets.currentKeyId && !used.has(id)),
    unknown_key_ids: [...used].filter((id) => !secrets.knows(id)),
  };
  return { output, isGood: resealed.every(({ unreadable }) => unreadable === 0) };
}

/** @throws UsageError */
function kindOf(options: CommandInput['options']): Kind {
  if ((options['jwt'] === true) === (options['secrets'] === true)) throw new UsageError('Name --jwt or --secrets');
  return options['jwt'] === true ? 'signing' : 'secrets';
}

/** @throws UsageError */
function stepOf(options: CommandInput['options']): RotationStep {
  if (options['append'] === true && options['promote'] === true) {
    throw new UsageError('--append and --promote are two steps');
  }
  if (options['append'] === true) return 'append';
  return options['promote'] === true ? 'promote' : 'front';
}

/** Re-encryption needs the services. @throws UsageError for what does not go with it. */
function expectAlone(kind: Kind, options: CommandInput['options']): null {
  const others = ['append', 'promote', 'write'].filter((name) => options[name] === true);
  if (kind !== 'secrets') throw new UsageError('--re-encrypt goes with --secrets: nothing is encrypted with --jwt');
  if (others.length > 0) throw new UsageError(`--re-encrypt makes no keys: leave out --${others.join(', --')}`);
  return null;
}

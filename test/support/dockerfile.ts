import { execFileSync } from 'node:child_process';
import {
  chownSync,
  copyFileSync,
  cpSync,
  type Dirent,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** A directory with the content of an image, and how the image is run. */
export interface ImageTree {
  /** Takes the place of `/`. */
  readonly root: string;
  readonly workingDirectory: string;
  /** As in the image: paths are those inside. */
  readonly environment: Readonly<Record<string, string>>;
  readonly user: string;
  readonly volumes: readonly string[];
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
  /** The base images of all stages. */
  readonly bases: readonly string[];
}

interface Instruction {
  readonly name: string;
  readonly text: string;
}

type Stage = { -readonly [Key in keyof Omit<ImageTree, 'bases'>]: ImageTree[Key] } & {
  arguments: Readonly<Record<string, string>>;
};

/**
 * Executes the Dockerfile without Docker: each stage is a directory, `COPY` and `WORKDIR` work as usual, and `RUN`
 * runs, except that `npm ci` takes the packages installed here that the lock file selects. A line that is not supported
 * is an error, so the tree cannot differ from the image. Of the base image it has the files that are named, which are empty.
 */
export function buildImageTree(directory: string, ofTheBase: readonly string[] = []): ImageTree {
  const stages = new Map<string, Stage>();
  const bases: string[] = [];
  let stage: Stage | null = null;
  const all = instructions(readFileSync('Dockerfile', 'utf8'));
  for (const [at, { name, text }] of all.entries()) {
    if (name === 'FROM') {
      const [image = '', as, alias] = text.split(/\s+/);
      if (as !== undefined && as !== 'AS') throw new Error(`FROM ${text}`);
      const below = stages.get(image);
      if (!below) bases.push(image);
      stage = startStage(join(directory, alias ?? 'image'), below);
      if (!below) fill(stage.root, ofTheBase);
      stages.set(alias ?? '', stage);
    } else {
      if (!stage) throw new Error(`${name} before FROM`);
      const isNamedLater = (one: string) => all.slice(at + 1).some((later) => later.text.split(/[\s=]/).includes(one));
      follow(stage, name, text, stages, isNamedLater);
    }
  }
  if (!stage) throw new Error('The Dockerfile has no stage');
  return { ...stage, bases };
}

function instructions(dockerfile: string): Instruction[] {
  return dockerfile
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', text = ''] = /^([A-Z]+)\s+(.+)$/.exec(line) ?? [];
      return { name, text };
    });
}

function startStage(root: string, below: Stage | undefined): Stage {
  mkdirSync(root);
  if (below) cpSync(below.root, root, { recursive: true });
  return {
    environment: {},
    arguments: {},
    volumes: [],
    command: [],
    healthCheck: [],
    user: '0:0',
    workingDirectory: '/',
    ...below,
    root,
  };
}

function fill(root: string, files: readonly string[]): void {
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), '');
  }
}

function follow(
  stage: Stage,
  name: string,
  text: string,
  stages: ReadonlyMap<string, Stage>,
  isNamedLater: (stage: string) => boolean,
): void {
  switch (name) {
    case 'WORKDIR':
      stage.workingDirectory = resolve(stage.workingDirectory, text);
      mkdirSync(join(stage.root, stage.workingDirectory), { recursive: true });
      return;
    case 'ARG': {
      const [argument = '', value = ''] = text.split('=');
      stage.arguments = { ...stage.arguments, [argument]: value };
      return;
    }
    case 'ENV':
      stage.environment = {
        ...stage.environment,
        ...Object.fromEntries(
          text
            .replaceAll(/\$\{(\w+)\}/g, (_whole, argument: string) => stage.arguments[argument] ?? '')
            .split(/\s+/)
            .map((pair) => pair.split('=')),
        ),
      };
      return;
    case 'COPY':
      return copy(stage, text.split(/\s+/), stages, isNamedLater);
    case 'RUN':
      return run(stage, text);
    case 'USER':
      stage.user = text;
      return;
    case 'VOLUME':
      stage.volumes = [...stage.volumes, text];
      return;
    case 'EXPOSE':
      return;
    case 'HEALTHCHECK':
      stage.healthCheck = JSON.parse(/CMD (\[.+\])$/.exec(text)?.[1] ?? 'null') as string[];
      return;
    case 'CMD':
      stage.command = JSON.parse(text) as string[];
      return;
    default:
      throw new Error(`${name} ${text}`);
  }
}

function copy(
  stage: Stage,
  words: readonly string[],
  stages: ReadonlyMap<string, Stage>,
  isNamedLater: (stage: string) => boolean,
): void {
  const [from] = words.filter((word) => word.startsWith('--from='));
  const paths = words.filter((word) => word !== from);
  if (paths.some((path) => path.startsWith('--'))) throw new Error(`COPY ${words.join(' ')}`);
  const alias = from?.slice('--from='.length) ?? '';
  const source = from ? stages.get(alias) : undefined;
  if (from && !source) throw new Error(`COPY ${words.join(' ')}`);
  const destination = paths.at(-1) ?? '';
  for (const path of paths.slice(0, -1)) {
    if (!source && !isInContext(path)) throw new Error(`${path} is kept from the image by .dockerignore`);
    // A directory is copied by its content, a file by its name.
    const to = destination.endsWith('/') ? join(destination, basename(path)) : destination;
    const target = join(stage.root, stage.workingDirectory, to);
    // What nobody reads afterwards need not be there twice: packages are tens of thousands of files.
    if (source && words.length === 3 && !isNamedLater(alias) && !existsSync(target)) {
      renameSync(join(source.root, path), target);
    } else {
      link(source ? join(source.root, path) : path, target, !source);
    }
  }
}

function run(stage: Stage, text: string): void {
  const directory = join(stage.root, stage.workingDirectory);
  // An absolute path would refer to this machine.
  if (/(^|\s)\//.test(text)) throw new Error(`RUN ${text}`);
  for (const command of text.split(/\s+&&\s+/)) {
    const [program = '', ...options] = command.split(/\s+/);
    if (command.startsWith('npm ci ')) installPackages(directory, options.slice(1));
    else if (program === 'chown') changeOwner(directory, options);
    else execFileSync('sh', ['-c', command], { cwd: directory, stdio: ['ignore', 'ignore', 'inherit'] });
  }
}

/** Only root can change owners. Other users run the image's program themselves. */
function changeOwner(directory: string, [owner = '', path = '']: readonly string[]): void {
  const [uid, gid] = owner.split(':').map(Number);
  if (process.getuid?.() === 0) chownSync(join(directory, path), uid!, gid!);
}

function installPackages(directory: string, options: readonly string[]): void {
  const withoutDevelopment = options.includes('--omit=dev');
  if (options.some((option) => !['--omit=dev', '--ignore-scripts'].includes(option))) {
    throw new Error(`npm ci ${options.join(' ')}`);
  }
  const lock = JSON.parse(readFileSync(join(directory, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: true; link?: true }>;
  };
  for (const [path, { dev, link: isWorkspace }] of Object.entries(lock.packages)) {
    // npm leaves out a workspace whose folder is not there: none is in the image.
    if (isWorkspace || !path.startsWith('node_modules/')) continue;
    // Nested ones come with the package that contains them; those of other platforms are not here.
    const isNested = path.lastIndexOf('node_modules/') > 0;
    if (isNested || (dev && withoutDevelopment) || !existsSync(path)) continue;
    // All of them are those installed here, as they are. A selection must not reach the others, so it is linked by file.
    if (withoutDevelopment) link(path, join(directory, path), false);
    else refer(path, join(directory, path));
  }
  link('node_modules/.bin', join(directory, 'node_modules/.bin'), false);
}

function refer(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  symlinkSync(resolve(from), to, 'dir');
}

/** Hard links: the same content without copying. Copies if the checkout is on another file system. */
function link(from: string, to: string, isContext: boolean): void {
  mkdirSync(dirname(to), { recursive: true });
  linkEntry(from, to, lstatSync(from), isContext);
}

function linkEntry(
  from: string,
  to: string,
  entry: Pick<Dirent, 'isDirectory' | 'isSymbolicLink'>,
  isContext: boolean,
) {
  if (isContext && /\.(int-)?spec\.ts$/.test(from)) return;
  if (entry.isSymbolicLink()) {
    symlinkSync(readlinkSync(from), to);
  } else if (entry.isDirectory()) {
    mkdirSync(to, { recursive: true });
    for (const inner of readdirSync(from, { withFileTypes: true })) {
      linkEntry(join(from, inner.name), join(to, inner.name), inner, isContext);
    }
  } else {
    try {
      linkSync(from, to);
    } catch {
      copyFileSync(from, to);
    }
  }
}

function isInContext(path: string): boolean {
  return readFileSync('.dockerignore', 'utf8').split('\n').includes(`!${path}`);
}

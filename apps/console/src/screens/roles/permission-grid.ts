/** What the grid needs of a permission. */
interface Permission {
  readonly code: string;
  readonly module: string;
  readonly action: string;
}

export interface ModuleRow {
  readonly module: string;
  /** By action; those that most modules have stand below each other. */
  readonly actions: ReadonlyMap<string, string>;
  /** Of its own kind, after them. */
  readonly others: readonly (readonly [action: string, code: string])[];
}

/** The permissions that are ticked, by their codes: so that two people who tick different ones both have them. */
export type Ticked = Readonly<Record<string, true>>;

export const MAIN_ACTIONS = ['read', 'write', 'publish', 'delete'] as const;
const READ = 'read';

/** As the menu has them; what is not named belongs to the organisation. */
const OF_APP = [
  ...['apps', 'releases', 'pages', 'legal', 'content', 'articles', 'categories', 'notices', 'messages'],
  ...['push_providers', 'notifications', 'members'],
];
const OF_PLATFORM = ['tenants', 'regions', 'runtime'];

export const GROUPS = ['app', 'organisation', 'platform'] as const;

export function groupOf(module: string): (typeof GROUPS)[number] {
  if (OF_APP.includes(module)) return 'app';
  return OF_PLATFORM.includes(module) ? 'platform' : 'organisation';
}

/** One row for each module, in the order of the catalogue. */
export function rowsOf(permissions: readonly Permission[]): ModuleRow[] {
  const main: readonly string[] = MAIN_ACTIONS;
  return [...new Set(permissions.map(({ module }) => module))].map((module) => {
    const all = permissions.filter((each) => each.module === module).map(({ action, code }) => [action, code] as const);
    return {
      module,
      actions: new Map(all.filter(([action]) => main.includes(action))),
      others: all.filter(([action]) => !main.includes(action)),
    };
  });
}

export function codesOf({ actions, others }: ModuleRow): string[] {
  return [...actions.values(), ...others.map(([, code]) => code)];
}

/** What somebody may not tick stays as it is. Whoever may change something sees it, too. */
export function ticked(
  now: Ticked,
  row: ModuleRow,
  code: string,
  isOn: boolean,
  may: (code: string) => boolean,
): Ticked {
  if (!may(code)) return now;
  if (!isOn) return without(now, code);
  const read = row.actions.get(READ);
  return { ...now, [code]: true, ...(read !== undefined && may(read) ? { [read]: true as const } : {}) };
}

/** All of a module or none, as far as somebody may tick them. */
export function tickedAll(now: Ticked, row: ModuleRow, isOn: boolean, may: (code: string) => boolean): Ticked {
  return codesOf(row)
    .filter(may)
    .reduce((all, code) => (isOn ? { ...all, [code]: true as const } : without(all, code)), now);
}

function without(now: Ticked, code: string): Ticked {
  return Object.fromEntries(Object.entries(now).filter(([each]) => each !== code));
}

/** Something that the palette can do. */
export interface Command {
  readonly id: string;
  readonly section: 'recent' | 'found' | 'act' | 'go' | 'create' | 'apps';
  readonly text: string;
  readonly hint?: string | undefined;
}

/** How well a text answers what is typed: 0 for not at all, more for where a word begins with it. */
export function fitness(text: string, typed: string): number {
  const where = text.toLocaleLowerCase();
  const words = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  let sum = 1;
  for (const word of words) {
    const at = where.indexOf(word);
    if (at < 0) return 0;
    sum += at === 0 ? 3 : /[\s\p{P}]/u.test(where[at - 1] ?? '') ? 2 : 1;
  }
  return sum;
}

/** The commands that fit, the best of each section first; what the server has found stays as it is. */
export function fitting<T extends Command>(commands: readonly T[], typed: string): T[] {
  return commands
    .map((command, index) => ({ command, index, fit: command.section === 'found' ? 1 : fitness(command.text, typed) }))
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit || a.index - b.index)
    .map(({ command }) => command);
}

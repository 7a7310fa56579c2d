import { type Command, UsageError } from './command';
import { readCommandLine } from './command-line';
import { COMMANDS } from './commands';

const COPY: Command = {
  name: 'copy',
  summary: 'Copies something.',
  positionals: ['from', 'to'],
  options: { depth: { type: 'string', help: 'How deep.' }, quiet: { type: 'boolean', help: 'Says nothing.' } },
  help: 'More about it.',
  run: () => Promise.resolve({ output: {}, isGood: true }),
};

const read = (...args: string[]) => readCommandLine([COPY], args);

describe('The command line of npm run admin', () => {
  it('names a command, what it is for and how', () => {
    expect(read('copy', 'a', '--depth=2', 'b', '--quiet')).toEqual({
      command: COPY,
      input: { positionals: ['a', 'b'], options: { depth: '2', quiet: true } },
    });
    expect(read('copy', 'a', 'b')).toMatchObject({ input: { positionals: ['a', 'b'] } });
  });

  it.each([[[]], [['help']], [['--help']], [['-h']]])('explains itself for %p', (args) => {
    expect(read(...args)).toEqual({
      help: expect.stringMatching(/Usage: npm run admin -- <command>[^]+copy {2}Copies/),
    });
  });

  it('explains a command', () => {
    const help = expect.stringMatching(/admin -- copy <from> <to>[^]+More about it\.[^]+--depth <value> {2}How deep\./);
    expect(read('copy', '--help')).toEqual({ help });
    expect(read('copy', 'a', '-h')).toEqual({ help });
  });

  it.each([
    [['paste'], /no command paste[^]+copy/],
    [['copy'], /Usage: npm run admin -- copy <from> <to>/],
    [['copy', 'a'], /Usage/],
    [['copy', 'a', 'b', 'c'], /Usage/],
    [['copy', 'a', 'b', '--force'], /--force[^]+Usage/],
    [['copy', 'a', 'b', '--depth'], /--depth[^]+Usage/],
    [['copy', 'a', 'b', '--quiet=no'], /--quiet[^]+Usage/],
  ])('refuses %p', (args, message) => {
    expect(() => read(...args)).toThrow(UsageError);
    expect(() => read(...args)).toThrow(message);
  });

  it('explains every command that there is', () => {
    for (const { name } of COMMANDS) {
      expect(readCommandLine(COMMANDS, [name, '--help'])).toEqual({ help: expect.stringContaining(name) });
    }
  });
});

import { fitness, fitting } from './palette';

describe('fitness', () => {
  it('wants every word, in any order', () => {
    expect(fitness('New release', 'release new')).toBeGreaterThan(0);
    expect(fitness('New release', 'release old')).toBe(0);
    expect(fitness('版本发布', '版本')).toBeGreaterThan(0);
  });

  it('prefers the beginning to the beginning of a word, and that to its middle', () => {
    expect(fitness('Pages', 'pa')).toBeGreaterThan(fitness('My pages', 'pa'));
    expect(fitness('My pages', 'pa')).toBeGreaterThan(fitness('Spaces', 'pa'));
  });
});

describe('fitting', () => {
  const command = (section: 'go' | 'found', text: string) => ({ id: text, section, text });

  it('puts the best first, and leaves what the server found', () => {
    const commands = [command('go', 'Spaces'), command('go', 'Pages'), command('go', 'Roles'), command('found', 'Lin')];
    expect(fitting(commands, 'pa').map(({ text }) => text)).toEqual(['Pages', 'Spaces', 'Lin']);
  });
});

import { globSync, readFileSync } from 'node:fs';
import { ENTITIES } from '../../apps/entities';

describe('The list of entities', () => {
  it('has every schema that a context makes', () => {
    const made = globSync('libs/*/src/infrastructure/**/*.ts')
      .flatMap((path) => [
        ...readFileSync(path, 'utf8').matchAll(/(?:new EntitySchema(?:<.*?>)?\(\{\s*name: '|\bentityOf\()(\w+)/g),
      ])
      .map(([, name]) => name);
    expect(made.length).toBeGreaterThan(5);
    expect(ENTITIES.map(({ options }) => options.name).sort()).toEqual(made.sort());
  });
});

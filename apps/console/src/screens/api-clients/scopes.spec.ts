import { readFileSync } from 'node:fs';
import { scopesOf, SCOPES, tickedOf, withScope } from './scopes';

const { components } = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
  readonly components: { readonly schemas: { readonly ApiClientScope: { readonly enum: readonly string[] } } };
};

describe('The scopes of API clients', () => {
  it('are those of the API, in its order', () => expect(SCOPES).toEqual(components.schemas.ApiClientScope.enum));

  it('are ticked one by one, and sent in that order', () => {
    const ticked = withScope(withScope(tickedOf(['files.read']), 'apps.read', true), 'files.write', true);
    expect(scopesOf(ticked)).toEqual(['apps.read', 'files.read', 'files.write']);
    expect(scopesOf(withScope(ticked, 'files.read', false))).toEqual(['apps.read', 'files.write']);
  });
});

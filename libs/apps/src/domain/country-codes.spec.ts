import { COUNTRY_CODES } from './country-codes';

describe('COUNTRY_CODES', () => {
  it('are the assigned codes of ISO 3166-1', async () => {
    const { iso31661 } = await import('iso-3166');
    expect(COUNTRY_CODES).toEqual(iso31661.map(({ alpha2 }) => alpha2).sort());
  });
});

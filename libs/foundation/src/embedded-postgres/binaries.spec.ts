import { findBinaries } from './binaries';

describe('The binaries of PostgreSQL', () => {
  it('ask for DATABASE_URL where there are none for the machine', async () => {
    await expect(findBinaries('linux', 'mips')).rejects.toThrow(/linux-mips.*Set DATABASE_URL/);
  });
});

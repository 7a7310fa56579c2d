import { findBinaries } from './binaries';

describe('The binaries of PostgreSQL', () => {
  it('ask for DATABASE_URL where no package exists for the machine', async () => {
    await expect(findBinaries('linux', 'mips')).rejects.toThrow(/linux-mips.*Set DATABASE_URL/);
  });
});

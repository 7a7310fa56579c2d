import { RegionImport } from '@libs/regions';
import type { Command } from './command';

export const IMPORT_REGIONS: Command = {
  name: 'import-regions',
  summary: 'Imports the shipped regions again.',
  positionals: [],
  options: {},
  help: 'Prints what that changed. Repeating it changes nothing.',
  run: async (app) => ({ output: await app.get(RegionImport).run(), isGood: true }),
};

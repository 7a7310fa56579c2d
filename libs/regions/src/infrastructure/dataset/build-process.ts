import { buildRegions } from './build-regions';

/** The program of the process that ShippedRegions starts: writes the regions to standard output. */
void buildRegions().then((regions) => process.stdout.write(JSON.stringify(regions)));

import { hearStopSignals } from '@libs/kernel';

const stop = hearStopSignals();

// Loaded only now: it takes a second, during which no signal may be lost.
void import('./migration.js').then(({ runMigration }) => runMigration(stop));

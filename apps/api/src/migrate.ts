import { hearStopSignals, traceSources } from '@libs/kernel';

const stop = hearStopSignals();
traceSources();

// Loaded only now: it takes a second, during which no signal may be lost.
void import('./migration.js').then(({ runMigration }) => runMigration(stop));

import { hearStopSignals } from '@libs/kernel';
import { traceSources } from '../../stack-traces';

const stop = hearStopSignals();
traceSources();

// Loaded only now: it takes a second, during which no signal may be lost.
void import('./migration.js').then(({ runMigration }) => runMigration(stop));

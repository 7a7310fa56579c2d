import { hearStopSignals, traceSources } from '@libs/kernel';

const stop = hearStopSignals();
traceSources();

// Loaded only now, because loading takes a second, in which a signal must not be lost.
void import('./start.js').then(({ start }) => start(stop));

/** Within a decade; the API knows hundredths of a per cent. */
const STEPS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8];
const LEAST = [1, 2, 3, 4, 5, 6, 8];

/** Where the slider stops, each about a quarter more than the one before. */
export const STOPS: readonly number[] = [
  ...LEAST.map((step) => step / 100),
  ...[0.1, 1, 10].flatMap((decade) => STEPS.map((step) => Math.round(step * decade * 100) / 100)),
  100,
];

/** Written below the slider. */
export const MARKS = [0.01, 0.1, 1, 10, 100] as const;

/** The stop that is nearest by ratio. */
export function stopOf(percent: number): number {
  const distance = (stop: number): number => Math.abs(Math.log(stop) - Math.log(Math.max(percent, 0.01)));
  return STOPS.reduce((best, stop, at) => (distance(stop) < distance(STOPS[best] ?? 100) ? at : best), 0);
}

/** A typed share as the API takes it; null for none. */
export function percentOf(text: string): number | null {
  const typed = Number(text.trim().replace(',', '.'));
  const rounded = Math.round(typed * 100) / 100;
  return text.trim() !== '' && rounded >= 0.01 && rounded <= 100 ? rounded : null;
}

/** Of so many devices, about so many are within the share. */
export function devicesWithin(devices: number, percent: number): number {
  return Math.round((devices * percent) / 100);
}

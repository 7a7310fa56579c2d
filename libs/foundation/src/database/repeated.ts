import { isTransient, toDomainError } from './database-errors';

const MAX_ATTEMPTS = 4;

/** Repeats a whole transaction after a serialization failure, a deadlock or a lock timeout. */
export async function repeated<T>(attempt: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isTransient(error) || count === MAX_ATTEMPTS) throw toDomainError(error);
      // Jitter keeps two transactions that deadlocked from meeting again.
      await new Promise((resolve) => setTimeout(resolve, count * 5 + Math.random() * 20));
    }
  }
}

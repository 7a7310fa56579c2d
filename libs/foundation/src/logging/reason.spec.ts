import { DependencyUnavailableError } from '@libs/kernel';
import { reasonOf } from './reason';

describe('reasonOf', () => {
  it('names every cause, in one line', () => {
    const refused = new Error('connect ECONNREFUSED\n127.0.0.1:5432');
    const error = new Error('the seeding failed', { cause: new DependencyUnavailableError({ cause: refused }) });
    expect(reasonOf(error)).toBe(
      'Error: the seeding failed; cause: DependencyUnavailableError: DEPENDENCY.UNAVAILABLE: Dependency unavailable; ' +
        'cause: Error: connect ECONNREFUSED 127.0.0.1:5432',
    );
  });

  it('names the error of each address of a host', () => {
    const error = new AggregateError([
      new Error('connect ECONNREFUSED ::1:1'),
      new Error('connect ECONNREFUSED 127.0.0.1:1'),
    ]);
    expect(reasonOf(error)).toBe('Error: connect ECONNREFUSED ::1:1 and Error: connect ECONNREFUSED 127.0.0.1:1');
  });

  it('accepts values that are not errors, and circular causes', () => {
    expect(reasonOf('gone')).toBe('gone');
    const error = new Error('one');
    error.cause = new Error('two', { cause: error });
    expect(reasonOf(error)).toBe('Error: one; cause: Error: two');
  });
});

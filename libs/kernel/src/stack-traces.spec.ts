import { join } from 'node:path';
import { traceSources } from './stack-traces';

describe('Stack traces', () => {
  const { prepareStackTrace } = Error;

  beforeAll(() => traceSources());
  afterAll(() => {
    if (prepareStackTrace) Error.prepareStackTrace = prepareStackTrace;
    else Reflect.deleteProperty(Error, 'prepareStackTrace');
  });

  it('name the lines of the source', () => {
    const [head, first] = String(new RangeError('too far').stack).split('\n');
    expect(head).toBe('RangeError: too far');
    expect(first).toContain(`${join(process.cwd(), 'libs/kernel/src/stack-traces.spec.ts')}:14:`);
  });

  it('leave frames of others as they are', () => {
    const frames = String(new Error().stack).split('\n').slice(1);
    expect(frames.every((frame) => frame.startsWith('    at '))).toBe(true);
    expect(frames.some((frame) => frame.includes('node:internal') || frame.includes('node_modules'))).toBe(true);
  });

  it('stand a failure that cannot be told', () => {
    const strange = Object.create(Error.prototype, {
      name: {
        get: () => {
          throw new TypeError('no name');
        },
      },
    }) as Error;
    Error.captureStackTrace(strange);
    expect(strange.stack).toMatch(/^Error\n/);
  });
});

import { DependencyUnavailableError } from '@libs/kernel';
import { UploadMemory } from './upload-memory';

const [A, B] = ['tenant a', 'tenant b'];

describe('The memory of uploads', () => {
  /** An upload of this many bytes that is still arriving. */
  const arriving = (memory: UploadMemory, tenant: string, bytes: number) => {
    const upload = memory.hold(tenant);
    upload.add(bytes);
    return upload;
  };
  const complete = (memory: UploadMemory, tenant: string, bytes: number) => {
    const upload = arriving(memory, tenant, bytes);
    upload.complete();
    return upload;
  };

  it('has room for many that have hardly begun', () => {
    const memory = new UploadMemory(100);
    const slow = Array.from({ length: 90 }, () => arriving(memory, A, 1));
    expect(arriving(memory, B, 10).signal.aborted).toBe(false);
    expect(slow.some(({ signal }) => signal.aborted)).toBe(false);
  });

  it('is freed by the tenant that has most, with the upload that has been arriving for longest', () => {
    const memory = new UploadMemory(100);
    const small = arriving(memory, B, 20);
    const done = complete(memory, A, 30);
    const [oldest, newer] = [arriving(memory, A, 30), arriving(memory, A, 20)];
    const other = arriving(memory, B, 25);
    expect([small, done, newer, other].map(({ signal }) => signal.aborted)).toEqual([false, false, false, false]);
    expect(oldest.signal.reason).toBeInstanceOf(DependencyUnavailableError);
    expect(() => oldest.add(1)).toThrow(DependencyUnavailableError);
  });

  it('is freed by the newest if all have arrived, even the one that needs it', () => {
    const memory = new UploadMemory(100);
    const uploads = Array.from({ length: 10 }, () => complete(memory, A, 10));
    const other = arriving(memory, B, 10);
    expect(uploads.map(({ signal }) => signal.aborted)).toEqual([...Array.from({ length: 9 }, () => false), true]);
    expect(other.signal.aborted).toBe(false);
    const greedy = memory.hold(A);
    greedy.add(0);
    expect(() => {
      for (let n = 0; n < 12; n++) greedy.add(10);
    }).toThrow(DependencyUnavailableError);
  });

  it('is freed once', () => {
    const memory = new UploadMemory(100);
    const one = complete(memory, A, 60);
    one.release();
    one.release();
    const uploads = [complete(memory, A, 50), complete(memory, B, 50)];
    expect(uploads.some(({ signal }) => signal.aborted)).toBe(false);
    expect(arriving(memory, B, 1).signal.aborted).toBe(false);
  });
});

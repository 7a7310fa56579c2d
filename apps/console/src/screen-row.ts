import type { OperationId } from './api/operations';

export interface ScreenRow {
  /** Below `/console/`. */
  readonly path: string;
  /** `<folder of the screen>.<which>`: its texts are those of the folder, its title is `<folder>.titles.<which>`. */
  readonly name: `${string}.${string}`;
  /** What fills the screen: whoever may not do it is told so. Null where everybody who is signed in may. */
  readonly operation: OperationId | null;
  readonly screen: () => Promise<unknown>;
  /** Another folder whose texts the screen reads. */
  readonly texts?: string;
}

import type { Instance } from '../../infrastructure/runtime/instances';

/** What tells the builds of the program apart. */
export type Build = Pick<Instance, 'version' | 'commit'>;

/**
 * The relays of another build that an api must not start beside. A relay discards messages of types that it does not
 * know, so those of the previous version have to be gone before an api sends what only the new version knows.
 *
 * Builds have no order. But an api of this build that runs already has passed this, so the others are what follows it:
 * one that is replaced in the middle of a rollout to them is let in.
 */
export function relaysToAwait(instances: readonly Instance[], build: Build): Instance[] {
  const isOfBuild = ({ version, commit }: Instance) => version === build.version && commit === build.commit;
  if (instances.some((instance) => instance.kind === 'api' && isOfBuild(instance))) return [];
  return instances.filter((instance) => instance.kind !== 'api' && !isOfBuild(instance));
}

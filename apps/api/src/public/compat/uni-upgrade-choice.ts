import { compareVersionNames, type OfferedRelease, type UpgradeVerdict } from '@libs/releases';
import type { UniUpgradeRequest } from './uni-upgrade-request';

/** The codes of the protocol; its clients treat those below zero as errors. */
export const UNI_UPGRADE_CODES = { none: 0, wgt: 101, native: 102, nothingPublished: -101, malformed: -102 } as const;

export type UniUpgradeCode = (typeof UNI_UPGRADE_CODES)[keyof typeof UNI_UPGRADE_CODES];

type Judged = UpgradeVerdict<OfferedRelease>;

/** What was decided about each kind of package; null where none is published. */
export interface UniUpgradeVerdicts {
  readonly native: Judged | null;
  readonly wgt: Judged | null;
}

export interface UniUpgrade {
  readonly offered: OfferedRelease;
  readonly isMandatory: boolean;
}

export type UniUpgradeChoice = { readonly code: UniUpgradeCode; readonly upgrade: UniUpgrade | null };

/**
 * Chooses one of the two packages, as the protocol knows only one: the newer one, the wgt if they are equal; but a wgt
 * cannot replace a native app that is required, or that the wgt itself needs. A client that takes no wgt is offered
 * none. If one is published, the answer is still not `nothingPublished`, which is an error to the client.
 *
 * @param wgtVersion what the client runs in its native app.
 */
export function chooseUniUpgrade(
  verdicts: UniUpgradeVerdicts,
  { wgtVersion, takesWgt }: Pick<UniUpgradeRequest, 'wgtVersion' | 'takesWgt'>,
): UniUpgradeChoice {
  const { native } = verdicts;
  if (!native?.offered && !verdicts.wgt?.offered) return { code: UNI_UPGRADE_CODES.nothingPublished, upgrade: null };
  const wgt = takesWgt ? verdicts.wgt : null;
  const isShut = [native, wgt].some((verdict) => verdict?.decision?.reason === 'maintenance');
  const [app, resources] = isShut ? [null, null] : [availableOf(native), wgtOf(wgt)];
  if (app && native?.updateRequired) return chosen('native', app, true);
  const isBlocked = [native, wgt].some((verdict) => verdict?.decision?.reason === 'blocked_version');
  const isMandatory = isBlocked || wgt?.updateRequired === true;
  if (resources && (!app || compareVersionNames(nameOf(resources), nameOf(app)) >= 0)) {
    return chosen('wgt', resources, isMandatory);
  }
  if (app && (needsNative(wgt) || compareVersionNames(nameOf(app), wgtVersion) > 0)) {
    return chosen('native', app, isMandatory);
  }
  return { code: UNI_UPGRADE_CODES.none, upgrade: null };
}

function chosen(kind: 'wgt' | 'native', offered: OfferedRelease, isMandatory: boolean): UniUpgradeChoice {
  return { code: UNI_UPGRADE_CODES[kind], upgrade: { offered, isMandatory } };
}

function availableOf(verdict: Judged | null): OfferedRelease | null {
  return verdict?.updateAvailable ? verdict.offered : null;
}

/** A wgt must be one that the client can download: the page of a store is not. */
function wgtOf(verdict: Judged | null): OfferedRelease | null {
  const offered = availableOf(verdict);
  return offered && (offered.package || offered.release.externalUrl !== null) ? offered : null;
}

/** Whether there is a wgt that this native app cannot run. */
function needsNative(wgt: Judged | null): boolean {
  const reason = wgt?.decision?.reason;
  return reason === 'native_too_old_for_wgt' || reason === 'runtime_mismatch';
}

function nameOf({ release }: OfferedRelease): string {
  return release.versionName;
}

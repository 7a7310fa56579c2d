import { lanesOf } from './lanes';
import type { Release } from './release-kinds';

const release = (id: string, change: Partial<Release>): Release =>
  ({
    ...{ id, platform: 'android', package_type: 'native_app', target_platforms: ['android'] },
    ...{ publish_status: 'draft', published_platforms: [], fallback_platforms: [], created_at: '2026-11-01T00:00:00Z' },
    ...change,
  }) as unknown as Release;

describe('The lanes of an App', () => {
  it('are those that any release is for', () => {
    const wgt = release('w', { package_type: 'wgt', platform: 'ios', target_platforms: ['android', 'ios'] });
    const lanes = lanesOf([wgt, release('n', {})]);
    expect(lanes.map(({ platform, package_type }) => `${platform} ${package_type}`)).toEqual([
      'android native_app',
      'android wgt',
      'ios wgt',
    ]);
    expect(lanesOf([])).toEqual([]);
  });

  it('hold what is current and its fallback, each on its own platform', () => {
    const both: Partial<Release> = { package_type: 'wgt', target_platforms: ['android', 'ios'] };
    const older = release('older', {
      ...both,
      publish_status: 'partial',
      published_platforms: ['ios'],
      fallback_platforms: ['android'],
    });
    const newer = release('newer', { package_type: 'wgt', publish_status: 'online', published_platforms: ['android'] });
    const [android, ios] = lanesOf([older, newer]);
    expect([android?.current?.id, android?.fallback?.id]).toEqual(['newer', 'older']);
    expect([ios?.current?.id, ios?.fallback]).toEqual(['older', null]);
  });

  it('have nothing current where everything was withdrawn', () => {
    expect(lanesOf([release('gone', { publish_status: 'offline' })])).toEqual([
      { platform: 'android', package_type: 'native_app', current: null, fallback: null, drafts: [] },
    ]);
  });

  it('tell each draft once, the newest first', () => {
    const early = release('early', {});
    const late = release('late', { created_at: '2026-11-02T00:00:00Z' });
    const [lane] = lanesOf([early, late, early]);
    expect(lane?.drafts.map(({ id }) => id)).toEqual(['late', 'early']);
  });
});

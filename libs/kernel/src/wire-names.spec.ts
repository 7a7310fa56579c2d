import { wireNameOf, withWireNames } from './wire-names';

describe('The names of fields on the wire', () => {
  it.each([
    ['name', 'name'],
    ['iconFileId', 'icon_file_id'],
    ['sha256', 'sha256'],
    ['dcloudAppid', 'dcloud_appid'],
  ])('make of %s %s', (field, name) => {
    expect(wireNameOf(field)).toBe(name);
  });

  it('are those of an object’s own fields, in the order that is asked for, and not of what is inside of them', () => {
    const app = { clientConfig: { themeColour: 'blue' }, name: 'Shop', lockVersion: 1 };
    expect(JSON.stringify(withWireNames(app, ['name', 'clientConfig']))).toBe(
      '{"name":"Shop","client_config":{"themeColour":"blue"}}',
    );
  });

  it('have instants as text', () => {
    expect(withWireNames({ openedAt: new Date(0) }, ['openedAt'])).toEqual({ opened_at: '1970-01-01T00:00:00.000Z' });
  });
});

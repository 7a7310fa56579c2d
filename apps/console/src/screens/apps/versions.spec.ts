import { versionsIn } from './versions';

describe('versionsIn', () => {
  it('finds versions however they are put, each a single time', () =>
    expect(versionsIn(' 1.1.0, 1.0.0\n2.0.0-beta+3，2.1、1.0.0 ')).toEqual({
      versions: ['1.1.0', '1.0.0', '2.0.0-beta+3', '2.1'],
      wrong: [],
    }));

  it('tells what is no version', () =>
    expect(versionsIn('v1.0 <2.0> ^3')).toEqual({ versions: ['v1.0'], wrong: ['<2.0>', '^3'] }));

  it('finds none in an empty text', () => expect(versionsIn(' \n')).toEqual({ versions: [], wrong: [] }));
});

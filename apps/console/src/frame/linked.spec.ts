import { linked } from './linked';

describe('linked', () => {
  it('finds links of http and https, and no others', () =>
    expect(linked('Open https://example.com/x?y=1 or javascript:alert(1) 。（http://a.test）')).toEqual([
      { text: 'Open ', isLink: false },
      { text: 'https://example.com/x?y=1', isLink: true },
      { text: ' or javascript:alert(1) 。（', isLink: false },
      { text: 'http://a.test', isLink: true },
      { text: '）', isLink: false },
    ]));
});

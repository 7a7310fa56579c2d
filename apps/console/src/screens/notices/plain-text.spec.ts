import { escaped, plainText } from './plain-text';

describe('plainText', () => {
  it.each([
    ['From **Monday** on we open at *8*.', 'From Monday on we open at 8.'],
    ['# Autumn\n\n- one\n- `two`\n\n> three', 'Autumn one two three'],
    ['See [the menu](https://shop.example.com) ![cake](file:1)', 'See the menu cake'],
    ['snake_case_name and 2*3*4 stay', 'snake_case_name and 2*3*4 stay'],
  ])('of %j', (markdown, plain) => expect(plainText(markdown)).toBe(plain));
});

describe('escaped', () => {
  it('leaves no markup', () => expect(escaped('<b a="1">&</b>')).toBe('&lt;b a=&quot;1&quot;&gt;&amp;&lt;/b&gt;'));
});

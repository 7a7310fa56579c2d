import { markup } from './markup';

describe('markup', () => {
  it('escapes every value, in text and in attributes', () => {
    const name = `<b> & "x" 'y'`;
    const escaped = '&lt;b&gt; &amp; &quot;x&quot; &#39;y&#39;';
    expect(markup`<p title="${name}">${name}</p>`.text).toBe(`<p title="${escaped}">${escaped}</p>`);
  });

  it('takes markup as it is, alone or in a list, and leaves out what is false', () => {
    const items = ['a', '<'].map((item) => markup`<li>${item}</li>`);
    expect(markup`<ul>${items}</ul>${markup`<hr>`}${false}`.text).toBe('<ul><li>a</li><li>&lt;</li></ul><hr>');
  });

  it('does not read entities or placeholders out of a value', () => {
    expect(markup`${'&amp; ${x} $& \\n'}`.text).toBe('&amp;amp; ${x} $&amp; \\n');
  });
});

import { normalised, searchDocument, titleDocument } from './search-document';

describe('A search document', () => {
  it('has the texts in one form, however they were typed', () => {
    expect(normalised('  Ｈｅｌｌｏ\n\tWORLD １２ ')).toBe('hello world 12');
    expect(searchDocument(['Red', 'Shoes'])).toContain(' red shoes ');
  });

  it('has each pair of characters of a script without blanks as a word, and the last one alone', () => {
    const document = searchDocument(['配送说明，2026']);
    for (const word of ['配送', '送说', '说明', '明', '20']) expect(document).toContain(` ${word} `);
    expect(searchDocument(['コーヒー豆'])).toContain(' ヒー ');
  });

  it('has the beginnings of other words, each once', () => {
    expect(searchDocument(['Delivery, and (deals)']).trim()).toBe('delivery, and (deals) de an');
  });

  it('takes characters outside the basic plane as one', () => {
    expect(searchDocument(['𠮷野家'])).toContain(' 𠮷野 ');
  });
});

describe('A document of titles', () => {
  it('has each title in a line of its own, and the beginnings after them', () => {
    expect(titleDocument(['Our  ＮＥＷ deals', '新品'])).toBe('\nour new deals\n新品\n 新品 品 ou ne de ');
  });
});

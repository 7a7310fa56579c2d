import { Problem } from '../api/problem';
import { uncorrected } from './corrected';

const problemOf = (...fields: string[]) =>
  Problem.from(
    422,
    { code: 'REQUEST.VALIDATION_FAILED', errors: fields.map((field) => ({ field, code: 'x', message: field })) },
    () => null,
  );
const fieldsOf = (problem: unknown) => (problem as Problem | null)?.errors.map(({ field }) => field) ?? null;

describe('uncorrected', () => {
  it.each([
    ['title', { title: {} }, { title: { 'en-US': 'x' } }],
    ['title.en-US', { title: {} }, { title: { 'en-US': 'x' } }],
    ['title.en-US', { title: { 'en-US': 'y', 'ja-JP': 'z' } }, { title: { 'en-US': 'x', 'ja-JP': 'z' } }],
    ['stores[1].url', { stores: [{}, { url: 'a' }] }, { stores: [{}, { url: 'b' }] }],
    ['stores.1.url', { stores: [{}, { url: 'a' }] }, { stores: [{}] }],
    ['code', { code: null }, { code: 1 }],
    ['code.unit', { code: 1 }, { code: 2 }],
  ])('%s is corrected by another value', (field, sent, now) => {
    expect(uncorrected(problemOf(field), sent, now)).toBeNull();
  });

  it.each([
    ['title', { title: {}, slug: 'a' }, { title: {}, slug: 'b' }],
    ['title.en-US', { title: { 'en-US': 'y' } }, { title: { 'en-US': 'y', 'ja-JP': 'z' } }],
    ['of_no_form', { title: {} }, { title: { 'en-US': 'x' } }],
  ])('%s stays as long as its own value does', (field, sent, now) => {
    const problem = problemOf(field);
    expect(uncorrected(problem, sent, now)).toBe(problem);
  });

  it('one error goes, and the other stays', () => {
    const problem = problemOf('title', 'slug');
    const left = uncorrected(problem, { title: '', slug: '' }, { title: 'x', slug: '' });
    expect(fieldsOf(left)).toEqual(['slug']);
    expect(fieldsOf(problem)).toEqual(['title', 'slug']);
  });

  it('what is no answer of the API stays as it is', () => {
    const error = new Error('of the page');
    expect(uncorrected(error, { a: 1 }, { a: 2 })).toBe(error);
    expect(uncorrected(problemOf(), { a: 1 }, { a: 2 })).toBeInstanceOf(Problem);
  });
});

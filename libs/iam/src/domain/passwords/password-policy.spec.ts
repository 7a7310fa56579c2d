import fc from 'fast-check';
import { passwordProblem } from './password-policy';
import { anyText } from '../../../../../test/support/any-text';

const never = () => false;

describe('a new password', () => {
  it('is refused when it is common, in whatever case', () => {
    const isCommon = (lowerCase: string) => lowerCase === 'correct horse';
    expect(passwordProblem('Correct HORSE', [], isCommon)).toBe('common_password');
    expect(passwordProblem('correct horse battery', [], isCommon)).toBeNull();
  });

  it('is looked up in NFC, so that a decomposed spelling does not get past the list', () => {
    expect(passwordProblem('cafe\u0301 cafe\u0301 cafe\u0301', [], (text) => text === 'café café café')).toBe(
      'common_password',
    );
  });

  it('is refused when it contains the local part of the email, in whatever case', () => {
    const email = 'magnolia@example.com';
    expect(passwordProblem('xx magnolia xx', [email], never)).toBe('contains_identifier');
    expect(passwordProblem('xxMAGNOLIAxx', [email], never)).toBe('contains_identifier');
    expect(passwordProblem('mag-no-lia example.com', [email], never)).toBeNull();
    expect(passwordProblem('xx magnolia xx', [], never)).toBeNull();
  });

  it('may contain a local part of one or two characters, as most passwords do', () => {
    expect(passwordProblem('correct horse battery', ['or@example.com'], never)).toBeNull();
    expect(passwordProblem('this is bob again', ['bob@example.com'], never)).toBe('contains_identifier');
  });

  it('has no composition rules: any character but NUL and unpaired surrogates will do', () => {
    fc.assert(
      fc.property(anyText({ minLength: 12, maxLength: 256 }), (password) => {
        expect(passwordProblem(password, [], never)).toBeNull();
      }),
    );
  });
});

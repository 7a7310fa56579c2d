import { getMetadataStorage, IsIn, IsString } from 'class-validator';
import { rememberRules } from './remembered-rules';

class Base {
  @IsString()
  readonly name: unknown = 'Lin';
}

class Derived extends Base {
  @IsIn([1, 2], { groups: ['few'] })
  readonly count: unknown = 1;
}

describe('Remembered rules', () => {
  const storage = getMetadataStorage();
  let searches: unknown[];
  const remembering = () => {
    searches = [];
    const counted: Parameters<typeof rememberRules>[0] = {
      getTargetValidationMetadatas: (target, ...others) => {
        searches.push(target);
        return storage.getTargetValidationMetadatas(target, ...others);
      },
    };
    rememberRules(counted);
    return (target: unknown, groups?: string[]) =>
      counted.getTargetValidationMetadatas(target as typeof Base, '', false, false, groups);
  };

  it('are searched for once for each class, and include those of its base', () => {
    const rulesOf = remembering();
    const [first, second] = [rulesOf(Derived), rulesOf(Derived)];
    expect(first.map(({ propertyName }) => propertyName).sort()).toEqual(['count', 'name']);
    expect(second).toEqual(first);
    expect(rulesOf(Base).map(({ propertyName }) => propertyName)).toEqual(['name']);
    expect(searches).toEqual([Derived, Base]);
  });

  it('are searched for each time where groups are asked for', () => {
    const rulesOf = remembering();
    expect(rulesOf(Derived)).toHaveLength(2);
    expect(rulesOf(Derived, ['few'])).toHaveLength(1);
    expect(rulesOf(Derived, ['many'])).toHaveLength(0);
    expect(searches).toHaveLength(3);
  });

  it.each([['a text'], [{}]])('are none of what a request calls a constructor, such as %j', (given) => {
    const rulesOf = remembering();
    expect([rulesOf(given), rulesOf(given)]).toEqual([[], []]);
    expect(searches).toHaveLength(2);
  });
});

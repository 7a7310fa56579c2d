import { useSelection } from './selection';

describe('The rows of a batch that has ended', () => {
  it('are no longer ticked where they are done; the others have their reasons', () => {
    const selection = useSelection();
    selection.setAll(['a', 'b', 'c'], true);
    // Somebody ticks one more while it is under way.
    selection.toggle('d');
    selection.settle(['a', 'c'], new Map([['b', 'In use']]));
    expect([...selection.ids.value]).toEqual(['b', 'd']);
    expect([...selection.refused.value]).toEqual([['b', 'In use']]);
  });

  it('are not ticked again where somebody has cleared the selection', () => {
    const selection = useSelection();
    selection.setAll(['a', 'b'], true);
    selection.clear();
    selection.settle(['a'], new Map([['b', 'In use']]));
    expect(selection.count.value).toBe(0);
    expect(selection.refused.value.size).toBe(0);
    selection.toggle('c');
    selection.refuse(['a', 'c']);
    expect([...selection.refused.value.keys()]).toEqual(['c']);
  });
});

import { shallowRef, type Ref } from 'vue';

/** What the handle of a row is bound with. */
interface Draggable {
  readonly draggable: true;
  readonly onDragstart: (event: DragEvent) => void;
  readonly onDragend: () => void;
}

/** What a row is bound with, in whose place another may be put. */
interface DropTarget {
  readonly onDragover: (event: DragEvent) => void;
  readonly onDrop: (event: DragEvent) => void;
}

/**
 * The order of a list, by dragging or by buttons.
 *
 * @param put told the list as it is then, and where which row went.
 */
export function useOrder<Row>(
  rows: Readonly<Ref<readonly Row[]>>,
  put: (next: Row[], from: number, to: number) => void,
) {
  const dragged = shallowRef<number | null>(null);
  const target = shallowRef<number | null>(null);

  /** @returns whether there is such a place. */
  function move(from: number, to: number): boolean {
    const row = rows.value[from];
    if (row === undefined || from === to || to < 0 || to >= rows.value.length) return false;
    put(rows.value.toSpliced(from, 1).toSpliced(to, 0, row), from, to);
    return true;
  }

  function end(): void {
    dragged.value = null;
    target.value = null;
  }

  return {
    move,
    classOf: (place: number): Readonly<Record<string, boolean>> => ({
      'is-target': target.value === place && dragged.value !== place,
      'is-dragged': dragged.value === place,
    }),
    drag: (place: number): Draggable => ({
      draggable: true,
      onDragstart: (event) => {
        dragged.value = place;
        event.dataTransfer?.setData('text/plain', String(place));
      },
      onDragend: end,
    }),
    drop: (place: number): DropTarget => ({
      onDragover: (event) => {
        if (dragged.value === null) return;
        event.preventDefault();
        target.value = place;
      },
      onDrop: (event) => {
        if (dragged.value === null) return;
        event.preventDefault();
        move(dragged.value, place);
        end();
      },
    }),
  };
}

/** Where a row stands after one was moved, perhaps itself. */
export function placeAfter(place: number, from: number, to: number): number {
  if (place === from) return to;
  if (from < place && place <= to) return place - 1;
  return to <= place && place < from ? place + 1 : place;
}

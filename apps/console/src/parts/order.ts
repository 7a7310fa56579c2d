import { nextTick, shallowRef, type Ref } from 'vue';

/** What an element of a list that can be dragged is bound with. */
interface Draggable {
  readonly draggable: true;
  readonly class: Readonly<Record<string, boolean>>;
  readonly onDragstart: (event: DragEvent) => void;
  readonly onDragover: (event: DragEvent) => void;
  readonly onDrop: (event: DragEvent) => void;
  readonly onDragend: () => void;
}

/**
 * The order of a list, by dragging or by buttons.
 *
 * @param focus puts the focus on what was moved by its button.
 * @param moved told where each went.
 */
export function useOrder<Row>(
  rows: Ref<Row[]>,
  focus: (place: number) => void = () => undefined,
  moved: (from: number, to: number) => void = () => undefined,
) {
  const dragged = shallowRef<number | null>(null);
  const target = shallowRef<number | null>(null);

  function put(from: number, to: number): boolean {
    const row = rows.value[from];
    if (row === undefined || from === to || to < 0 || to >= rows.value.length) return false;
    rows.value = rows.value.toSpliced(from, 1).toSpliced(to, 0, row);
    moved(from, to);
    return true;
  }

  function end(): void {
    dragged.value = null;
    target.value = null;
  }

  return {
    move: (from: number, to: number): void => {
      if (put(from, to)) void nextTick(() => focus(to));
    },
    drag: (place: number): Draggable => ({
      draggable: true,
      class: { 'is-target': target.value === place, 'is-dragged': dragged.value === place },
      onDragstart: (event) => {
        // Text that is selected in an input is dragged by itself.
        if (event.target instanceof HTMLElement && !event.target.draggable) return;
        dragged.value = place;
        event.dataTransfer?.setData('text/plain', String(place));
      },
      onDragover: (event) => {
        if (dragged.value === null) return;
        event.preventDefault();
        target.value = place;
      },
      onDrop: (event) => {
        if (dragged.value === null) return;
        event.preventDefault();
        put(dragged.value, place);
        end();
      },
      onDragend: end,
    }),
  };
}

/** Where a row stands after one was moved, perhaps itself. */
export function placeAfter(place: number, from: number, to: number): number {
  if (place === from) return to;
  if (from < place && place <= to) return place - 1;
  return to <= place && place < from ? place + 1 : place;
}

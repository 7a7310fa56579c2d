import { shallowRef } from 'vue';
import { dropped, type Destination, type Placed, type TreeKind, type TreeNode, type Zone } from './tree';

interface Draggable {
  readonly draggable: true;
  readonly class: Readonly<Record<string, boolean>>;
  readonly onDragstart: (event: DragEvent) => void;
  readonly onDragover: (event: DragEvent) => void;
  readonly onDragleave: () => void;
  readonly onDrop: (event: DragEvent) => void;
  readonly onDragend: () => void;
}

/** Dragging a record of a tree before, into or behind another one. */
export function useTreeDrag<C extends Placed>(
  tree: () => readonly TreeNode<C>[],
  kind: TreeKind<C>,
  moved: (id: string, destination: Destination) => void,
) {
  const dragged = shallowRef<string | null>(null);
  const target = shallowRef<{ readonly id: string; readonly zone: Zone } | null>(null);

  function end(): void {
    dragged.value = null;
    target.value = null;
  }

  return (node: TreeNode<C>): Draggable => ({
    draggable: true,
    class: {
      'is-dragged': dragged.value === node.record.id,
      [`is-${target.value?.zone ?? 'none'}`]: target.value?.id === node.record.id,
    },
    onDragstart: (event) => {
      dragged.value = node.record.id;
      event.dataTransfer?.setData('text/plain', node.record.id);
    },
    onDragover: (event) => {
      if (dragged.value === null) return;
      const zone = zoneOf(event);
      const isPossible = dropped(tree(), dragged.value, node, zone, kind) !== null;
      target.value = isPossible ? { id: node.record.id, zone } : null;
      if (isPossible) event.preventDefault();
    },
    onDragleave: () => {
      if (target.value?.id === node.record.id) target.value = null;
    },
    onDrop: (event) => {
      if (dragged.value === null) return;
      event.preventDefault();
      const destination = dropped(tree(), dragged.value, node, zoneOf(event), kind);
      if (destination) moved(dragged.value, destination);
      end();
    },
    onDragend: end,
  });
}

/** The upper and the lower quarter of a row are the gaps beside it. */
function zoneOf(event: DragEvent): Zone {
  const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
  const part = (event.clientY - box.top) / box.height;
  return part < 0.25 ? 'before' : part > 0.75 ? 'after' : 'in';
}

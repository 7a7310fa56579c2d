interface Part {
  readonly text: string;
  readonly isLink: boolean;
}

/** A text with its links by themselves: those of http and https, and no others. */
export function linked(text: string): Part[] {
  return text
    .split(/(https?:\/\/[^\s<>"'）】」]+)/)
    .map((part, index) => ({ text: part, isLink: index % 2 === 1 }))
    .filter((part) => part.text !== '');
}

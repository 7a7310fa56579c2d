export const DER_INTEGER = 0x02;
export const DER_OCTETS = 0x04;
export const DER_OBJECT_ID = 0x06;
const DER_SEQUENCE = 0x30;

const LONG_FORM = 0x80;
/** Of a length: 64 KiB are more than any key has. */
const MAX_LENGTH_BYTES = 2;

/** The elements of a DER value (X.690) in their order. Each method throws RangeError where another thing stands. */
export class DerReader {
  private at = 0;

  constructor(private readonly bytes: Buffer) {}

  /** The content of the next element. */
  take(tag: number): Buffer {
    if (this.byte() !== tag) throw new RangeError('There is another element');
    const length = this.length();
    const content = this.bytes.subarray(this.at, this.at + length);
    if (content.length < length) throw new RangeError('The element is cut off');
    this.at += length;
    return content;
  }

  sequence(): DerReader {
    return new DerReader(this.take(DER_SEQUENCE));
  }

  /** @throws RangeError for a negative one, too. */
  unsigned(): bigint {
    const content = this.take(DER_INTEGER);
    if (content.length === 0 || (content[0] ?? 0) >= LONG_FORM) throw new RangeError('There is no unsigned integer');
    return BigInt(`0x${content.toString('hex')}`);
  }

  /** In hexadecimal digits, without its tag. */
  objectId(): string {
    return this.take(DER_OBJECT_ID).toString('hex');
  }

  private length(): number {
    const first = this.byte();
    if (first < LONG_FORM) return first;
    const count = first - LONG_FORM;
    if (count === 0 || count > MAX_LENGTH_BYTES) throw new RangeError('There is no such length');
    let length = 0;
    for (let index = 0; index < count; index++) length = length * 256 + this.byte();
    return length;
  }

  private byte(): number {
    const byte = this.bytes[this.at++];
    if (byte === undefined) throw new RangeError('There is no further element');
    return byte;
  }
}

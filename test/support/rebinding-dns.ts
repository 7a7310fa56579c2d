import { createSocket } from 'node:dgram';

const HEADER_BYTES = 12;
const TYPE_A = 1;

/** A DNS server that gives a name another address each time, to be asked again at once: what it says holds for no time. */
export interface RebindingDns {
  /** As `Resolver.setServers` takes it. */
  readonly server: string;
  /** How many questions for an IPv4 address came. */
  readonly asked: number;
  close(): void;
}

/** @param addresses IPv4 ones, of one answer each; the last is given from then on. */
export async function startRebindingDns(addresses: readonly string[]): Promise<RebindingDns> {
  const socket = createSocket('udp4');
  let asked = 0;
  socket.on('message', (query, { port, address }) => {
    const isForAddress = typeOf(query) === TYPE_A;
    const given = isForAddress ? addresses[Math.min(asked++, addresses.length - 1)] : undefined;
    socket.send(answerTo(query, given), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const { port } = socket.address();
  return {
    server: `127.0.0.1:${port}`,
    get asked() {
      return asked;
    },
    close: () => socket.close(),
  };
}

/** Where the question ends: after its name, its type and its class. */
function endOfQuestion(query: Buffer): number {
  return query.indexOf(0, HEADER_BYTES) + 5;
}

function typeOf(query: Buffer): number {
  return query.readUInt16BE(endOfQuestion(query) - 4);
}

function answerTo(query: Buffer, address: string | undefined): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  query.copy(header, 0, 0, 2);
  // An answer, authoritative, without error; one question, and one record or none.
  header.writeUInt16BE(0x8580, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(address === undefined ? 0 : 1, 6);
  const question = query.subarray(HEADER_BYTES, endOfQuestion(query));
  if (address === undefined) return Buffer.concat([header, question]);
  // The name is that of the question; type A, class IN, no time to live, four bytes.
  const record = Buffer.from([0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 0, 0, 4]);
  return Buffer.concat([header, question, record, Buffer.from(address.split('.').map(Number))]);
}

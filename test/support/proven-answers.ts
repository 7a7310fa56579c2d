import { addEventHandler } from 'jest-circus';
import { AnswerCount } from './answer-count';
import { AnswerValidator, isJson } from './answer-validator';
import type { Json } from './closed-schemas';
import { testPostgres } from './database';
import { committedDocument } from './openapi';
import { serversUnderTest } from './seen-answers';

/**
 * Every answer that a suite receives from a server is compared with `openapi.json`, which another suite compares with
 * the controllers. A test or hook fails if the document does not describe its answers, whatever the test itself
 * expected.
 */

/**
 * Aids for development, the documentation and the console with their pages, those behind mailed links, the icon of all, and
 * the way from the root to the console.
 */
const UNDOCUMENTED =
  /^\/(?:(?:internal\/v1\/dev|docs|console(?!\/(?:session\/|env\.json))|favicon\.ico|invite|reset-password|unsubscribe)(?:[/?]|$)|$)/;

type Entry = Block['children'][number] | Block['hooks'][number];
type Block = Parameters<Parameters<typeof addEventHandler>[0]>[1]['currentDescribeBlock'];

const faults: string[] = [];
const count = new AnswerCount();
let validator: AnswerValidator | undefined;

serversUnderTest.tell((answer) => {
  if (answer.method === 'OPTIONS' || UNDOCUMENTED.test(answer.path)) return;
  validator ??= new AnswerValidator(committedDocument() as unknown as Json);
  const verdict = validator.judge(answer);
  count.add(verdict.operation, isJson(answer));
  const what = `${verdict.operation ?? `${answer.method} ${answer.path}`}, ${answer.status}`;
  faults.push(...verdict.faults.map((fault) => `${what}: ${fault}`));
});

addEventHandler((event, state) => {
  if (event.name === 'add_test') prove(state.currentDescribeBlock.children.at(-1));
  if (event.name === 'add_hook') prove(state.currentDescribeBlock.hooks.at(-1));
});

function prove(entry: Entry | undefined): void {
  if (!entry || entry.type === 'describeBlock' || !entry.fn) return;
  const run = entry.fn as () => unknown;
  entry.fn = async () => {
    let found: string[] = [];
    try {
      await run();
    } finally {
      if (!count.isEmpty) count.save(testPostgres().directory);
      found = [...new Set(faults.splice(0))];
    }
    if (found.length > 0) throw new Error(`Not as openapi.json has it:\n${found.join('\n')}`);
  };
}

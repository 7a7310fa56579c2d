import { field } from '@libs/kernel';
import { answer } from '../../http/answers/answer';

/** Whose session or event it is. */
export class SessionUserResponse extends answer({
  id: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903'),
  displayName: field.text().nullable().example('Lin'),
}) {}

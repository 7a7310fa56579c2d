import { field, NIL_UUID } from '@libs/kernel';
import { answer } from './answer';

const SYSTEM = { type: 'system', id: null, displayName: 'system' } as const;

/** Made of the id alone: `NamedActorsInterceptor` finds out who that is, for all records of an answer at once. */
export class ActorResponse extends answer({
  type: field.one('ActorType', ['user', 'api_client', 'system']),
  id: field
    .uuid()
    .nullable()
    .about('Id of the user or API client; null for the service itself')
    .example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903'),
  displayName: field
    .text()
    .nullable()
    .about('Name of the user or API client, `system` for the service itself; null for a user without a name')
    .example('Lin'),
}) {
  constructor(id: string) {
    super(id === NIL_UUID ? SYSTEM : { type: 'user', id, displayName: null });
  }
}

/** Of every record in administrators' answers that has `updated_at` and that administrators can change. */
export const updatedBy = field
  .actor()
  .about(
    'Who made the change of `updated_at`; null if that is not known, or if the user was erased or the API client deleted',
  )
  .told(() => ActorResponse);

import { Answer } from '../../http/answers/answer-fields';

/** Whose session or event it is. */
export class SessionUserResponse {
  @Answer.Uuid({ example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903' })
  readonly id: string;

  @Answer.Text({ nullable: true, example: 'Lin' })
  readonly display_name: string | null;

  constructor({ userId, displayName }: { userId: string; displayName: string | null }) {
    this.id = userId;
    this.display_name = displayName;
  }
}

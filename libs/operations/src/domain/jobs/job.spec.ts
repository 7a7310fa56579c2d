import {
  expectDeletable,
  expectPausable,
  expectRetryable,
  JOB_STATES,
  JobNeededError,
  JobStateError,
  QueueNotPausableError,
} from './job';

const permitted = (rule: (job: { type: string; state: (typeof JOB_STATES)[number] }) => void) =>
  JOB_STATES.filter((state) => {
    try {
      rule({ type: 'iam.otp_mail', state });
      return true;
    } catch (error) {
      expect(error).toBeInstanceOf(JobStateError);
      return false;
    }
  });

describe('A job', () => {
  it('can be retried when it has failed or was given up', () => {
    expect(permitted(expectRetryable)).toEqual(['failed', 'dead']);
  });

  it('can be deleted while nothing works on it and it is not done', () => {
    expect(permitted(expectDeletable)).toEqual(['ready', 'delayed', 'failed', 'dead']);
  });

  it.each([
    'user.erased',
    'app.deleted',
    'sessions.cut_off',
    'member.registered',
    'release.health.tripped',
    'files.content_released',
    'notifications.fan_out',
    'iam.security_notice',
    'iam.data_export_requested',
    'webhooks.delivery',
  ])('of type %s cannot be deleted', (type) => {
    expect(() => expectDeletable({ type, state: 'dead' })).toThrow(JobNeededError);
  });

  it.each(['iam.otp_sms', 'iam.account_link_mail', 'notifications.push_test', 'releases.health_check_requested'])(
    'of type %s can be deleted',
    (type) => expect(() => expectDeletable({ type, state: 'dead' })).not.toThrow(),
  );
});

describe('A queue', () => {
  it('can be paused unless it sends codes', () => {
    for (const name of ['mail', 'push', 'default']) expect(() => expectPausable(name)).not.toThrow();
    for (const name of ['codes.requests', 'codes.mail', 'codes.sms']) {
      expect(() => expectPausable(name)).toThrow(QueueNotPausableError);
    }
  });
});

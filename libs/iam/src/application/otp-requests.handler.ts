import { Injectable, type OnModuleInit } from '@nestjs/common';
import { OutboxHandlers, type OutboxHandler, type OutboxMessage } from '@libs/foundation';
import { Outbox, Transactions } from '@libs/kernel';
import { AppMembership } from '../domain/app-membership';
import { LoginIdentifier } from '../domain/login-identifier';
import type { OtpRequest } from '../domain/otp-request';
import { User } from '../domain/user';
import { Accounts } from '../infrastructure/accounts';
import type { AppScope } from './app-scope';
import { OTP_REQUESTED } from './code-requests';
import { OneTimePasswordsService } from './one-time-passwords.service';

/** The type of outbox message that has somebody told that the address is registered already. */
export const ALREADY_REGISTERED_MAIL = 'iam.already_registered_mail';

/**
 * Looks at the account behind a request and sends what fits: a code, or word that there is nothing to confirm. Runs
 * once for a request however often its message comes, since the request remembers it.
 */
@Injectable()
export class OtpRequestsHandler implements OutboxHandler, OnModuleInit {
  constructor(
    private readonly handlers: OutboxHandlers,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly accounts: Accounts,
    private readonly oneTimePasswords: OneTimePasswordsService,
  ) {}

  onModuleInit(): void {
    this.handlers.register(OTP_REQUESTED, this);
  }

  async handle(message: OutboxMessage): Promise<void> {
    await this.transactions.run(message.tenantId, async () => {
      const request = await this.accounts.getRequestForUpdate(message.tenantId, String(message.data['request_id']));
      if (!request || request.processedAt !== null) return;
      const now = await this.transactions.now();
      if (request.purpose === 'registration') await this.answerRegistration(request, now);
      else await this.answerMember(request, now);
    });
  }

  private async answerRegistration(request: OtpRequest, now: Date): Promise<void> {
    const user = await this.userFor(request, now);
    const membership = user && (await this.accounts.findMembership(request.tenantId, request.appId, user.id));
    // Who is no member yet becomes one by registering, not by asking for another code.
    const isPending = membership ? membership.isPending : user !== null && request.registration !== null;
    request.process(user?.id ?? null, isPending, now);
    await this.accounts.saveProcessed(request);
    if (!user) return;
    if (isPending) await this.sendRegistrationCode(request, user, membership, now);
    else if (request.registration && membership?.status === 'active') await this.tellOwner(request, user);
  }

  /** A code for an active member who has proved to own the identifier, and nothing for anybody else. */
  private async answerMember(request: OtpRequest, now: Date): Promise<void> {
    const { tenantId, appId, purpose, identifier, locale } = request;
    const user = await this.findVerifiedUser(request);
    const membership = user && (await this.accounts.findMembership(tenantId, appId, user.id));
    request.process(user?.id ?? null, false, now);
    await this.accounts.saveProcessed(request);
    if (user?.status !== 'active' || membership?.status !== 'active') return;
    const subject = this.oneTimePasswords.subject({ tenantId, appId }, purpose, identifier);
    await this.oneTimePasswords.challenge(subject, { locale: user.locale ?? locale, userId: user.id }, now);
  }

  /** The active user who has the address. Whoever registers becomes one. */
  private async userFor(request: OtpRequest, now: Date): Promise<User | null> {
    const known = await this.findUser(request);
    if (known || !request.registration) return known?.status === 'active' ? known : null;
    const user = new User(request.tenantId, now);
    const identifier = new LoginIdentifier(user, request.identifierType, request.recipient, now);
    if (await this.accounts.insertWithIdentifier(user, identifier)) return user;
    const rival = await this.findUser(request);
    return rival?.status === 'active' ? rival : null;
  }

  private async findUser(request: OtpRequest): Promise<User | null> {
    const { tenantId } = request;
    const identifier = await this.accounts.findIdentifier(tenantId, request.identifier);
    return identifier ? this.accounts.getUserForUpdate(tenantId, identifier.userId) : null;
  }

  private async findVerifiedUser(request: OtpRequest): Promise<User | null> {
    const user = await this.findUser(request);
    // Looked at behind the lock: the identifier may be going this very moment.
    const identifier = user && (await this.accounts.findIdentifier(user.tenantId, request.identifier));
    return identifier?.userId === user?.id && identifier?.verifiedAt ? user : null;
  }

  private async sendRegistrationCode(
    request: OtpRequest,
    user: User,
    membership: AppMembership | null,
    now: Date,
  ): Promise<void> {
    const { tenantId, appId, identifier } = request;
    const scope: AppScope = { tenantId, appId };
    if (!membership) {
      await this.accounts.insertMembership(new AppMembership(scope, user.id, now));
      await this.outbox.add({ type: 'member.registered', ...scope, data: { user_id: user.id } });
    }
    // The newest, which need not be this one: messages that waited together may be taken up in any order.
    const confirmed = await this.accounts.findPendingRegistration(tenantId, appId, user.id);
    await this.oneTimePasswords.challenge(
      this.oneTimePasswords.subject(scope, 'registration', identifier),
      {
        locale: user.locale ?? confirmed?.registration?.locale ?? request.locale,
        userId: user.id,
        requestId: confirmed?.id ?? null,
      },
      now,
    );
  }

  private async tellOwner({ tenantId, appId, id, locale }: OtpRequest, user: User): Promise<void> {
    await this.outbox.add({
      type: ALREADY_REGISTERED_MAIL,
      tenantId,
      appId,
      data: { request_id: id, locale: user.locale ?? locale },
    });
  }
}

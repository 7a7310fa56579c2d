import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config, OutgoingHttp, UNSHARED } from '@libs/foundation';

/**
 * Requests to endpoints. Apart from other requests to addresses that administrators name, as here the operator may have
 * allowed some inside.
 */
@Injectable()
export class WebhookHttp extends OutgoingHttp {
  constructor(@Inject(CONFIG) { outgoing }: Config) {
    super({ allowedAddresses: outgoing.webhookAddresses, allowsHttp: outgoing.allowsHttp }, undefined, UNSHARED);
  }
}

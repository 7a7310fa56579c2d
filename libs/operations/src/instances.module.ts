import { type DynamicModule, Module } from '@nestjs/common';
import { Heartbeat, INSTANCE_KIND } from './application/runtime/heartbeat';
import { type InstanceKind, Instances } from './infrastructure/runtime/instances';

/** Has a process say that it runs. */
@Module({ providers: [Instances], exports: [Instances] })
export class InstancesModule {
  static heardAs(kind: InstanceKind): DynamicModule {
    return { module: InstancesModule, providers: [{ provide: INSTANCE_KIND, useValue: kind }, Heartbeat] };
  }
}

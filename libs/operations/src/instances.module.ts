import { type DynamicModule, Module } from '@nestjs/common';
import { Heartbeat, INSTANCE_KIND } from './application/runtime/heartbeat';
import { type InstanceKind, Instances } from './infrastructure/runtime/instances';

/** Registers the process as running. */
@Module({ providers: [Instances], exports: [Instances] })
export class InstancesModule {
  static heardAs(kind: InstanceKind): DynamicModule {
    return { module: InstancesModule, providers: [{ provide: INSTANCE_KIND, useValue: kind }, Heartbeat] };
  }
}

import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { PicturesService } from '@libs/files';
import { PersonalData, type PersonalRecords } from '@libs/foundation';
import { wireOf } from '@libs/kernel';
import { accountPreferences } from '../../domain/accounts/user';
import { chosenAppearance, selfDetails } from '../../domain/accounts/user-profile';
import { type Preferences, type SelfProfile, SelfProfiles } from '../../infrastructure/personal-data/self-profiles';

/** Increased when a reader of the previous version would misread the new one. */
const SCHEMA_VERSION = 1;

/** All data stored about a user, as one JSON document that is written while it is read from the database. */
@Injectable()
export class DataArchive {
  constructor(
    private readonly selves: SelfProfiles,
    private readonly pictures: PicturesService,
    private readonly personalData: PersonalData,
  ) {}

  /** Holds no more in memory than one batch of records. */
  write(user: { tenantId: string; userId: string }, madeAt: Date): Readable {
    return Readable.from(this.parts(user, madeAt), { objectMode: false });
  }

  private async *parts(user: { tenantId: string; userId: string }, madeAt: Date): AsyncGenerator<string, void, void> {
    const [profile, preferences] = [await this.selves.get(user), await this.selves.preferences(user)];
    const head = {
      schema: 'appkernel.data-export',
      schema_version: SCHEMA_VERSION,
      made_at: madeAt,
      account: { id: profile.id, created_at: profile.createdAt, has_password: profile.hasPassword },
      profile: { ...wireOf(selfDetails, profile), avatar: await this.avatar(profile) },
      preferences: preferencesJson(preferences),
    };
    yield `{${Object.entries(head)
      .map(([key, value]) => `\n${JSON.stringify(key)}: ${JSON.stringify(value)}`)
      .join(',')}`;
    for (const records of this.personalData.all) yield* this.section(user, records);
    yield '\n}\n';
  }

  private async *section(
    { tenantId, userId }: { tenantId: string; userId: string },
    { name, read }: PersonalRecords,
  ): AsyncGenerator<string, void, void> {
    yield `,\n${JSON.stringify(name)}: [`;
    let separator = '\n';
    for await (const batch of read(tenantId, userId)) {
      if (batch.length === 0) continue;
      yield separator + batch.map((record) => JSON.stringify(record)).join(',\n');
      separator = ',\n';
    }
    yield '\n]';
  }

  /** The picture itself: its URL would not outlive the account. */
  private async avatar({ avatarToken }: SelfProfile) {
    const picture = avatarToken === null ? null : await this.pictures.find(avatarToken);
    const content = picture && (await this.pictures.open(picture));
    return content ? { media_type: picture.mediaType, base64: content.toString('base64') } : null;
  }
}

function preferencesJson({ appearance, ...account }: Preferences) {
  return { ...wireOf(accountPreferences, account), appearance: wireOf(chosenAppearance, appearance) };
}

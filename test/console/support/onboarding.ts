import type { AdminClient } from '../../admin/support/admin';
import { aManagedApp } from '../../admin/support/apps';
import { uploadedPicture } from '../../admin/support/pictures';

export const WELCOME = { 'zh-CN': '欢迎', 'en-US': 'Welcome' };

interface Published {
  readonly published_version: number;
  readonly slides: readonly { readonly image_file_id: string; readonly title: Readonly<Record<string, string>> }[];
}

/** The onboarding of an App of its own, as the API has it. */
export class ManagedOnboarding {
  private constructor(
    private readonly owner: AdminClient,
    readonly appId: string,
  ) {}

  static async make(owner: AdminClient): Promise<ManagedOnboarding> {
    const { id } = await aManagedApp(owner, { supported_locales: ['zh-CN', 'en-US', 'ja-JP'] });
    return new ManagedOnboarding(owner, id);
  }

  /** Of the request that publishes. */
  get path(): string {
    return `/admin-api/v1/apps/${this.appId}/startup/onboarding/publish`;
  }

  aPicture(): Promise<string> {
    return uploadedPicture(this.owner, { purpose: 'onboarding_image', app_id: this.appId });
  }

  async read(): Promise<Published> {
    const { body } = await this.owner.get(`apps/${this.appId}`).expect(200);
    return (body.data as { startup: { onboarding: Published } }).startup.onboarding;
  }

  /** One slide, with this picture. */
  async publish(image_file_id: string): Promise<void> {
    const slides = [{ image_file_id, title: WELCOME, description: WELCOME }];
    const { published_version: expected_version } = await this.read();
    const input = { expected_version, enabled: true, slides };
    await this.owner.post(`apps/${this.appId}/startup/onboarding/publish`, input).expect(200);
  }
}

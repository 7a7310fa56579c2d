export type AppImagePurpose = 'app_icon' | 'onboarding_image';

/** Why an image cannot be used, as the code of a field error. */
export type AppImageProblem = 'unknown_file' | 'wrong_file_purpose' | 'file_not_clean';

/** What the rules of Apps need of the tenant's images. Part of the transaction under way. */
export abstract class AppImages {
  /** What keeps images from being used for the purpose, by file id. The others stay fit until the end of the transaction. */
  abstract problemsOf(
    tenantId: string,
    fileIds: readonly string[],
    purpose: AppImagePurpose,
  ): Promise<ReadonlyMap<string, AppImageProblem>>;

  /** Says which images the App shows for the purpose, in place of those that it showed before. */
  abstract use(tenantId: string, appId: string, purpose: AppImagePurpose, fileIds: readonly string[]): Promise<void>;
}

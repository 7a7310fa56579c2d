export type AppImagePurpose = 'app_icon' | 'onboarding_image';

/** Why an image cannot be used, as the code of a field error. */
export type AppImageProblem = 'unknown_file' | 'wrong_file_purpose' | 'file_not_clean';

/** The tenant's images, as the rules of Apps need them. Part of the current transaction. */
export abstract class AppImages {
  /** Why images cannot be used for the purpose, by file id. The others stay usable until the end of the transaction. */
  abstract problemsOf(
    tenantId: string,
    fileIds: readonly string[],
    purpose: AppImagePurpose,
  ): Promise<ReadonlyMap<string, AppImageProblem>>;

  /** Sets the images that the App shows for the purpose, replacing earlier ones. */
  abstract use(tenantId: string, appId: string, purpose: AppImagePurpose, fileIds: readonly string[]): Promise<void>;
}

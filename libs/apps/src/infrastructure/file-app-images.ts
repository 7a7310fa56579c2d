import { Injectable } from '@nestjs/common';
import { FILE_PROBLEMS, FileUsages } from '@libs/files';
import type { AppImageProblem, AppImagePurpose, AppImages } from '../domain/app-images';

@Injectable()
export class FileAppImages implements AppImages {
  constructor(private readonly usages: FileUsages) {}

  async problemsOf(
    tenantId: string,
    fileIds: readonly string[],
    purpose: AppImagePurpose,
  ): Promise<ReadonlyMap<string, AppImageProblem>> {
    const problems = new Map<string, AppImageProblem>();
    for (const [id, fitness] of await this.usages.check(tenantId, fileIds, purpose)) {
      const problem = FILE_PROBLEMS[fitness];
      if (problem) problems.set(id, problem);
    }
    return problems;
  }

  /** The icon and the onboarding images of an App are separate uses, so that either can be replaced alone. */
  use(tenantId: string, appId: string, purpose: AppImagePurpose, fileIds: readonly string[]): Promise<void> {
    return this.usages.replace(tenantId, { type: purpose, id: appId, appId }, fileIds);
  }
}

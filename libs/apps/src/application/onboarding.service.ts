import { Injectable } from '@nestjs/common';
import { AuditTrail, Outbox, Transactions, ValidationFailedError, wireOf } from '@libs/kernel';
import { AppImages } from '../domain/app-images';
import { OnboardingPublished } from '../domain/app.events';
import { AppRepository } from '../domain/app.repository';
import { type OnboardingContent, onboardingSlide } from '../domain/onboarding-revision';
import { type AppDetails, AppQueries } from '../infrastructure/app-queries';

@Injectable()
export class OnboardingService {
  constructor(
    private readonly transactions: Transactions,
    private readonly apps: AppRepository,
    private readonly images: AppImages,
    private readonly queries: AppQueries,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Publishes the next revision, if the published one is still the expected one.
   *
   * @param publishedBy the user.
   * @throws ResourceNotFoundError, OnboardingStaleError
   * @throws ValidationFailedError naming images that cannot be used, and texts missing in the App's default locale.
   */
  publish(
    tenantId: string,
    appId: string,
    expectedVersion: number,
    content: OnboardingContent,
    publishedBy: string,
  ): Promise<AppDetails> {
    return this.transactions.run(tenantId, async () => {
      const app = await this.apps.getForUpdate(tenantId, appId);
      const present = await this.apps.findPublishedRevision(app);
      const images = await this.usableImages(tenantId, content);
      const revision = app.publishOnboarding(expectedVersion, content, publishedBy);
      await this.images.use(tenantId, appId, 'onboarding_image', images);
      await this.apps.addRevision(revision);
      await this.apps.save(app);
      this.audit.record({
        resourceType: 'app',
        resourceId: appId,
        appId,
        before: recordOf(present?.version ?? 0, present ?? { enabled: false, slides: [] }),
        after: recordOf(revision.version, revision),
      });
      await this.outbox.add(new OnboardingPublished(app, revision));
      return this.queries.get(tenantId, appId);
    });
  }

  private async usableImages(tenantId: string, { slides }: OnboardingContent): Promise<string[]> {
    const fileIds = [...new Set(slides.map(({ imageFileId }) => imageFileId))];
    const problems = await this.images.problemsOf(tenantId, fileIds, 'onboarding_image');
    const errors = slides.flatMap(({ imageFileId }, index) => {
      const code = problems.get(imageFileId);
      return code ? [{ field: `slides.${index}.image_file_id`, code }] : [];
    });
    if (errors.length > 0) throw new ValidationFailedError(errors);
    return fileIds;
  }
}

/** The published onboarding with the keys of the wire. */
function recordOf(version: number, { enabled, slides }: OnboardingContent): object {
  const recorded = slides.map((slide) => wireOf(onboardingSlide, slide));
  return { startup: { onboarding: { published_version: version, enabled, slides: recorded } } };
}

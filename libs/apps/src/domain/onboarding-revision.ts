import type { OnboardingSlide } from './app-settings';

export interface OnboardingContent {
  readonly enabled: boolean;
  readonly slides: readonly OnboardingSlide[];
}

/** One published onboarding of an App. Never changed afterwards: the database refuses. */
export class OnboardingRevision {
  readonly tenantId: string;
  readonly appId: string;
  /** Counted from 1. */
  readonly version: number;
  readonly enabled: boolean;
  readonly slides: readonly OnboardingSlide[];
  /** The user who published it. */
  readonly publishedBy: string | null;
  /** Set by the database. */
  readonly publishedAt!: Date;

  constructor(
    app: { readonly tenantId: string; readonly id: string },
    version: number,
    { enabled, slides }: OnboardingContent,
    publishedBy: string | null,
  ) {
    this.tenantId = app.tenantId;
    this.appId = app.id;
    this.version = version;
    this.enabled = enabled;
    this.slides = slides;
    this.publishedBy = publishedBy;
  }
}

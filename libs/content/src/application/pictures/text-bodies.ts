import { Injectable } from '@nestjs/common';
import { FILE_PROBLEMS, FileUsages } from '@libs/files';
import { type FieldError, isUuid, type LocalizedText, type SupportedLocale, ValidationFailedError } from '@libs/kernel';
import type { ContentScope } from '../../domain/content-scope';
import type { ImageSources } from '../../domain/texts/images';
import type { BodyPreparation } from '../../domain/texts/localized-texts';
import type { BodyFormat } from '../../domain/texts/rich-text';
import { RichTextRenderer } from '../../domain/texts/rich-text-renderer';
import { ImagePolicy } from '../../infrastructure/pictures/image-policy';
import { TextPictures, type TextRef } from '../../infrastructure/pictures/text-pictures';
import { type RenderedBodies, renderedBodies } from '../texts/rendered-bodies';

export type TextKind = 'article' | 'page';

/** An image of another site that was removed from a text. */
export interface RemovedImage {
  readonly locale: SupportedLocale;
  readonly url: string;
}

export interface RemovedImages {
  readonly removed: readonly RemovedImage[];
}

/** A resource as it is after its text was saved. */
export type Saved<Resource> = Resource & RemovedImages;

interface RenderableText {
  readonly id: string;
  readonly body: LocalizedText;
  readonly bodyFormat: BodyFormat;
}

/** Bodies of texts on their way to readers, with the images in them. */
@Injectable()
export class TextBodies {
  constructor(
    private readonly renderer: RichTextRenderer,
    private readonly policy: ImagePolicy,
    private readonly pictures: TextPictures,
    private readonly files: FileUsages,
  ) {}

  /** Begins to write a text of the kind. Must not be called within a transaction. */
  async begin(scope: ContentScope, kind: TextKind): Promise<WrittenBodies> {
    return new WrittenBodies(kind, await this.policy.sourcesOf(scope), this.renderer, this.pictures, this.files, scope);
  }

  /**
   * The bodies of the draft in each of their languages. Must not be called within a transaction.
   *
   * @param patience how many times the usual limit rendering may take.
   * @throws ValidationFailedError naming the bodies that are too expensive to render, DependencyUnavailableError when
   *   nothing can be rendered now.
   */
  async rendered(scope: ContentScope, text: RenderableText, patience?: number): Promise<RenderedBodies> {
    const images = await this.policy.sourcesOf(scope);
    const sizes = await this.pictures.sizesOf({ ...scope, id: text.id }, 'draft');
    return renderedBodies(this.renderer, scope.tenantId, text, { images, sizes, patience });
  }

  /** The pictures of the draft are those of its next revision, too, which keeps them. In the current transaction. */
  async publish(ref: TextRef, kind: TextKind): Promise<void> {
    const { tenantId, appId, id } = ref;
    const files = await this.pictures.publish(ref);
    if (files.length > 0) await this.files.add(tenantId, { type: `${kind}_revision`, id, appId }, files);
  }

  /** There is no draft any more. In the current transaction. */
  async forgetDraft(ref: TextRef, kind: TextKind): Promise<void> {
    const { tenantId, appId, id } = ref;
    const hadPictures = await this.pictures.write(ref, new Map());
    if (hadPictures) await this.files.replace(tenantId, { type: `${kind}_draft`, id, appId }, []);
  }

  /** The texts are deleted. In the current transaction. */
  async forget({ tenantId }: ContentScope, kind: TextKind, ids: readonly string[]): Promise<void> {
    await this.pictures.forget({ tenantId }, ids);
    await this.files.release(tenantId, [`${kind}_draft`, `${kind}_revision`], ids);
  }

  /** Releases the pictures of a deleted App, step by step: there may be very many. */
  async forgetAll(scope: ContentScope): Promise<void> {
    await this.pictures.retire(scope);
    for (const kind of ['article', 'page'] satisfies TextKind[]) {
      await this.files.releaseAll(scope.tenantId, `${kind}_draft`, scope.appId);
      await this.files.releaseAll(scope.tenantId, `${kind}_revision`, scope.appId);
    }
  }
}

/** The bodies of one text that is being written: what is found in them, and what becomes of that. */
export class WrittenBodies {
  readonly removed: RemovedImage[] = [];
  private readonly found = new Map<SupportedLocale, readonly string[]>();

  constructor(
    private readonly kind: TextKind,
    private readonly images: ImageSources,
    private readonly renderer: RichTextRenderer,
    private readonly pictures: TextPictures,
    private readonly files: FileUsages,
    private readonly scope: ContentScope,
  ) {}

  /** Of one body, in the form in which it is stored. */
  readonly prepare: BodyPreparation = async (body, format, locale) => {
    const prepared = await this.renderer.prepare(this.scope.tenantId, body, format, this.images);
    this.found.set(locale, prepared.pictures);
    this.removed.push(...prepared.removed.map((url) => ({ locale, url })));
    return prepared;
  };

  /**
   * Claims the pictures for the text, in the transaction that saves it. Does nothing when no body was prepared.
   *
   * @throws ValidationFailedError naming in `ids` those that cannot be used.
   */
  async keep({ id }: Pick<TextRef, 'id'>): Promise<void> {
    if (this.found.size === 0) return;
    const { tenantId, appId } = this.scope;
    const wanted = [...new Set([...this.found.values()].flat())];
    if (wanted.length > 0) await this.expectUsable(wanted);
    const sizes = wanted.length > 0 ? await this.files.imageSizes(tenantId, wanted) : new Map();
    const isOther = await this.pictures.write({ tenantId, appId, id }, sizes);
    if (isOther) await this.files.replace(tenantId, { type: `${this.kind}_draft`, id, appId }, wanted);
  }

  private async expectUsable(wanted: readonly string[]): Promise<void> {
    const { tenantId, appId } = this.scope;
    const fitness = await this.files.check(tenantId, wanted.filter(isUuid), 'content_image', appId);
    const problems = new Map<string, string>();
    for (const id of wanted) {
      const problem = FILE_PROBLEMS[fitness.get(id) ?? 'unknown'];
      if (problem) problems.set(id, problem);
    }
    if (problems.size === 0) return;
    const errors = [...this.found].flatMap(([locale, ids]) => problemsIn(`body.${locale}`, ids, problems));
    throw new ValidationFailedError(errors, { ids: [...problems.keys()] });
  }
}

/** Each kind of problem once, however many pictures have it. */
function problemsIn(field: string, ids: readonly string[], problems: ReadonlyMap<string, string>): FieldError[] {
  const codes = new Set(ids.flatMap((id) => problems.get(id) ?? []));
  return [...codes].map((code) => ({ field, code }));
}

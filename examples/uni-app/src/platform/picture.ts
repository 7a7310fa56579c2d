import type { Upload } from '@appkernel/sdk';

/** Lets somebody choose a picture, or take one. @returns null where they have thought better of it. */
export async function choosePicture(): Promise<Upload | null> {
  let chosen: UniApp.ChooseImageSuccessCallbackResult;
  try {
    chosen = await uni.chooseImage({ count: 1, sizeType: ['compressed'] });
  } catch {
    return null;
  }
  // #ifdef H5
  return (chosen.tempFiles as File[])[0] ?? null;
  // #endif
  // #ifdef APP-PLUS
  return bytesOf(chosen.tempFilePaths[0] ?? '');
  // #endif
  // #ifndef H5 || APP-PLUS
  return { filePath: chosen.tempFilePaths[0] ?? '' };
  // #endif
}

// #ifdef APP-PLUS
/** In Apps files are read through 5+. */
function bytesOf(path: string): Promise<Upload> {
  return new Promise((resolve, reject) => {
    plus.io.resolveLocalFileSystemURL(
      path,
      (entry) =>
        (entry as unknown as PlusIoFileEntry).file((file) => {
          const reader = new plus.io.FileReader!();
          reader.onloadend = () => {
            const [, encoded = ''] = String(reader.result).split(',');
            resolve({ bytes: uni.base64ToArrayBuffer(encoded), name: file.name ?? 'picture', type: file.type });
          };
          reader.onerror = reject;
          reader.readAsDataURL(file as never);
        }, reject),
      reject,
    );
  });
}
// #endif

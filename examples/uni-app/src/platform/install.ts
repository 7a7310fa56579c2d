import type { Upgrade } from '../api/upgrade';
import { openOutside } from './outside';

/** Downloads a package and installs it, or opens the store. @param show what share has arrived. */
export async function install(upgrade: Upgrade, show: (share: number) => void): Promise<void> {
  // #ifdef APP-PLUS
  const isPackage = upgrade.code === 101 || uni.getSystemInfoSync().osName?.toLowerCase() === 'android';
  if (isPackage) {
    const path = await downloaded(upgrade.url, show);
    return installed(path, upgrade);
  }
  const [store] = (upgrade.store_list ?? []).filter(({ enable }) => enable).sort((a, b) => b.priority - a.priority);
  openOutside(store?.scheme ?? upgrade.url);
  // #endif
  // #ifdef H5
  // A browser can but fetch the file, or show the store.
  show(0);
  openOutside(upgrade.url);
  // #endif
}

// #ifdef APP-PLUS
function downloaded(url: string, show: (share: number) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const task = uni.downloadFile({
      url,
      success: ({ statusCode, tempFilePath }) =>
        statusCode === 200 ? resolve(tempFilePath) : reject(new Error(`The download was answered ${statusCode}`)),
      fail: reject,
    });
    task.onProgressUpdate(({ progress }) => show(progress / 100));
  });
}

function installed(path: string, { code }: Upgrade): Promise<void> {
  return new Promise((resolve, reject) => {
    plus.runtime.install(
      path,
      { force: false },
      () => {
        // A wgt takes effect with the next start.
        if (code === 101) plus.runtime.restart();
        resolve();
      },
      reject,
    );
  });
}
// #endif

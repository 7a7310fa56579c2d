/** What is installed. In a browser it is what the manifest says. */
export function runningVersions(): { appVersion: string; wgtVersion: string; platform: string | undefined } {
  const { appVersion = '', appWgtVersion } = uni.getAppBaseInfo();
  let platform: string | undefined;
  // #ifdef APP
  platform = uni.getSystemInfoSync().osName;
  // #endif
  // A browser installs no packages: the api goes by its User-Agent.
  return { appVersion, wgtVersion: appWgtVersion ?? appVersion, platform };
}

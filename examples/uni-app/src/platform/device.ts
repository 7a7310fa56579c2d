const PLATFORMS = { android: 'android', ios: 'ios', harmonyos: 'harmony', harmony: 'harmony' } as const;

/** What a member sees of this device in the list of their devices. */
export function aboutDevice() {
  const { osName = '', osVersion = '', deviceModel = '' } = uni.getSystemInfoSync();
  const { appVersion = '' } = uni.getAppBaseInfo();
  const platform = PLATFORMS[osName.toLowerCase() as keyof typeof PLATFORMS];
  return {
    ...(platform ? { platform } : {}),
    ...(deviceModel ? { model: deviceModel.slice(0, 100) } : {}),
    ...(osVersion ? { os_version: osVersion.slice(0, 50) } : {}),
    ...(appVersion ? { app_version: appVersion } : {}),
  };
}

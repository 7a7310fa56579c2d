import type { UniApi } from '@appkernel/sdk/uni';

/**
 * What the SDK needs of `uni`, method by method: for browsers uni-app builds in those alone that it sees called, and `uni`
 * itself has none of them.
 */
export const uniApi: UniApi = {
  request: uni.request,
  getStorageSync: uni.getStorageSync,
  setStorageSync: uni.setStorageSync,
  removeStorageSync: uni.removeStorageSync,
  // For mini programs, which read files by their paths.
  getFileSystemManager: uni.getFileSystemManager as UniApi['getFileSystemManager'],
};

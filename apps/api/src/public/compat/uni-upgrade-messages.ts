import type { LocalizedText } from '@libs/kernel';
import type { UniUpgradeCode } from './uni-upgrade-choice';

/** The messages of the codes of the protocol. */
export const UNI_UPGRADE_MESSAGES: Readonly<Record<UniUpgradeCode, LocalizedText>> = {
  0: {
    'zh-CN': '已是最新版本，无需更新',
    'zh-TW': '已是最新版本，無需更新',
    'en-US': 'This version is up to date',
    'ja-JP': '最新バージョンです',
  },
  101: {
    'zh-CN': '有可用的 wgt 资源包更新',
    'zh-TW': '有可用的 wgt 資源套件更新',
    'en-US': 'A wgt package is available',
    'ja-JP': 'wgt パッケージの更新があります',
  },
  102: {
    'zh-CN': '有可用的整包更新',
    'zh-TW': '有可用的完整安裝套件更新',
    'en-US': 'A new native app is available',
    'ja-JP': '新しいアプリがあります',
  },
  [-101]: {
    'zh-CN': '没有可用的更新，或 appid 有误',
    'zh-TW': '沒有可用的更新，或 appid 有誤',
    'en-US': 'Nothing is published for this platform, or appid is wrong',
    'ja-JP': 'このプラットフォームで公開中の更新がないか、appid が正しくありません',
  },
  [-102]: {
    'zh-CN': '参数有误，请检查 appid、appVersion 和 wgtVersion',
    'zh-TW': '參數有誤，請檢查 appid、appVersion 和 wgtVersion',
    'en-US': 'Check the parameters appid, appVersion and wgtVersion',
    'ja-JP': 'パラメーター appid、appVersion、wgtVersion を確認してください',
  },
};

import type { SupportedLocale } from '@libs/kernel';
import type { ChallengeType } from './captcha';

/** The title of the widget, and the only words available to a screen reader. */
const INSTRUCTIONS: Readonly<Record<ChallengeType, Readonly<Record<SupportedLocale, string>>>> = {
  click: {
    'zh-CN': '请按顺序点击提示中的字符',
    'zh-TW': '請依序點選提示中的字元',
    'en-US': 'Tap the characters in the order shown',
    'ja-JP': '見本の順に文字をタップしてください',
  },
  slide: {
    'zh-CN': '请拖动滑块，将拼图移到与画面吻合的缺口',
    'zh-TW': '請拖曳滑桿，將拼圖移到與畫面吻合的缺口',
    'en-US': 'Slide the piece into the gap where it completes the picture',
    'ja-JP': 'スライダーを動かし、絵がつながるすき間にピースを合わせてください',
  },
  drag: {
    'zh-CN': '请将拼图拖到与画面吻合的缺口',
    'zh-TW': '請將拼圖拖曳到與畫面吻合的缺口',
    'en-US': 'Drag the piece into the gap where it completes the picture',
    'ja-JP': 'ピースをドラッグして、絵がつながるすき間に合わせてください',
  },
  rotate: {
    'zh-CN': '请拖动滑块旋转圆盘，使画面完整',
    'zh-TW': '請拖曳滑桿旋轉圓盤，使畫面完整',
    'en-US': 'Move the slider to turn the disc until the picture is whole',
    'ja-JP': 'スライダーで円盤を回し、絵がつながるように合わせてください',
  },
};

export function instructionFor(type: ChallengeType, locale: SupportedLocale): string {
  return INSTRUCTIONS[type][locale];
}

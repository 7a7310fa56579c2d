import { readonly, shallowRef } from 'vue';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const STORED = 'ak-theme';
const prefersDark = matchMedia('(prefers-color-scheme: dark)');
const chosen = shallowRef<Theme>(THEMES.find((theme) => theme === localStorage.getItem(STORED)) ?? 'system');

export const theme = readonly(chosen);

export function applyTheme(): void {
  const isDark = chosen.value === 'dark' || (chosen.value === 'system' && prefersDark.matches);
  document.documentElement.classList.toggle('dark', isDark);
}

export function chooseTheme(theme: Theme): void {
  chosen.value = theme;
  localStorage.setItem(STORED, theme);
  applyTheme();
}

prefersDark.addEventListener('change', applyTheme);

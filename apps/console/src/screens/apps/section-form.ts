import {
  computed,
  inject,
  onScopeDispose,
  provide,
  shallowReactive,
  type ComputedRef,
  type InjectionKey,
  type Ref,
} from 'vue';
import { useRecordForm, type RecordFormOf } from '../../parts/record-form';
import type { FormOptions } from '../../parts/form-options';
import type { App } from './app-state';
import { labelOf } from './labels';

/** In the order of the page. Those without a form are the last. */
export const SECTIONS = [
  'basics',
  'icon',
  'registration',
  'captcha',
  'flags',
  'client_config',
  'upgrade',
  'support',
  'mail',
  'content',
  'state',
  'history',
] as const;
export type Section = (typeof SECTIONS)[number];

interface Settings {
  /** As it is saved. */
  readonly app: ComputedRef<App>;
  /** The forms of the sections that somebody has opened. */
  readonly forms: Map<Section, { readonly isDirty: Readonly<Ref<boolean>>; readonly reset: () => void }>;
}

const SETTINGS: InjectionKey<Settings> = Symbol('settings');

/** For the sections of a page: none of them is there before the App is. */
export function provideSettings(app: Readonly<Ref<App | undefined>>): Settings {
  const settings: Settings = { app: computed(() => app.value as App), forms: shallowReactive(new Map()) };
  provide(SETTINGS, settings);
  return settings;
}

export function useSettings(): Settings {
  const settings = inject(SETTINGS);
  if (!settings) throw new Error('A section stands in no settings');
  return settings;
}

type Options<Values extends object> = Pick<
  FormOptions<Values, 'getAdminApp'>,
  'toValues' | 'toBody' | 'rowKeys' | 'ask' | 'isRight'
>;

/** Some settings of the App of this page: saved by themselves, with the lock version that all sections share. */
export function useSection<Values extends object>(section: Section, options: Options<Values>): RecordFormOf<Values> {
  const { app, forms } = useSettings();
  const form = useRecordForm<Values, 'getAdminApp'>({
    ...{ read: 'getAdminApp', update: 'updateAdminApp', part: section, labelOf },
    path: () => ({ app_id: app.value.id }),
    ...options,
  });
  forms.set(section, form);
  onScopeDispose(() => forms.delete(section));
  return form;
}
